// Review: a person's own moves. A move is a step of a run: what it cleared, and the flags until the next move. The board
// shows the position before a guess or mistake, with what could be known there, and what any other move cleared.

const VERDICTS = ["known", "forced guess", "needless guess", "mistake", "unknown"];
const TIMES = [10, 3, 1, 0.3, 0.1];  // seconds before a move: the lines of the chart, which is logarithmic
const EVERY = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600];  // seconds, or moves, between two numbers on its axis
const TRIES = 2;
const timeText = (time) => (time === null ? "" : `${time >= 1 ? time.toFixed(1) : Number(time.toPrecision(2))} s`);
const learning = { on: false, done: new Map() };  // `done`: whether the reader found a safe cell, by the number of the move
const toLearn = () => run().steps.filter(({ certain }) => Object.values(certain).includes("safe"));

// The moves as a run. What could have been known before one is read as the answers of `why` are.
function runOfMoves({ moves, mines }) {
  const mined = new Set(cellsOf(mines)), flags = new Set(), clue = (cell) => field.neighbours[cell].filter((one) => mined.has(one)).length;
  const flagging = (move) => cellsOf(move?.flag_changes ?? []).map((cell) => [cell, flags.delete(cell) ? COVERED : flags.add(cell) && FLAG]);
  const first = Array.from({ length: field.cells }, () => "#");
  for (const [cell] of flagging(moves[0])) first[cell] = "F";
  const steps = moves.map((move, i) => {
    const answers = new Map(Object.entries(move.proofs).map(([cell, steps]) => [cellOf(cell), { kind: "decided", cell, asked: move.known.player, verdict: move.certain[cell], steps: steps.map(read), sentences: [] }]));
    const cleared = cellsOf(move.cleared).map((cell) => [cell, clue(cell)]), hit = move.hit === null ? [] : [[cellOf(move.hit), EXPLODED]];
    return { ...move, answers, set: [...cleared, ...hit, ...flagging(moves[i + 1])], rows: new Set() };
  });
  return new Run([{ player: "", start: null, first: field.cols ? [first.join("")] : first, claims: [], board: null }, ...steps, {}]);
}

// A disc: known; a hollow diamond: a forced guess; a triangle: a needless one; a cross in a square: a mistake.
function verdictShape(verdict, x, y, r) {
  if (verdict === "forced guess") return shapeOf({ risk: 1 }, true, false, x, y, r);
  if (verdict === "needless guess") return drawn("path", { class: "disc", d: `M${x} ${y - r - 1}l${r + 1.5} ${2 * r + 1}h${-2 * r - 3}z` });
  if (verdict !== "mistake") return drawn("circle", { class: verdict === "known" ? "disc" : "hollow", cx: x, cy: y, r });
  const cross = 0.5 * r;
  return drawn("g", {}, drawn("rect", { class: "disc", x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 1.5 }), drawn("path", { class: "cross", d: `M${x - cross} ${y - cross}l${2 * cross} ${2 * cross}m0 ${-2 * cross}l${-2 * cross} ${2 * cross}` }));
}

const verdictMark = (verdict, kind = "verdict") => drawn("svg", { class: `symbol ${kind}`, viewBox: "0 0 16 16", "data-verdict": verdict, "aria-hidden": "true" }, verdictShape(verdict, 8, 8, 5.5));
const saidOf = (number) => review.words.moves[number] ?? [];

// The board with its controls below, the verdicts and the moments beside it, and the moves in time.
function reviewParts() {
  Object.assign(acts, reviewActs);
  const { words, moments, tallies } = review, timed = tallies.some(({ median }) => median !== null), most = Math.max(...tallies.map(({ median }) => median ?? 0));
  const zooms = make("span", { class: "zoom" }, button("smaller", "Smaller cells", ["−"], { class: "plain" }), button("larger", "Larger cells", ["+"], { class: "plain" }));
  const controls = make("div", { id: "controls", role: "group", "aria-label": "Moves" }, ...[["first", "To the start"], ["back", "One move back"], ["next", "One move on"], ["last", "To the end"]].map(([id, label]) => button(id, label, [symbol(id, "icon")])), make("span", { id: "deck" }));
  const play = make("section", { id: "play", "aria-label": "Board" }, board.frame, make("div", { id: "under" }, controls, make("p", { id: "which" }), zooms, make("ul", { id: "marks", "aria-label": "Marks" })));
  const rows = tallies.map(({ verdict, player, moves, median }) => {
    const place = data.ladder.findIndex(([name]) => name === player), bar = median !== null && meter(median / most);
    if (bar && place < 0) bar.firstChild.dataset.verdict = verdict;
    else if (bar) bar.firstChild.className = `of-${place}`;
    return [[place < 0 ? verdictMark(verdict) : symbol(`bars-${Math.min(place, 3) + 1}`, `bars of-${place}`), make("b", {}, player ? `Known to ${player}` : capital(verdict))], [moves], ...(timed ? [[timeText(median)], [bar]] : [])];
  });
  const titles = ["Verdict", "moves", ...(timed ? ["median time", make("span", { class: "unseen" }, "as a bar")] : [])].map((one) => [one]);
  const verdicts = make("section", { id: "verdicts", "aria-label": "Verdicts" }, tableOf([titles, ...rows], "The moves by verdict"), words.luck && soft(words.luck));
  const costly = make("ul", {}, ...moments.map((number) => make("li", {}, verdictMark(run().step(number).verdict), make("button", { class: "link name", type: "button", "data-step": number, "aria-label": `Move ${number}: ${run().step(number).cell}` }, run().step(number).cell), make("span", { class: "soft" }, saidOf(number)[0]))));
  const reason = section("reason", "", make("div", { id: "chips" }), make("div", { id: "says" }));
  const [title, ...why] = words.practise.split(/(?<=\.) /), practise = words.practise && make("section", { id: "practise", "aria-labelledby": "practise-title" }, make("h2", { id: "practise-title" }, title), soft(why.join(" ")), words.lesson && make("p", { id: "lesson", class: "soft" }, "Its lesson: ", make("code", {}, `logicsweep live --lesson ${words.lesson}`)));
  const aside = make("aside", { "aria-label": "Review" }, make("button", { id: "handle", "aria-label": "Review: higher or lower", type: "button" }), verdicts, reason, moments.length > 1 && make("section", { id: "moments", "aria-label": "What else cost much" }, costly), practise);
  const counts = VERDICTS.map((one) => [one, run().steps.filter(({ verdict }) => verdict === one).length]).filter(([, count]) => count);
  const filters = choices("verdict", [["", `All ${length}`], ...counts.map(([one, count]) => [one, `${one} ${count}`, verdictMark(one)])]);
  const about = `${timed ? "Larger dot: two clues or more. " : "The times are not known. "}Click a move to see it.`;
  const time = section("time", timed ? "Seconds before each move" : "The moves", filters, soft(about), make("div", { id: "chart" }, make("input", { id: "slider", type: "range", min: 0, max: 1000, value: 0, "aria-label": "Move" })));
  return [play, aside, time, make("details", { id: "more" }, make("summary", {}, "In figures"), ...data.text.map(paragraph))];
}

// What the panel says of the shown move, and the roles that it gives to cells.
function moveReason() {
  const { step: number, cell: chosen } = now, move = run().step(number);
  if (chosen !== null && !run().decidedAt[chosen]) return { title: `About ${nameOf(chosen)}`, parts: [paragraph(`You never opened it. It ${review.mines.includes(rawNameOf(chosen)) ? "is a mine" : "is safe"}.`)], roles: new Map() };
  if (!move) return { title: "The start", parts: [paragraph(`${capital(plural(length, "move"))} follow.`)], roles: new Map() };
  const { verdict, known, level } = move, cell = cellOf(move.cell), answer = move.answers.get(known && cellOf(known.cell)), place = data.ladder.findIndex(([name]) => name === known?.player);
  const told = answer && answerReason(answer, cellOf(answer.cell), now.proof), roles = told?.roles ?? new Map();
  if (verdict === "known") for (const one of cellsOf(move.cleared)) roles.set(one, { as: "opened" });
  if (move.best && move.cost) roles.set(cellOf(move.best), { rank: 1 });
  roles.set(cell, { ...roles.get(cell), own: verdict });
  const title = number === review.moments[0] ? `What cost most: ${nameOf(cell)}` : `Move ${number}: ${move.kind} ${nameOf(cell)}`;
  const [text, ...better] = review.words.moves[number] ?? [verdict === "known" ? `You could have known it: ${known.player} does (${move.pattern}).` : "It is past the solver’s limits to tell whether it could be known."];
  return { title, chips: [...(known ? [chip(known.player, place), chip(level)] : [])], parts: [make("p", {}, verdictMark(verdict), ...linked(` ${text}`)), ...better.map(paragraph), ...(told?.parts.slice(0, 1) ?? [])], roles };
}

function showReview() {
  const move = run().step(now.step), { roles } = shown, before = move && (learning.on || (move.hit === null && (move.answers.size > 0 || move.verdict === "forced guess")));
  const marks = run().marksAt(before ? now.step - 1 : now.step).slice();  // the position that the shown move is about
  flagged = new Set([...marks.keys()].filter((cell) => marks[cell] === FLAG));
  if (!learning.on && move?.hit) for (const { cell, wrong } of review.flags) if (wrong && flagged.has(cellOf(cell))) roles.set(cellOf(cell), { as: "wrong" });
  board.select(now.cell, now.cell ?? (move ? cellOf(move.cell) : null));
  const first = [...roles].filter(([, { as }]) => as !== "opened").map(([cell]) => cell).reverse();
  if (first.length) board.follow(first.slice(0, 60));
  if (move && phone.matches && document.body.dataset.sheet !== "closed") scrollBy(0, Math.max(0, board.cells[cellOf(move.cell)].getBoundingClientRect().bottom + 8 - document.querySelector("aside").getBoundingClientRect().top));
  board.show(marks, roles);
  legend(roles);
  sayReason();
  byId("which").replaceChildren(...(move ? [make("b", {}, `Move ${now.step} of ${length}`), ` ${[timeText(move.time), `${move.kind} ${move.cell}`].filter(Boolean).map((one) => `· ${one}`).join(" ")}`] : [make("b", {}, "The start")]));
  timeline.show(now.step);
  for (const one of document.querySelectorAll("#moments li")) one.hidden = Number(one.children[1].dataset.step) === now.step;
  for (const [id, off] of [["first", !now.step], ["back", timeline.stepTowards(-1) === now.step], ["next", timeline.stepTowards(1) === now.step], ["last", now.step === length]]) byId(id).setAttribute("aria-disabled", off);
  if (!learning.on) speak(move ? `Move ${now.step} of ${length}: ${move.kind} ${nameOf(cellOf(move.cell))}, ${move.verdict}. ${saidOf(now.step).join(" ")}` : "The start.");
}

// The moves in time: how long each took, with the mark of its verdict.
const timeline = {
  fits: ({ verdict }) => !now.verdict || verdict === now.verdict,

  draw() {
    const { steps } = run(), wide = byId("chart").clientWidth - SIDE, timed = steps.at(-1).time > 0, end = timed ? steps.at(-1).time : length, high = timed ? 26 * (TIMES.length - 1) : 30;
    const [base, log] = [HEAD + high, (took) => Math.log10(Math.max(0.1, Math.min(10, took ?? 0.1)))];
    this.at = (number) => SIDE + 10 + ((wide - 30) * (timed ? steps[number - 1]?.time ?? 0 : number)) / end;
    const y = ({ took, verdict }) => (timed ? base - 4 - ((log(took) + 1) / 2) * (high - 4) : base - (verdict === "known" ? 14 : 22));
    const lines = timed ? TIMES.map((one) => [`${one}${one === 3 || one === 0.3 ? "" : " s"}`, y({ took: one })]) : [];
    const each = EVERY.find((one) => ((wide - 30) * one) / end > 60) ?? end;
    const ticks = Array.from({ length: Math.floor(end / each) + 1 }, (_, i) => drawn("text", { x: SIDE + 10 + ((wide - 30) * i * each) / end, y: base + 17, "text-anchor": "middle" }, timed ? `${i * each} s` : i * each));
    let named = -Infinity;  // where the last name ends
    const marks = steps.filter(this.fits).map((move) => {
      const { number, verdict, cell, level } = move, x = this.at(number), top = y(move), quiet = verdict === "known" || verdict === "first", left = x > wide + SIDE - 70;
      const group = drawn("g", { "data-verdict": verdict }, drawn("path", { class: quiet ? "thin stem" : "stem", d: `M${x} ${base}V${top}` }), verdictShape(verdict, x, top, quiet ? (level && level !== "one clue" ? 4 : 2.5) : 5));
      if (!quiet && x - (left ? 60 : 0) > named) {
        group.append(drawn("text", { x: left ? x - 11 : x + 11, y: top + (left ? -6 : 4), "text-anchor": left ? "end" : "start" }, cell));
        named = x + (left ? 0 : 60);
      }
      return group;
    });
    this.tint = drawn("rect", { class: "tint", y: 2, height: base, width: 18, rx: 4 });
    const rules = lines.flatMap(([text, at]) => [drawn("path", { class: "rule", d: `M${SIDE} ${at}h${wide}` }), drawn("text", { x: SIDE - 12, y: at + 4, "text-anchor": "end" }, text)]);
    byId("chart").querySelector("svg")?.remove();
    byId("chart").prepend(drawn("svg", { width: SIDE + wide, height: base + FOOT, "aria-hidden": "true" }, this.tint, ...rules, drawn("path", { class: "axis", d: `M${SIDE} ${base}h${wide}` }), ...marks, ...ticks));
    byId("chart").style.setProperty("--place", "18px");
    byId("slider").style.setProperty("--side", `${SIDE}px`);
    this.share = (number) => (this.at(number) - SIDE) / wide;
  },

  show(number) {
    const move = run().step(number);
    this.tint.setAttribute("x", this.at(number) - 9);
    byId("slider").value = 1000 * this.share(number);
    byId("slider").setAttribute("aria-valuetext", move ? `Move ${number} of ${length}, ${move.cell}, ${move.verdict}` : "The start");
    byId("verdict").querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", one.dataset.value === (now.verdict ?? "")));
  },

  // The move before or after the shown one that fits the filter; the shown one if there is none.
  stepTowards(way) {
    if (learning.on) return toLearn()[learning.at + way]?.number ?? now.step;
    const { steps } = run(), to = way > 0 ? steps.find((one) => one.number > now.step && this.fits(one)) : steps.findLast((one) => one.number < now.step && this.fits(one));
    return to?.number ?? (way < 0 && !now.verdict ? 0 : now.step);
  },

  // The next guess or mistake.
  hard: () => run().steps.find(({ number, verdict }) => number > now.step && VERDICTS.indexOf(verdict) > 0)?.number,

  filter(verdict) {
    now.verdict = verdict;
    this.draw();
    const move = run().step(now.step);
    if (move && this.fits(move)) this.show(now.step);
    else go(run().steps.find(this.fits).number);
  },

  listen() {
    byId("slider").addEventListener("input", ({ target }) => {
      const some = run().steps.filter(this.fits), far = ({ number }) => Math.abs(this.share(number) - target.value / 1000);
      go(some.reduce((best, one) => (far(one) < far(best) ? one : best)).number);
    });
    byId("slider").addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      go(this.stepTowards(way));
    });
  },
};

// --- learn from your mistakes: the board as it stood, and a safe cell to find; after two tries the step

// Begin with a moment that an address names, from 1; without one go back to the game.
function learn(wanted) {
  const some = toLearn(), at = Math.min(Number.parseInt(wanted, 10) || 0, some.length) - 1, move = some[at];
  Object.assign(learning, { on: at >= 0, at, move, tries: TRIES, looks: false, said: "", over: false, answer: move && [...move.answers.values()].find(({ verdict }) => verdict === "safe") });
  document.body.classList.toggle("learning", learning.on);
  byId("headline-says").textContent = plain(move ? "A safe cell is here: find it." : data.headline);
  byId("headline-says").nextElementSibling.textContent = plain(move ? saidToLearn() : data.about);
  if (move) [now.step, now.cell, now.proof, document.body.dataset.sheet] = [move.number, null, null, "half"];
  byId("actions").replaceChildren(...reviewActions());
  show();
}

function saidToLearn() {
  const { move: { kind, cell, time, verdict, risk, certain }, answer } = learning, safe = Object.values(certain).filter((one) => one === "safe").length;
  const when = time === null ? "" : ` at ${timeText(time)}`, what = verdict === "mistake" ? ", and it hit a certain mine" : risk === null ? "" : `, at ${percentOf(shareOf(risk))} risk`;
  const who = playerName(Math.max(...answer.steps.map(({ player }) => player)));
  return `${kind === "chord" ? "Your chord was at" : "You opened"} ${cell}${when}${what}. ${safe > 1 ? `${safe} cells are` : "One cell is"} certainly safe: ${who} finds ${safe > 1 ? "one" : "it"}.`;
}

// What a reader may do: at most three buttons, one of them the first to take.
function reviewActions() {
  const some = toLearn();
  if (!learning.on) return [...live.links(), some.length > 0 && button("learn", "", ["Learn", make("span", {}, " from your mistakes")], { class: "primary", title: "L" })].filter(Boolean);
  const last = learning.at === some.length - 1, next = button("skip", "", [!learning.over ? "Skip" : last ? "Done" : "Next"], { class: "primary" });
  return [button("leave", "Back to the game", ["×"], { class: "plain", title: "Esc" }), !learning.over && button("unveil", "", ["Show the step"]), next].filter(Boolean);
}

function openLearning(number) {
  learn(number);
  writeAddress(true);
  if (learning.on) board.move(cellOf(learning.move.cell));
  else (byId("learn") ?? byId("headline-says")).focus();
  speak(byId("headline").querySelector("h1 + p").textContent);
}

// The reader says that a cell is safe.
function attempt(cell) {
  const is = learning.move.certain[rawNameOf(cell)], name = nameOf(cell);
  if (learning.over || run().marksAt(now.step - 1)[cell] >= 0) return;
  if (is === "safe") return settle(true, `Right: ${name} is certainly safe.`);
  learning.tries -= 1;
  learning.said = is === "mine" ? `No: ${name} is certainly a mine.` : `No: ${name} can’t be known here.`;
  if (!learning.tries) return settle(false, learning.said);
  show();
  speak(`${learning.said} One try left.`);
}

function settle(right, said) {
  Object.assign(learning, { over: true, said });
  learning.done.set(learning.move.number, right);
  byId("actions").replaceChildren(...reviewActions());
  show();
  if (!board.grid.contains(document.activeElement)) byId("skip").focus();
  speak(`${said} ${byId("says").textContent}`);
}

function learnReason() {
  const { at, move, answer, over, looks, tries, done } = learning, cell = cellOf(move.cell), said = learning.said && make("p", {}, make("b", {}, learning.said));
  const score = done.size > 0 && `Score ${[...done.values()].filter(Boolean).length} of ${done.size}. `, marks = run().marksAt(now.step - 1);
  if (over) {
    const told = answerReason(answer, cellOf(answer.cell), now.proof);
    told.roles.set(cell, { ...told.roles.get(cell), own: move.verdict });
    return { ...told, parts: [said, ...told.parts, score && soft(score)] };
  }
  const rows = [...answer.steps.at(-1).rows].filter((row) => row !== TOTAL), near = looks ? around(rows).filter((one) => marks[one] < 0) : [];
  const left = make("span", { class: "tries", "aria-hidden": "true" }, "○".repeat(tries) + "●".repeat(TRIES - tries));
  const text = looks && !near.length ? "It takes the number of mines on the whole board. " : "";
  return { title: tries > 1 ? "Two tries left" : "One try left", chips: [left, ...(looks ? [] : [button("look", "", ["Where to look"])])], parts: [said, soft(`${capital(move.verdict)} ${at + 1} of ${toLearn().length}. `, score, text, phone.matches ? "Tap a covered cell." : "Click a covered cell.")], roles: new Map([...near.map((one) => [one, { as: "look" }]), [cell, { as: near.includes(cell) ? "look" : undefined, own: move.verdict }]]) };
}

const reviewActs = {
  learn: () => openLearning(1), leave: () => openLearning(0), unveil: () => settle(false, ""),
  skip: () => openLearning(learning.at + 1 < toLearn().length ? learning.at + 2 : 0),
  look: () => {
    learning.looks = true;
    show();
    board.move(board.focused);
  },
};
