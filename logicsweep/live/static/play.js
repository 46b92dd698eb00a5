// Play: a board made to order. Clicks, flags and chords need no answer; a hint in stages, the risks and why a cell is what
// it is do, and so does "could I have known?" after a mine.

const BOARDS = ["9x9/10", "16x16/40", "16x30/99"];
const SIZES = BOARDS.map((one) => [one, one.replace("x", "×").replace(/\/.*/, "")]);
const HARDEST = [["any", "any"], ["2", "2 clues"], ["3", "3 clues"]];  // how many clues the hardest step takes at once
const wish = { size: BOARDS[0], for: tables.ladder.at(-1)[0], grade: "any", field: FIELDS[0], first: "chosen" };
const finishers = () => tables.ladder.map(([name], place) => [name, name, symbol(`bars-${Math.min(place, 3) + 1}`, `bars of-${place}`)]);
let game = null, stages = null, swaps = false, asksWhy = false, helper = wish.for, press = null;

const linkTo = (kept) => `${location.href.split("#")[0]}#${new URLSearchParams(kept)}`;
const sizeOf = (text) => text.split(/[x/]/).map(Number);
const sentence = (text) => (/^r\d+c\d+/.test(text) ? text : capital(text));  // a cell's name stays as it is

// What the address of a game holds: its board, where it begins and its moves, or what it is to be.
function keptOf({ mines, played, start, name }) {
  const beginning = start === null ? {} : { start: rawNameOf(start) };
  return { view: "play", ...(mines ? { p: played, ...beginning, field: name } : wish) };
}

// What Path and Compare are about: the position of a game that is under way, later its board.
const askedOf = (one) => (one.over ? { ...keptOf(one), p: one.text, view: "" } : { p: one.asks().position, field: one.name });

// Open the game of an address; the plain address of this view leads back to a game that is under way.
async function openPlay({ p, start, step, cell, player, risk, view, ...some }) {
  const hash = location.hash;
  if (game?.mines && byId("new-board") && linkTo({ view, p, ...(start && { start }), ...some }) === linkTo(keptOf(game))) return;
  if (!p) return game?.moves.length && !game.over && !some.size ? enter(game) : order(some);
  const text = readBoard(p) ? p : (await answerTo({ verb: "convert", to: "judge", position: p, ...(some.field && { field: some.field }) })).lines?.[0].text;
  const made = text && readBoard(text);
  if (hash !== location.hash) return;
  if (!made) return fail("To play, this needs a board with its mines.");
  const one = gameOf(some.field ?? wish.field, made.rows, made.cols, [...made.layout], start).repeat(p);
  Object.assign(wish, { size: `${made.rows}x${made.cols}/${one.total}`, field: one.name });
  enter(one);
}

// A game on a board that is there: a letter for each cell, and the name of the first cell.
function gameOf(name, rows, cols, letters, start) {
  nameOn(fieldOf(name, rows, cols));
  const mines = new Set(letters.flatMap((letter, cell) => (letter === "M" ? [cell] : []))), at = start ? cellOf(start) : -1;
  return new Game(name, field, mines.size, mines, at < 0 ? null : at);
}

// A new board as wished; it is made at the first click, or at once with the cell to begin at.
function order(some = {}) {
  Object.assign(wish, some);
  const [rows, cols, mines] = sizeOf(wish.size);
  if (!(rows * cols > 1 && rows * cols <= 10000 && mines > 0)) return fail("A board has at most 10,000 cells, and at least one mine.");
  if (tables.fields[wish.field]) enter(new Game(wish.field, fieldOf(wish.field, rows, cols), mines));
  if (wish.first === "marked") makeBoard(null);
}

function enter(one) {
  [game, stages, swaps, asksWhy] = [one, null, false, false];
  nameOn(game.field);
  enterView("play");
  present(plainPage(), false);
  tellEnd();
}

// The address holds the game, so that it is there again after a reload, or under a link.
function keep() {
  live.kept = keptOf(game);
  history.replaceState(null, "", linkTo(live.kept));
}

const plainPage = () => unanswered("play", ...headlineOf(), game.field, game.marks);

function headlineOf() {
  if (game.won) return [`Won in ${timeText(game.ended)}.`, `${plural(game.field.cells - game.mines.size, "cell")} cleared, ${game.hints ? `with ${plural(game.hints, "hint")}` : "without a hint"}.`];
  if (game.over) return [`Lost at ${nameOf(game.hit)} after ${timeText(game.ended)}.`, "Could you have known?"];
  if (game.moves.length) return ["Your move.", "Nothing is asked until you want a hint."];
  return [game.start === null ? "Click any cell to begin." : `Begin at ${nameOf(game.start)}.`, game.mines ? "" : `The first click is never a mine, and the ${wish.for} player can finish the board without guessing.`];
}

// Show a page of this game, with what it needs to go on around it.
function present(json, keeps = true) {
  const had = keeps && board.grid.contains(document.activeElement), { scrollLeft, scrollTop } = board?.frame ?? {};
  Object.assign(live, { chosen: tapped, key: playKey, reason: playReason, roles: revealed });
  keep();
  asked = told = game.asks(game.over ? game.before : game.marks);
  begin(json, keeps);
  if (!keeps) listenToBoard();
  say(json.headline, json.about);
  const ready = game.won ? ["safe", symbol("tick")] : game.over ? ["mine", symbol("mine")] : !data.found && ["", symbol("flag")];
  if (ready) sayAnswer(...ready);
  if (!game.over) byId("bar").prepend(...controls());
  byId("bar").append(make("span", { id: "deck" }));
  document.querySelector("aside").append(orderForm(), section("moves", "Moves", make("details", { ...(!phone.matches && { open: "" }) }, make("summary", {}), make("pre", {}))));
  sayActions();
  arrange();
  score();
  if (!keeps) document.body.dataset.sheet = "closed";
  if (keeps) board.frame.scrollTo(scrollLeft, scrollTop);
  if (had) board.cells[board.focused].focus({ preventScroll: true });
}

function sayAnswer(kind, ...inside) {
  byId("answer").className = kind;
  byId("answer").replaceChildren(...inside);
}

function controls() {
  const asker = make("select", { id: "asker", "aria-label": "Who gives hints" }, ...tables.ladder.map(([name]) => make("option", { value: name }, capital(name))));
  asker.value = helper;
  asker.addEventListener("change", () => ([helper, stages] = [asker.value, null]));
  const toggles = [button("flags", "Flag: a click sets a flag", [symbol("flag", "icon"), make("span", {}, "Flag")], { "aria-pressed": swaps, title: "F" }), button("asks", "Why: the next click asks why", ["Why?"], { "aria-pressed": asksWhy, title: "W" })];
  return [...toggles, make("label", { id: "helper" }, "Hints by ", asker)];
}

// At most three actions, one of them the first to take.
function sayActions() {
  const link = (verb, text) => make("a", { class: "button", href: linkTo({ ...askedOf(game), verb }) }, text);
  const next = stages ? ["Which clues?", "What kind of step?", "The answer"][stages.stage - 1] : "Hint", known = bestMove();
  const act = known && button("act", "", [`${known.kind === "flag" ? "Flag" : known.risky ? "Guess" : "Clear"} ${nameOf(known.cell)} `, make("kbd", { "aria-hidden": "true" }, "Enter")], { class: "primary" });
  const going = [button("risks", "", ["Risks"], { title: "R" }), next && button("hint", "", [next], { ...(!act && { class: "primary" }), title: "H" }), act];
  const own = make("a", { class: "button", href: linkTo({ view: "review", p: game.played, ...inField(game.name) }) }, "Review this game");
  byId("actions").replaceChildren(...(game.over ? [own, link("compare", "Compare"), button("again", "", ["New board"], { class: "primary" })] : going).filter(Boolean));
}

// The move that the last answer advises, if there is an answer.
function bestMove() {
  const step = stages?.found && stages.stage === 4 ? stages : null, cell = step?.safe?.[0] ?? hint?.safe[0];
  if (cell !== undefined) return { kind: "open", cell: cellOf(cell) };
  if (why?.verdict === "safe" && game.can("open", target)) return { kind: "open", cell: target };
  if (step?.mines?.length) return { kind: "flag", cell: cellOf(step.mines[0]) };
  const best = hint?.guess?.ranked[0]?.cell;
  return best === undefined ? null : { kind: "open", cell: cellOf(best), risky: true };
}

// Mines left, cells to clear and the time, in the header.
function score() {
  const left = game.total - game.count(FLAG), clear = game.field.cells - game.total - game.marks.filter((mark) => mark >= 0).length, time = Math.floor(game.seconds);
  const clock = `${Math.floor(time / 60)}:${String(time % 60).padStart(2, "0")}`, part = (id, value, text) => make("span", { id }, make("b", {}, value), text);
  byId("score").replaceChildren(part("left", left, ` mine${left === 1 ? "" : "s"} left`), part("clear", clear, " to clear"), part("clock", clock, ""));
  const list = document.querySelector("#moves pre"), text = game.over ? game.played : game.told;  // with the board once its mines are known
  byId("moves").hidden = !game.moves.length;
  if (list.textContent === text) return;
  list.textContent = text;
  list.previousSibling.textContent = plural(game.moves.length, "move");
}

setInterval(() => document.body.dataset.view === "play" && game?.began && !game.over && score(), 250);

// --- The moves.

function tapped(cell) {
  if (press?.done) return (press = null);
  if (game.over) return choose(cell);
  if (asksWhy) return askWhy(cell);
  move(game.marks[cell] > 0 ? "chord" : swaps ? "flag" : "open", cell);
}

function move(kind, cell) {
  if (!game.can(kind, cell) || game.making) return;
  if (kind === "open" && !game.mines) return makeBoard(cell);
  const before = game.count(COVERED, FLAG);
  game.move(kind, cell);
  stages = null;
  if (game.over) return finish();
  const page = plainPage();
  if (data.found || !game.moves[1]) present(page);
  else {
    load(page);
    keep();
    asked = told = game.asks();
    say(page.headline, page.about);
    show();
    sayActions();
    score();
    miniature();
  }
  if (kind !== "flag") speak(`${capital(plural(before - game.count(COVERED, FLAG), "cell"))} opened.`);
}

// Make the board; its first cell is the one that was clicked, or one that the page then marks.
async function makeBoard(cell) {
  const mine = game, { size, for: finisher, grade, field: name } = wish;
  game.making = true;
  const { lines: [made] = [], error } = await answerTo({ verb: "generate", size, finisher, field: name, ...(grade !== "any" && { grade }), start: cell === null ? "any" : rawNameOf(cell), seed: Math.floor(Math.random() * 1e9) });
  game.making = false;
  if (game !== mine || document.body.dataset.view !== "play") return;
  if (!made) return fail(error);
  game.mines = new Set([...made.layout.join("")].flatMap((letter, at) => (letter === "M" ? [at] : [])));
  [game.start, game.promised] = [cellOf(made.start), "first safe\n"];
  if (cell === null) present(plainPage());
  else move("open", cell);
}

function finish() {
  const page = plainPage();
  present(page);
  speak(page.headline);
  tellEnd();
}

// --- What is asked.

// Ask about the position as it is now; no answer if the game has gone on meanwhile, and an error takes the headline's place.
async function askNow(request, marks = game.marks) {
  const mine = game, { length: count } = mine.moves, { lines: [found] = [], error } = await answerTo({ ...mine.asks(marks), ...request });
  if (game !== mine || mine.moves.length !== count || document.body.dataset.view !== "play") return null;
  if (!found) fail(error);
  return found ?? null;
}

async function hintMore() {
  if (game.over || !game.moves.length || stages?.stage === 4) return;
  const found = await askNow({ verb: "hint", stage: (stages?.stage ?? 0) + 1, player: helper });
  if (!found) return;
  if (!stages) game.hints += 1;
  if (data.found) present(plainPage());
  stages = found;
  keep();
  const { safe, mines } = found, [line] = found.found ? found.lines.slice(-1) : found.lines, are = (cells, one, many) => `${few(cells)} ${cells.length > 1 ? many : one}.`;
  const headline = safe?.length ? are(safe, "is safe", "are safe") : mines?.length ? are(mines, "is a mine", "are mines") : sentence(line ?? "Nothing follows.");
  if (!found.found) stages.stage = 4;
  say(headline, found.found ? `Hint ${found.stage} of 4` : "");
  sayAnswer(...(safe?.length ? ["safe", symbol("tick")] : mines?.length ? ["mine", symbol("mine")] : ["stuck", "?"]));
  show();
  sayActions();
  speak(headline);
}

async function askRisks() {
  if (game.over) return;
  const found = await askNow({ verb: "hint", guess: "best", page: true, asks: true });
  if (!found) return;
  [stages, game.hints] = [null, game.hints + 1];
  present(found);
}

async function askWhy(cell) {
  asksWhy = false;
  byId("asks").setAttribute("aria-pressed", false);
  if (game.over) return choose(cell);
  const found = await askNow({ verb: "why", cell: rawNameOf(cell), page: true });
  if (!found) return;
  [stages, game.hints] = [null, game.hints + 1];
  present(found);
  document.body.dataset.sheet = "half";
}

const tellEnd = () => (game.hit !== null ? tellLoss() : game.won && tellWin());

// How many of its moves the player could know.
async function tellWin() {
  const found = await askNow({ verb: "review", position: game.played });
  if (!found?.judged) return;
  say(found.headline, headlineOf()[1]);
  const { counts, practise } = found.words;
  game.review = [counts, practise].filter(Boolean);
  show();
  speak(found.headline);
}

// Could the player have known? What was certain before the move that lost, and why.
async function tellLoss() {
  const found = await askNow({ verb: "hint", guess: "best", page: true, asks: true }, game.before);
  if (!found) return;
  const { safe, mines, risks: all, guess, wrong_flags: wrong } = found.found, name = rawNameOf(game.hit), sure = mines.includes(name), best = guess?.ranked[0];
  const told = sure ? "It was certainly a mine." : safe.length ? `A safe cell was there: ${safe[0]}.` : "Nothing was certain there.";
  const percent = (one) => percentOf(shareOf(all[one])), about = found.cells.find(({ cell }) => cell === (sure ? name : safe[0]))?.sentences[0];
  const risk = sure ? "" : `The risk was ${percent(name)}${best && !safe.length ? (best.cell === name ? ", and no cell was better" : `; ${best.cell} was the best guess, with ${percent(best.cell)}`) : ""}.`;
  const flags = wrong.length ? `Your flag${wrong.length > 1 ? "s" : ""} at ${few(wrong)} ${wrong.length > 1 ? "were" : "was"} wrong.` : "";
  Object.assign(found, { headline: `Lost at ${name} after ${timeText(game.ended)}. ${told}`, about: [about, risk, flags].filter(Boolean).join(" ") });
  present(found);
  for (const marks of [run().first, run().marks, run().ends]) marks[game.hit] = EXPLODED;
  now.cell = sure ? game.hit : null;
  show();
  speak(found.headline);
}

// After a mine: where the others are, and which flags are wrong.
function revealed() {
  if (game.hit === null) return [];
  const mines = [...game.mines].filter((cell) => cell !== game.hit && game.marks[cell] !== FLAG).map((cell) => [cell, { as: "known" }]);
  return [...mines, ...[...game.marks.keys()].filter((cell) => game.marks[cell] === FLAG && !game.mines.has(cell)).map((cell) => [cell, { as: "wrong" }])];
}

function playReason() {
  if (stages) return stagesSaid();
  if (data.found || now.cell !== null) return null;
  const how = ["Click a covered cell to open it. Right click, F or a long press sets a flag.", "Click a number to open its other cells, once all its mines have flags.", "Hint tells a little more each time: where to look, which clues, which kind of step, the answer."];
  const over = game.review ?? [`${plural(game.moves.length, "move")} in ${timeText(game.ended)}.`];
  const roles = !game.moves.length && game.start !== null ? [[game.start, { as: "look" }]] : [];
  return { title: game.over ? "Your game" : "How to play", parts: (game.over ? over : how).map(paragraph), roles: new Map(roles) };
}

// The stages of a hint so far: where to look, its clues, its kind, the answer.
function stagesSaid() {
  const roles = new Map(cellsOf(stages.region ?? []).map((cell) => [cell, { as: "look" }]));
  for (const cell of cellsOf(stages.clues ?? [])) roles.set(cell, { as: "ring" });
  for (const [as, cells] of [["safe", stages.safe], ["mine", stages.mines]]) for (const cell of cellsOf(cells ?? [])) roles.set(cell, { as });
  const texts = stages.found ? stages.lines : stages.lines.slice(1);  // the headline is the first
  const lines = make("ol", { class: "reason" }, ...texts.map((text) => make("li", {}, ...linked(sentence(text)))));
  return { title: stages.found ? `Hint ${stages.stage} of 4` : "Hint", chips: [chip(stages.player, shades[stages.player])], parts: [lines, stages.found ? "" : soft("Risks compares the best guesses.")], roles };
}

// --- The form for a new board.

function orderForm() {
  const custom = !BOARDS.includes(wish.size), sizes = [...SIZES, ["other", "Other"]];
  const numbers = ["Rows", "Columns", "Mines"].map((label, i) => make("label", {}, `${label} `, make("input", { type: "number", min: 1, max: i < 2 ? 100 : 9999, value: sizeOf(wish.size)[i] })));
  const row = (text, name, options, value = wish[name]) => {
    const one = choices(`wish-${name}`, options);
    for (const each of one.children) each.setAttribute("aria-pressed", each.dataset.value === value);
    one.setAttribute("aria-label", text);
    return make("div", {}, make("span", { class: "soft" }, text), one);
  };
  const form = make("form", {}, row("Size", "size", sizes, custom ? "other" : wish.size), make("div", { id: "numbers", ...(!custom && { hidden: "" }) }, ...numbers),
    row("Who can finish it", "for", finishers()),
    row("Hardest step", "grade", HARDEST), row("Field", "field", FIELDS.map((name) => [name, name])),
    row("First click", "first", [["chosen", "anywhere"], ["marked", "marked"]]), make("button", { class: "primary" }, "New board"));
  const begun = game.moves.length && !game.over, box = section("new-board", "New board", begun ? make("details", {}, make("summary", {}, "Give up this one"), form) : form);
  box.addEventListener("click", ({ target }) => pick(target.closest(".choices button"), form));
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    playAnother();
  });
  return box;
}

function pick(one, form) {
  if (!one) return;
  const name = one.parentElement.id.slice("wish-".length), other = one.dataset.value === "other";
  for (const each of one.parentElement.children) each.setAttribute("aria-pressed", each === one);
  if (name === "size") byId("numbers").hidden = !other;
  if (!other) wish[name] = one.dataset.value;
  if (name === "size" && !other) form.querySelectorAll("input").forEach((input, i) => (input.value = sizeOf(wish.size)[i]));
}

function playAnother() {
  const numbers = byId("new-board") && !byId("numbers").hidden && [...byId("numbers").querySelectorAll("input")].map(({ value }) => Number(value));
  if (numbers) wish.size = `${numbers[0]}x${numbers[1]}/${numbers[2]}`;
  history.pushState(null, "", linkTo({ view: "play", ...wish }));
  order();
}

// --- Keys and pointers.

function playKey(event, cell) {
  if (event.ctrlKey || event.metaKey || event.altKey || game.over) return false;
  const key = event.key.toLowerCase(), open = () => tapped(cell);
  const does = { " ": open, enter: () => (byId("act") ? byId("act").click() : open()), f: () => move("flag", cell), c: () => move("chord", cell), w: () => askWhy(cell), h: hintMore, r: askRisks }[key];
  does?.();
  return Boolean(does);
}

Object.assign(acts, {
  flags: () => byId("flags").setAttribute("aria-pressed", (swaps = !swaps)),
  asks: () => byId("asks").setAttribute("aria-pressed", (asksWhy = !asksWhy)),
  hint: hintMore, risks: askRisks, again: playAnother,
  act: () => {
    const { kind, cell } = bestMove();
    board.tabStop(cell);
    move(kind, cell);
  },
});

// Right click flags. A long press does what a tap does not: it flags, or with the flag button pressed, opens.
function listenToBoard() {
  const cellAt = ({ target }) => Number(target.closest(".cell")?.dataset.cell ?? -1), { grid } = board;
  const end = () => (clearTimeout(press?.timer), press?.done || (press = null));
  grid.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (cellAt(event) >= 0 && !press) move("flag", cellAt(event));
  });
  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event), { clientX, clientY } = event;
    clearTimeout(press?.timer);
    press = null;
    if (cell < 0 || event.pointerType === "mouse" || game.over) return;
    press = { at: [clientX, clientY], done: false, timer: setTimeout(() => {
      press.done = true;
      move(swaps ? "open" : "flag", cell);
    }, 350) };
  });
  grid.addEventListener("pointermove", ({ clientX, clientY }) => press && Math.hypot(clientX - press.at[0], clientY - press.at[1]) > 10 && end());
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(name, end);
}
