// What the page shows now, and how keys, clicks and addresses change it: every view is a function of `data` and `now`.

const now = { step: 0, cell: null, proof: null, who: null, risk: true, two: false, verdict: null, timer: null };
const run = () => (compared ? runs.at(-1) : runs[0]);
const played = () => length > 0 && !compared && !(why && run().groups.length < 2);
let board, shown;  // the main board, and the reason that the panel shows

// What a page that can ask (live.js) changes: what its address holds besides, where an address leads, how to ask why; what
// a click on a cell and a key on the board do, what comes in place of the reason and of the cells' usual roles, and links
// from a review.
const live = { kept: {}, visit: readAddress, why: () => null };
const ownWays = () => ({ chosen: choose, key: () => false, reason: () => null, roles: () => [], links: () => [] });
Object.assign(live, ownWays());

// Show the page of an answer; a page that goes on with the same field keeps its board.
function begin(json, keeps = false) {
  play(false);
  load(json);
  lay();
  Object.assign(now, { two: false, proof: null, verdict: null });
  Object.assign(trial, noTrial(), { on: false });
  document.body.classList.remove("trying", "learning");
  document.body.dataset.size = field.cols > 16 ? "wide" : "small";
  if (!keeps) {
    boards = [];
    board = new Board(compared ? "The weakest player who knows each cell" : "Board", (cell) => live.chosen(cell), compared ? lookOnMap : lookOf);
    listenToFingers(board.frame);
  }
  byId("answer").replaceChildren(...tileOfAnswer());
  byId("answer").hidden = false;
  byId("headline").append(byId("actions"));  // on a phone they were in the sheet
  document.querySelector("main").replaceChildren(...(compared ? comparedParts() : review ? reviewParts() : parts()));
  byId("actions").replaceChildren(...actions());
  byId("keys").replaceChildren(...keysSaid());
  if (compared) board.show(run().ends, new Map());
  byId("two")?.firstChild.setAttribute("aria-pressed", true);
  if (review) timeline.listen();
  else if (played()) listenToSteps();
  arrange();
  readAddress(location.hash);
  miniature();
}

const button = (id, label, inside, attributes = {}) => make("button", { id, type: "button", ...(label && { "aria-label": label }), ...attributes }, ...inside);
const section = (id, title, ...inside) => make("section", { id, "aria-labelledby": `${id}-title` }, make("h2", { id: `${id}-title` }, title), ...inside);

// The board with its controls above and its legend below, the panel, and the steps in time.
function parts() {
  const bar = make("div", { id: "bar" });
  if (hint && knows.size) bar.append(make("span", { class: "soft" }, "What they know"), choices("who", data.ladder.map(([name], place) => [place, name, symbol(`bars-${Math.min(place, 3) + 1}`, `bars of-${place}`)])));
  if (risks.size) bar.append(choices("risk", [[1, "Risk on"], [0, "Off"]]));
  bar.append(make("span", { class: "zoom" }, button("smaller", "Smaller cells", ["−"], { class: "plain" }), button("larger", "Larger cells", ["+"], { class: "plain" })));
  const play = make("section", { id: "play", "aria-label": "Board" }, bar, board.frame, make("ul", { id: "marks", "aria-label": "Marks" }));
  const reason = section("reason", "", make("div", { id: "chips" }), make("div", { id: "says" }), make("div", { id: "trying", hidden: "" }, button("is-safe", "", ["It is safe"]), button("is-mine", "", ["It is a mine"])));
  const aside = make("aside", { "aria-label": "Reason" }, make("button", { id: "handle", "aria-label": "Reason: higher or lower", type: "button" }), reason);
  const beside = hint && document.body.dataset.size === "small", text = make("details", { id: "more", ...(beside && { class: "figures" }), ...(beside && !phone.matches && { open: "" }) }, make("summary", {}, "In figures"), ...data.text.map((one) => paragraph(one.replace(/^# /, "Cells "))));
  if (played()) {
    const steps = section("steps", "Steps", make("span", { id: "found", class: "soft" }), make("div", { id: "list", role: "listbox", tabindex: 0, "aria-labelledby": "steps-title" }, make("div", { id: "rows", role: "presentation" })), make("label", { class: "soft" }, "Show: ", make("select", { id: "which" })));
    const controls = make("div", { id: "controls", role: "group", "aria-label": "Steps" }, ...[["first", "To the start"], ["back", "One step back"], ["run", "Play"], ["next", "One step on"], ["last", "To the end"]].map(([id, label]) => button(id, label, id === "run" ? [symbol("play", "icon"), make("span", {}, "Play")] : [symbol(id, "icon")], id === "run" ? { class: "primary" } : {})), button("hard", "", ["Next hard step ", make("kbd", { "aria-hidden": "true" }, "H")]));
    const time = section("time", "Clues at once", make("ul", { id: "kinds" }), controls, make("div", { id: "chart" }, make("input", { id: "slider", type: "range", min: 0, value: 0, step: 1, "aria-label": "Step" })));
    if (data.verb === "path" && run().player === data.ladder.at(-1)[0]) reason.append(make("div", { id: "far" }, make("h3", {}, "How far each player gets"), make("div", {}, ...howFar())));
    aside.append(steps);
    return [play, aside, time, ...(data.text.length ? [text] : [])];
  }
  const known = hint && knows.size > 0 && section("known", "What each player knows now", make("div", { id: "known-says" }));
  const guesses = hint && ranks.length > 0 && section("guess", hint.guess?.ranked.length ? "The best cells compared" : hint.safe.length ? "If you guessed instead" : "The lowest risks", make("div", { id: "guess-says" }));
  aside.append(...(hint?.safe.length ? [known, guesses] : [guesses, known]).filter(Boolean));
  return [play, aside, ...(data.text.length ? [text] : [])];
}

function choices(id, options) {
  return make("div", { id, role: "group", class: "choices" }, ...options.map(([value, text, icon]) => make("button", { type: "button", "data-value": value, "aria-label": capital(text) }, icon, make("span", {}, capital(text)))));
}

function tileOfAnswer() {
  const { as } = baseRoles().get(target) ?? {}, risk = risks.get(target), verdict = why?.verdict ?? as, tile = byId("answer");
  if (review) return (tile.className = { won: "safe", lost: "mine" }[review.ending] ?? "stuck"), [review.ending === "unfinished" ? "?" : symbol(review.ending === "won" ? "tick" : "mine")];
  const solved = played() && !why && run().ends.every((mark, cell) => mark !== COVERED && mark !== EXPLODED), lost = played() && run().ends.includes(EXPLODED);
  const kind = compared ? "players" : verdict === "safe" || solved ? "safe" : verdict === "mine" || verdict === "known" || lost ? "mine" : risk !== undefined && !why ? "risk" : "stuck";
  tile.className = kind;
  if (kind === "risk") tile.dataset.risk = shadeOf(risk);
  const place = compared ? runs.length - 1 : data.ladder.findIndex(([name]) => name === run().player);
  return { safe: [symbol("tick")], mine: [symbol("mine")], risk: [percentOf(risk ?? 0)] }[kind] ?? (why ? ["?"] : [symbol(`bars-${Math.max(0, Math.min(place, 3)) + 1}`, "bars")]);
}

const canTry = () => ["path", "trace", "generate"].includes(data.verb);
function actions() {
  if (review) return reviewActions();
  if (compared) return runs.length > 2 ? [choices("two", [[0, "all players"], [1, `${runs[0].player} and ${run().player}`]])] : [];
  return canTry() && length ? [button("try", "", ["Try it yourself"], { "aria-pressed": false })] : [];
}

// In a path that always takes the easiest step, a player is stuck before the first step that is beyond them.
function howFar() {
  return data.ladder.map(([name], place) => {
    const beyond = run().steps.findIndex((step) => step.player < 0 || step.player > place);
    return make("p", {}, symbol(`bars-${Math.min(place, 3) + 1}`, `bars of-${place}`), make("b", {}, capital(name)), make("span", {}, beyond < 0 ? `all ${plural(length, "step")}` : `stuck after ${beyond}`));
  });
}

// What is shown of each cell before any reason: in a hint what is certain, known to the chosen player, and the risks.
function baseRoles() {
  const roles = new Map(), most = now.who ?? Infinity;
  if (!hint) return new Map(live.roles());
  for (const [as, cells] of [["safe", hint.safe], ["known", hint.mines]]) for (const cell of cellsOf(cells)) if (knows.get(cell) <= most) roles.set(cell, { as, player: knows.get(cell) });
  if (now.risk) for (const [cell, risk] of risks) if (field.neighbours[cell].some((one) => run().first[one] > 0)) roles.set(cell, { risk });
  ranks.forEach((cells, i) => cells.length <= MOST_EQUAL && cells.forEach((cell) => roles.set(cell, { ...roles.get(cell), rank: i + 1 })));
  for (const [at, half] of (hint.guess?.even ?? []).entries()) for (const cell of cellsOf(half)) roles.set(cell, { as: "group", letter: "ab"[at] });
  return new Map([...roles, ...live.roles()]);
}

// The reason that the panel shows: of the chosen cell, or of the step, or of the cell that the headline names.
function reason() {
  const other = live.reason();
  if (other) return other;
  if (review) return learning.on ? learnReason() : moveReason();
  if (compared) return now.cell === null ? null : cellReason(now.cell, runs.find((one) => one.decidedAt[now.cell]) ?? run(), now.proof);
  const at = now.cell !== null && run().decidedAt[now.cell], group = run().group(now.step);
  if (played() && (now.cell === null || (at && at >= group?.from && at <= group?.to && !(why && now.cell === target)))) return stepReason(run(), now.step);
  const cell = now.cell ?? target;
  if (cell >= 0 && (hint?.guess?.ranked.length || !answers.has(cell)) && now.cell === null) return guessReason(cell);
  return cell < 0 ? { title: data.headline, parts: data.text.map(paragraph), roles: new Map() } : cellReason(cell, run(), now.proof);
}

function guessReason(cell) {
  const sentences = hint?.guess?.sentences ?? [];
  return { title: `Why ${nameOf(cell)}`, parts: [make("ol", { class: "reason" }, ...sentences.map((text) => make("li", {}, line(text))))], roles: new Map() };
}

function show() {
  const number = played() ? now.step : length;
  shown = reason();
  if (compared) return showCompared();
  if (review) return showReview();
  const trying = trial.on, roles = trying ? new Map(trial.roles) : new Map([...baseRoles(), ...shown.roles]);
  if (!trying && hint && now.cell === null && !hint.guess?.ranked.length && roles.get(target)?.as) roles.set(target, { ...roles.get(target), as: hint.safe.length ? "safe" : "mine", big: true });
  const first = [...shown.roles.keys()];
  board.select(now.cell, now.cell ?? (played() || trying ? null : target));
  if (!trying && first.length) board.follow([...first.filter((cell) => roles.get(cell).as !== "opened"), ...first].slice(0, 60));
  else if (now.cell !== null || (target >= 0 && !trying)) board.follow([now.cell ?? target]);
  board.show(marksNow(run(), number), roles);  // after scrolling: what is in sight comes first
  legend(roles);
  if (trying) shown = { title: trial.title, parts: asking(now.cell, marksNow(run(), number)[now.cell]) };
  sayReason();
  if (played()) sayTimes(number);
  if (byId("known-says")) sayKnown();
  if (byId("guess-says")) sayGuesses();
  for (const [id, value] of [["who", now.who ?? data.ladder.length - 1], ["risk", Number(now.risk)]]) byId(id)?.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", Number(one.dataset.value) === value));
}

function sayReason() {
  byId("reason-title").textContent = plain(shown.title);
  document.body.classList.toggle("asked", now.cell !== null);
  byId("chips").replaceChildren(...(shown.chips ?? []));
  byId("says").replaceChildren(...shown.parts.filter(Boolean));
  if (!trial.on && !review && (!played() || now.cell !== null)) byId("says").append(soft((played() || hint) && live.chosen === choose ? "Click any cell to ask why." : ""));
  // The panel only grows, so that what is below it does not jump from step to step.
  if (played() && !phone.matches && field.cells < 1000) byId("reason").style.minHeight = `${byId("reason").offsetHeight}px`;
}

// The legend explains only the marks that are on the board now.
function legend(roles) {
  const looks = [...roles.values()], has = (test) => looks.some(test), as = (kind) => has((one) => one.as === kind), marks = [...board.marks];
  const items = [];
  if (as("safe")) items.push([{ as: "safe" }, hint || review ? "certainly safe" : "safe"]);
  if (as("mine")) items.push([{ as: "mine" }, `${played() && !review ? "new mine" : "certainly a mine"}${marks.includes(EXPLODED) ? " or hit" : ""}`]);
  if (has((one) => one.as === "known" && one.player >= 0 && !one.flag) && hint.mines.some((name) => !flagged.has(cellOf(name))) || marks.some((mark, i) => mark === FLAG && !flagged.has(i) && !roles.get(i)?.as) || has((one) => one.as === "known" && one.player === undefined && !one.flag)) items.push([{ as: "known" }, "mine known"]);
  if (marks.some((mark, i) => isFlag(i, mark))) items.push([{ flag: true }, "your flag"]);
  if (hint?.wrong_flags.length) items.push([{ flag: "wrong" }, "wrong flag"]);
  if (as("look")) items.push([{ as: "look" }, "look here"]);
  if (as("clash")) items.push([{ as: "clash", text: "3" }, "does not fit"]);
  if (as("wrong")) items.push([{ flag: "wrong" }, "wrong flag"]);
  if (as("ring")) items.push([{ as: "ring", text: "2" }, "clue used"]);
  if (as("group")) items.push([{ as: "group", letter: "a" }, "group"]);
  if (has((one) => one.rank)) items.push([{ rank: played() && !review ? "?" : 1 }, review ? "best guess" : played() ? "guess" : "best guesses"]);
  for (const own of new Set(looks.flatMap((one) => one.own ?? []))) items.push([{ own }, "your move"]);
  if (marks.includes(EXPLODED) && !as("mine")) items.push([{ as: "mine" }, "hit"]);
  byId("marks").replaceChildren(...items.map(([look, text]) => make("li", {}, sample(look), text)));
  if (has((one) => one.risk !== undefined)) byId("marks").append(make("li", { class: "scale" }, "risk, %", make("span", {}, ...[0, 1, 2, 3, 4, 5].map((shade) => make("i", { "data-risk": shade }, [0, 10, 20, 35, 50, 75][shade])))));
  if (field.closed) byId("marks").append(make("li", {}, "dashed: opposite edges touch"));
  const far = [...risks].find(([cell]) => roles.get(cell)?.risk === undefined && !roles.get(cell)?.as), share = far && percentOf(far[1]);
  if (share && now.risk && !trial.on) byId("marks").append(make("li", {}, sample({}), `no clue near: ${share}`));
}

function sample({ as, letter, text, flag, rank, own }) {
  if (own) return verdictMark(own);
  const inside = { safe: symbol("tick"), mine: symbol("mine"), known: symbol("mine") }[as] ?? (flag ? symbol(flag === "wrong" ? flag : "flag") : letter ?? text ?? "");
  const cell = make("span", { class: "cell", "aria-hidden": "true", "data-mark": text ?? "#" }, rank ? make("b", { class: "rank", "data-n": rank }) : inside);
  return Object.assign(cell.dataset, as && { as }, letter && { letter }, flag && { flag }, rank && { asked: "guess" }), cell;
}

// What each player of the ladder knows, and of the cell that the panel is about.
function sayKnown() {
  const cell = now.cell ?? target, is = hint.safe.some((name) => cellOf(name) === cell) ? "safe" : "a mine", count = (cells, place) => cellsOf(cells).filter((one) => knows.get(one) <= place).length;
  const rows = data.ladder.map(([name], place) => [[symbol(`bars-${Math.min(place, 3) + 1}`, `bars of-${place}`), make("b", {}, capital(name))], [count(hint.safe, place)], [count(hint.mines, place)], [knows.get(cell) <= place ? `knows: ${is}` : make("span", { class: "soft" }, "can’t tell")]]);
  byId("known-says").replaceChildren(tableOf([["Player", "safe", "mines", "on this cell"].map((one) => [one]), ...rows], "What each player knows now"));
}

function tableOf(rows, label) {
  const cells = (row, i) => row.map((inside, j) => make(i && j ? "td" : "th", i && j ? {} : { scope: i ? "row" : "col" }, ...inside));
  return make("div", { class: "table", tabindex: 0, role: "region", "aria-label": `Table: ${label}` }, make("table", {}, ...rows.map((row, i) => make("tr", {}, ...cells(row, i)))));
}

// Guesses: the best three compared, and any cell that is asked about; or only the lowest risks.
const share = (fraction) => (fraction === null ? "" : fraction === "1" ? "100%" : fraction === "0" ? "0%" : `${Math.min(99.9, Math.max(0.1, 100 * shareOf(fraction))).toFixed(1)}%`);
const disc = (rank) => make("b", { class: "rank" }, rank);
const cellLink = (cell) => make("button", { class: "link name", type: "button", "data-cell": cell }, nameOf(cell));
function sayGuesses() {
  const all = hint.guess?.ranked, box = byId("guess-says");
  if (!all) return box.replaceChildren(make("ul", { class: "ranks" }, ...ranks.map((cells, i) => make("li", {}, disc(i + 1), cellLink(cells[0]), make("span", { class: "soft" }, cells.length > 1 ? (cells.length > MOST_EQUAL ? `or ${cells.length - 1} others` : `or ${few(cells.slice(1).map(nameOf))}`) : ""), meter(risks.get(cells[0])), `${percentOf(risks.get(cells[0]))} risk`))));
  const columns = [["risk", "risk"], ["survive this and the next", "next"], ["safe cell after it", "clear"], ["win", "win"]].filter(([, key]) => all.some((one) => one[key] !== null));
  const asked = now.cell !== null && all.findIndex((one) => cellOf(one.cell) === now.cell), some = all.slice(0, 3).map((_, i) => i);
  if (asked !== false && asked > 2) some.push(asked);
  const rows = some.map((i) => [[disc(i + 1), cellLink(cellOf(all[i].cell))], ...columns.map(([, key]) => [key === "clear" && all[i].clear === "1" ? "always" : share(all[i][key])])]);
  const input = make("input", { id: "why-not", "aria-label": "Why not another cell?", placeholder: "Why not … type or click a cell", autocomplete: "off", spellcheck: "false" });
  const ask = make("form", { class: "ask" }, input, make("button", {}, "Add"));
  ask.addEventListener("submit", (event) => {
    event.preventDefault();
    const cell = cellOf(input.value);
    if (cell >= 0) choose(cell);
    else speak(`No cell is called ${input.value}.`);
  });
  const even = hint.guess.even && [make("h3", {}, "A 50/50 to settle"), make("p", {}, ...linked("Either all the a's are mines or all the b's.", new Map([[0, "a"], [1, "b"]])))];
  box.replaceChildren(tableOf([["Cell", ...columns.map(([title]) => title)].map((one) => [one]), ...rows], "The best cells compared"), ask, ...hint.guess.notes.filter((one) => one.startsWith("dead")).map((one) => soft(one)), ...(even ?? []));
}

function meter(part) {
  const bar = make("i", {}), all = make("span", { class: "meter", "aria-hidden": "true" }, bar);
  bar.style.width = `${Math.max(4, 100 * part)}%`;
  return all;
}

// The players that a comparison shows, and who of them is the weakest to know a cell.
const compares = () => (now.two ? [runs[0], run()] : runs);
const knower = (cell) => (now.two && weakest.has(cell) && weakest.get(cell) !== runs[0].player ? run().player : weakest.get(cell));

function compareTwo(two) {
  now.two = two;
  byId("two").querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", Number(one.dataset.value) === Number(two)));
  document.querySelector("main").replaceChildren(...comparedParts());
  board.marks = [];
  board.show(run().ends, new Map());
  arrange();
  show();
}

// A comparison: the table and the map of who knows each cell, then a small board for each player.
function comparedParts() {
  const game = run().game, cols = game ? ["cleared", "mines found", "undecided", "hardest step"] : ["safe", "mines", "undecided", "hardest step"];
  const most = Math.max(...found.table.slice(1).map((row) => Number(row[1]) + (game ? 0 : Number(row[2]))), 1), place = (name) => data.shades[name];
  const body = found.table.slice(1).filter(([name]) => compares().some(({ player }) => player === name)).map((row) => {
    const step = found.players[row[0]].hardest?.step, name = row[0], bar = meter((Number(row[1]) + (game ? 0 : Number(row[2]))) / most);
    bar.firstChild.className = `of-${place(name)}`;
    return [make("tr", {}, make("th", { scope: "row" }, symbol(`bars-${place(name) + 1}`, `bars of-${place(name)}`), make("b", {}, capital(name))), ...row.slice(1, 4).map((one) => make("td", {}, one)), make("td", {}, step ? levelName(read(step).level) : "none")), make("tr", { class: "reach", "aria-hidden": "true" }, make("td", { colspan: 5 }, bar))];
  }).flat();
  const table = make("table", {}, make("tr", {}, ...["Player", ...cols].map((one) => make("th", { scope: "col" }, one))), ...body);
  const left = make("aside", { "aria-label": "Players" }, section("far", "How far each player gets", make("div", { class: "table", tabindex: 0, role: "region", "aria-label": "Players" }, table), ...missed()), section("reason", "", make("div", { id: "chips" }), make("div", { id: "says" })), make("details", { id: "more" }, make("summary", {}, "All figures"), tableOf(found.table.map((row) => row.map((one) => [one])), "All figures"), ...data.text.map(paragraph)));
  const map = make("section", { id: "play", "aria-label": "Map" }, board.frame, make("ul", { id: "marks", "aria-label": "Marks" }, ...mapLegend()));
  const small = make("section", { id: "small", "aria-label": "The board of each player" }, ...compares().map((one) => make("figure", {}, make("figcaption", {}, symbol(`bars-${place(one.player) + 1}`, `bars of-${place(one.player)}`), make("b", {}, capital(one.player)), ` ${standing(one)}`), smallBoard(one))));
  return [left, map, small];
}

const standing = ({ end, game }) => (end.remaining ? `${game ? "stuck, " : ""}${end.remaining} undecided` : game ? "all cleared" : "all decided");

// For each stronger player, how many cells only they add, with the first.
function missed() {
  const count = new Map(), by = new Map([...weakest.keys()].map((cell) => [cell, knower(cell)]));
  for (const name of by.values()) count.set(name, (count.get(name) ?? 0) + 1);
  const rows = compares().slice(1).filter(({ player }) => count.has(player)).map(({ player }) => {
    const step = found.additional.find((one) => Object.keys(one.decides).some((name) => by.get(cellOf(name)) === player));
    const cell = step && cellOf(Object.keys(step.decides).find((name) => by.get(cellOf(name)) === player));
    return make("li", {}, symbol(`bars-${data.shades[player] + 1}`, `bars of-${data.shades[player]}`), make("b", {}, plural(count.get(player), "cell")), ...(step ? [make("span", {}, "first ", cellLink(cell)), make("span", { class: "soft" }, step.pattern ? `by ${step.pattern}, ${levelName(read(step).level)}` : levelName(read(step).level))] : []));
  });
  return rows.length ? [make("h3", {}, `What ${runs[0].player} could not know`), make("ul", { class: "missed" }, ...rows)] : [];
}

function lookOnMap(i, mark) {
  const name = knower(i), mine = isMine(run().ends[i]), start = runs[0].start !== null && cellOf(runs[0].start) === i;
  if (!name) return { mark: start ? "0" : glyphOf(mark), inside: start ? [make("i", { class: "click" })] : [], words: [start ? "first click" : stateOf(glyphOf(mark)), !start && mark === COVERED && "nobody knows it"] };
  const inside = start ? [make("i", { class: "click" })] : mine ? [make("i", { class: "dot" })] : data.shades[name] ? [symbol(`bars-${data.shades[name] + 1}`, "bars")] : [];
  return { mark: "", player: data.shades[name], inside, words: [mine ? "a mine" : "safe", `known to ${name}`, start && "first click"] };
}

function mapLegend() {
  const by = [...weakest.keys()].map(knower), item = (look, ...text) => make("li", {}, make("span", { class: "cell", "aria-hidden": "true", ...look.attributes }, ...look.inside), ...text);
  const players = compares().filter(({ player }) => by.includes(player)).map(({ player }) => item({ attributes: { "data-player": data.shades[player] }, inside: data.shades[player] ? [symbol(`bars-${data.shades[player] + 1}`, "bars")] : [] }, `${player} `, make("b", {}, by.filter((one) => one === player).length)));
  const open = run().ends.some((mark, i) => mark === COVERED && !knows.has(i));
  return [...players, item({ attributes: { "data-player": 0 }, inside: [make("i", { class: "dot" })] }, "a mine"), ...(open ? [item({ attributes: { "data-mark": "#" }, inside: [] }, "nobody")] : []), ...(runs[0].start === null ? [] : [item({ attributes: { "data-mark": "0" }, inside: [make("i", { class: "click" })] }, "first click")])];
}

// A board whose cells are too small for numbers: covered cells, and a dot for each known mine.
function smallBoard(one) {
  const cell = ([x, y]) => `M${x + 0.04} ${y + 0.04}h.92v.92h-.92z`, dot = ([x, y]) => `M${x + 0.3} ${y + 0.3}h.4v.4h-.4z`, places = (test) => lies.at.filter((_, i) => test(one.ends[i]));
  const paths = [["open", places((mark) => mark >= 0 || mark === SAFE), cell], ["covered", places((mark) => mark < 0 && mark !== SAFE), cell], ["dots", places(isMine), dot]];
  return drawn("svg", { class: "little", viewBox: `0 0 ${lies.wide} ${lies.high}`, role: "img", "aria-label": `${one.player}: ${standing(one)}` }, ...paths.map(([name, at, d]) => drawn("path", { class: name, d: at.map(d).join("") })));
}

function showCompared() {
  board.select(now.cell);
  byId("reason").hidden = !shown;
  if (!shown) return;
  const who = runs.find((one) => one.decidedAt[now.cell]), at = who?.decidedAt[now.cell];
  sayReason();
  if (!at) return;
  const cells = [...shown.roles].filter(([, { as }]) => as !== "opened").map(([cell]) => cell), marks = who.marksAt(who.group(at).to);
  byId("says").prepend(make("div", { class: "twins" }, pictured(`${capital(who.player)}, ${shown.title.split(":")[0].toLowerCase()}`, "the board around it", around(cells), (one) => lookOf(one, marks[one], shown.roles.get(one)))));
}

// Go to a step, of its whole group.
function go(number) {
  if (review && learning.on) return openLearning(toLearn().findIndex((one) => one.number === number) + 1);
  now.step = run().group(Math.max(0, Math.min(length, number)))?.to ?? 0;
  [now.cell, now.proof] = [null, null];
  show();
  writeAddress();
}

function stepTowards(way) {
  if (review) return timeline.stepTowards(way);
  const i = now.step ? run().groupAt[now.step] : 0;
  return way < 0 ? run().groups[i - 2]?.to ?? 0 : run().groups[i]?.to ?? now.step;
}

function sayTimes(number) {
  chart.show(run(), number);
  list.show(number);
  for (const [id, off] of [["first", !number], ["back", !number], ["next", number === length], ["last", number === length], ["hard", !list.hard()]]) byId(id).setAttribute("aria-disabled", off);
  // During playback, speak only at the end, or it would never stop talking.
  const group = run().group(number);
  if (!now.timer || number === length) speak(group ? `Step ${group.from} of ${run().steps.length}. ${linesOf(group.step).join(" ")}` : "The start.");
}

function speak(text) {
  if (byId("live").textContent !== plain(text)) byId("live").textContent = plain(text);
}

function choose(cell) {
  [now.cell, now.proof] = [cell, null];
  if (trial.claims && cell !== null) return guess(false);
  if (review && learning.on && cell !== null) return attempt(cell);
  const at = !compared && !trial.on && cell !== null && run().decidedAt[cell];
  if (at && !(why && cell === target)) now.step = run().group(at).to;
  show();
  if (cell !== null && !trial.on && shown) speak(`${shown.title}.`);
  writeAddress(true);
}

function play(on) {
  clearInterval(now.timer);
  now.timer = null;
  if (!byId("run")) return;
  if (on && now.step === length) now.step = 0;
  if (on) now.timer = setInterval(() => (now.step < length ? go(stepTowards(1)) : play(false)), 1000);
  const word = now.timer ? "Pause" : "Play";
  byId("run").replaceChildren(symbol(word.toLowerCase(), "icon"), make("span", {}, word));
  byId("run").setAttribute("aria-label", word);
}

// The address holds the step, the cell and the view, so that a link leads there, and Back goes back to the last choice.
let writing = null;
function writeAddress(push) {
  clearTimeout(writing);
  if (trial.stays) return;
  const write = () => {
    const parts = new URLSearchParams({ ...live.kept, ...(played() && { step: now.step }) });
    if (now.cell !== null) parts.set("cell", rawNameOf(now.cell));
    if (now.who !== null) parts.set("player", playerName(now.who));
    if (!now.risk) parts.set("risk", "off");
    if (review && learning.on) parts.set("learn", learning.at + 1);
    if (`#${parts}` !== location.hash) history[push ? "pushState" : "replaceState"](null, "", `#${parts}`);
  };
  if (push) write();
  else writing = setTimeout(write, 120);
}

function readAddress(hash) {
  const parts = new URLSearchParams(hash.slice(1)), number = Number.parseInt(parts.get("step"), 10), name = parts.get("cell"), player = parts.get("player");
  const cell = name === null ? -1 : cellOf(name), who = data.ladder.findIndex(([one]) => one === player);
  const hard = run().steps.findIndex((step) => step.player !== 0) + 1;
  const first = review ? review.moments[0] ?? length : why ? (target >= 0 && run().decidedAt[target]) || length : hard || (run().group(1)?.to ?? 0);
  now.step = played() ? run().group(Math.max(0, Math.min(length, Number.isNaN(number) ? first : number)))?.to ?? 0 : 0;
  now.cell = cell >= 0 ? cell : name === null && why && target >= 0 ? target : null;
  if (now.cell !== null && Number.isNaN(number) && played() && run().decidedAt[now.cell]) now.step = run().group(run().decidedAt[now.cell]).to;
  now.who = who < 0 ? null : who;
  now.risk = parts.get("risk") !== "off";
  if (review) learn(parts.get("learn"));
  else show();
  // Report unknown names above the reason, and once to screen readers.
  const unknown = [name !== null && cell < 0 && `No cell is called ${name}.`, player !== null && who < 0 && `No player is called ${player}.`];
  const text = unknown.filter(Boolean).join(" ");
  if (!text) return;
  byId("says")?.prepend(paragraph(text));
  speak(text);
}

// Cells that the pointer or the focus names in a sentence are lit on the board.
function light(event) {
  const { cell, letter } = event.target.closest?.("[data-cell], [data-letter]")?.dataset ?? {}, inBoard = event.target.closest?.("[role=grid]");
  for (const one of document.querySelectorAll(".lit")) one.classList.remove("lit");
  if (inBoard || !shown) return;
  const cells = cell !== undefined ? [Number(cell)] : letter ? [...shown.roles].filter(([, role]) => role.letter === letter).map(([one]) => one) : [];
  for (const one of cells) board.cells[one]?.classList.add("lit");
}

let tipped = null;
function tip(event) {
  const cell = event.target.closest?.("#play [data-cell]"), box = byId("tip");
  clearTimeout(tipped);
  box.hidden = true;
  if (!cell || trial.on || phone.matches || event.pointerType === "touch") return;
  tipped = setTimeout(() => {
    const i = Number(cell.dataset.cell), risk = risks.get(i), at = cell.getBoundingClientRect(), who = knows.get(i);
    if (risk === undefined && who === undefined) return;
    box.replaceChildren(make("b", {}, risk === undefined ? nameOf(i) : `${nameOf(i)}: ${percentOf(risk)} risk`), make("span", {}, who === undefined ? "No player can tell." : `Known to ${playerName(who)}${who < data.ladder.length - 1 ? " and stronger" : ""}.`));
    box.hidden = false;
    box.style.left = `${Math.max(8, Math.min(innerWidth - 188, at.left + at.width / 2 - 90))}px`;
    box.style.top = `${at.bottom + scrollY + 8}px`;
  }, 150);
}

function theme() {
  const dark = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark === "dark" ? "light" : "dark";
}

function keysSaid() {
  const keys = [["← ↑ ↓ →", "on the board: move"], ["Enter", "why"], ...(played() ? [["[ ]", `or ← → elsewhere: ${review ? "move" : "step"}`], ["H", review ? "next guess or mistake" : "next hard step"], review ? ["L", "learn"] : ["Space", "play"]] : []), ...(hint ? [["1–4", "player"], ["R", "risk"], ["G", "best guess"]] : []), ["+ −", "zoom"], ["T", "light or dark"], ["Esc", "close"]];
  return keys.map(([key, text]) => make("span", {}, make("kbd", {}, key), ` ${text}`));
}

// Where each part stands on a screen of this size.
function arrange() {
  if (!board) return;  // no answer yet
  const sheet = document.querySelector("aside"), parts = [byId("time"), !compared && byId("more")].filter(Boolean);
  (phone.matches || byId("more")?.matches(".figures") ? sheet : document.querySelector("main")).append(...parts);
  (phone.matches ? byId("deck") ?? sheet : byId("headline")).append(byId("actions"));
  byId("reason").style.minHeight = "";
  fit();
  miniature();
  if (played()) {
    const line = review ? timeline : chart;
    line.draw(run());
    line.show(review ? now.step : run(), now.step);
  }
}

// On a phone, a map of a board that is larger than its frame; a tap on it moves there.
function miniature() {
  const { frame, unit } = board, side = [26, 24];
  byId("minimap")?.remove();
  if (!phone.matches || frame.scrollWidth <= frame.clientWidth + 8 || !field.rows) return;
  const map = smallBoard({ player: "Map", ends: board.marks, end: { remaining: 0 } }), view = drawn("rect", {}), box = make("button", { id: "minimap", type: "button", "aria-label": "Map of the board" }, map);
  const move = () => {
    const place = { x: frame.scrollLeft / unit, y: frame.scrollTop / unit, width: Math.max(0, Math.min(lies.wide, (frame.clientWidth - side[0]) / unit)), height: Math.max(0, Math.min(lies.high, (frame.clientHeight - side[1] - below(frame)) / unit)) };
    for (const [name, value] of Object.entries(place)) view.setAttribute(name, value);
  };
  map.removeAttribute("role");
  map.append(view);
  frame.onscroll = move;
  box.addEventListener("click", (event) => {
    const { left, top, width, height } = map.getBoundingClientRect(), at = [(event.clientX - left) / width, (event.clientY - top) / height];
    frame.scrollTo({ left: at[0] * lies.wide * unit - frame.clientWidth / 2, top: at[1] * lies.high * unit - frame.clientHeight / 4 });
  });
  byId("play").append(box);
  move();
}

const acts = {
  first: () => go(0), back: () => go(stepTowards(-1)), next: () => go(stepTowards(1)), last: () => go(length), hard: () => go((review ? timeline : list).hard() ?? now.step),
  smaller: () => magnify(-1), larger: () => magnify(1), try: () => tryIt(!trial.on), "is-safe": () => guess(false), "is-mine": () => guess(true),
  run: () => play(!now.timer), "theme-button": theme, handle: () => sheet(),
};

function magnify(by) {
  zoom += by;
  fit();
  show();
}

// Two fingers on the board make its cells larger or smaller, a size at a time.
function listenToFingers(frame) {
  const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  let last = 0;
  frame.addEventListener("touchstart", ({ touches }) => touches.length === 2 && (last = spread(touches)), { passive: true });
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    const next = spread(event.touches), by = next > last * 1.2 ? 1 : next < last / 1.2 ? -1 : 0;
    event.preventDefault();
    if (!by) return;
    last = next;
    magnify(by);
  }, { passive: false });
}

// On a phone the reason is a sheet with three heights.
function sheet(to) {
  const heights = ["closed", "half", "full"], { dataset } = document.body, at = heights.indexOf(dataset.sheet ?? "half");
  dataset.sheet = to ?? heights[(at + 1) % 3];
  byId("handle")?.setAttribute("aria-expanded", dataset.sheet !== "closed");
}

function clicked(event) {
  const one = event.target.closest("button");
  if (!one || one.getAttribute("aria-disabled") === "true") return;
  if (["first", "back", "next", "last", "hard"].includes(one.id)) play(false);
  if (acts[one.id]) acts[one.id]();
  else if (one.dataset.cell) review ? board.move(Number(one.dataset.cell)) : choose(Number(one.dataset.cell));
  else if (one.dataset.step) go(Number(one.dataset.step));
  else if (one.dataset.proof) [now.proof] = [Number(one.dataset.proof)], show();
  else if (one.parentElement.id === "verdict") timeline.filter(one.dataset.value || null);
  else if (one.parentElement.id === "who") set("who", Number(one.dataset.value));
  else if (one.parentElement.id === "two") compareTwo(one.dataset.value === "1");
  else if (one.parentElement.id === "risk") set("risk", one.dataset.value === "1");
}

// On paper the hard steps follow, two a page, each with the part of the board that it uses.
const ON_PAPER = 30;
function print() {
  for (const one of boards) one.draw([...one.stale]);
  byId("paper")?.remove();
  if (!played()) return;
  const hard = run().groups.filter(({ step }) => (review ? review.moments.includes(step.number) : step.player !== 0)).slice(0, ON_PAPER), { lastChild } = document.querySelector("main");
  lastChild.after(make("section", { id: "paper", "aria-label": "Hard steps" }, ...hard.map(({ to }) => {
    const { title, parts, roles } = stepReason(run(), to), marks = run().marksAt(to).slice(), cells = [...roles].filter(([, { as }]) => as !== "opened").map(([cell]) => cell);
    return make("article", {}, make("h2", {}, title), make("div", { class: "twins" }, pictured("", title, around(around(cells)), (cell) => lookOf(cell, marks[cell], roles.get(cell)))), ...parts);
  })));
}

function set(name, value) {
  now[name] = value;
  show();
  writeAddress();
}

function listen() {
  byId("theme-button").hidden = false;
  document.addEventListener("click", clicked);
  for (const event of ["pointerover", "focusin", "pointerout", "focusout"]) document.addEventListener(event, light);
  for (const event of ["pointerover", "pointerout"]) document.addEventListener(event, tip);
  document.addEventListener("keydown", pageKey);
  addEventListener("hashchange", (event) => live.visit(new URL(event.newURL).hash));
  addEventListener("popstate", () => live.visit(location.hash));
  addEventListener("resize", arrange);
  addEventListener("beforeprint", print);
}

function listenToSteps() {
  list.begin(run());
  byId("slider").addEventListener("input", () => {
    play(false);
    go(run().groups[byId("slider").value - 1]?.to ?? 0);
  });
  byId("which").addEventListener("change", () => {
    list.filter();
    sayTimes(now.step);
  });
  byId("list").addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key], to = way && list.stepTowards(way);
    if (to !== undefined) go(to);
    if (way) event.preventDefault();
  });
}

function pageKey(event) {
  if (!board || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { tagName } = event.target, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Escape") {
    if (review && learning.on) return openLearning(0);
    play(false);
    sheet("closed");
    return choose(null);
  }
  if (["INPUT", "SELECT", "TEXTAREA"].includes(tagName)) return;
  const common = { t: theme, "+": acts.larger, "-": acts.smaller, "?": () => (byId("keys").hidden = !byId("keys").hidden), ...(review && byId("learn") && { l: acts.learn }), ...(trial.on && { s: acts["is-safe"], m: acts["is-mine"] }) };
  const steps = played() ? { ArrowRight: acts.next, ArrowLeft: acts.back, "]": acts.next, "[": acts.back, ...(!trial.on && { Home: acts.first, End: acts.last, h: acts.hard }) } : {};
  const hints = hint ? { r: () => set("risk", !now.risk), g: () => ranks.length && choose(ranks[0][0]), ...Object.fromEntries(data.ladder.map((_, place) => [`${place + 1}`, () => set("who", place)])) } : {};
  const act = { ...common, ...steps, ...hints }[key] ?? (key === " " && played() && !trial.on && !["BUTTON", "SUMMARY"].includes(tagName) && acts.run);
  if (!act) return;
  if (act !== acts.run && steps[key]) play(false);
  act();
  event.preventDefault();
}

listen();
if (byId("data")) begin(JSON.parse(byId("data").textContent));
