// What the page shows now, and how keys, clicks and addresses change it.

const now = { step: 0, cell: null, run: 0, timer: null, ofCell: false };
const narrow = matchMedia("(max-width: 60rem)");
const activeRun = () => runs[now.run];
const shownStep = (run) => Math.min(now.step, run.steps.length);
const ICONS = { play: "M4 3v10l9-5z", pause: "M4 3h3v10H4zM9 3h3v10H9z" };
const captions = [];

function begin() {
  document.body.dataset.verb = data.verb;
  byId("title").textContent = data.title;
  const { start } = runs[0], from = start === null ? "" : `${compared ? ", from" : " starts at"} ${start}`;
  byId("about").textContent = [data.verb, runs.map((run) => run.player).join(" · ") + from, field.closed && "opposite edges touch"].filter(Boolean).map(plain).join(" · ");
  runs.forEach((run, i) => byId("boards").append(boardOf(run, i)));
  if (compared) drawMap();
  if (hint) {
    byId("outcome-title").textContent = "What is certain";
    for (const id of ["boards", "marks"]) byId(id).classList.add("certain");
  }
  drawLegend();
  for (const id of ["controls", "profile", "step", "steps", "step-keys"]) byId(id).hidden = length === 0;
  byId("outcome").hidden = data.text.length === 0;
  byId("try").hidden = !["path", "trace", "compare"].includes(data.verb);
  byId("outcome-says").replaceChildren(...data.text.map((line) => paragraph(hint ? line.replace(/^# /, "Cells ") : line)));  // the page shows no #
  if (compared) drawTable();
  if (advice) drawAdvice(advice);
  byId("slider").max = length;
  arrange();
  listen();
  readAddress(location.hash);
}

function boardOf(run, i) {
  const board = new Board(`Board of ${run.player}`, (cell) => choose(cell, i), hint ? lookInHint : undefined);
  const box = make("div");
  if (runs.length > 1) {
    const name = make("button", { type: "button" }, run.player);
    name.addEventListener("click", () => look(i));
    captions[i] = { name, where: make("span") };
    box.append(make("p", { class: "player" }, name, " ", captions[i].where));
  }
  box.append(board.frame);
  run.board = board;
  run.box = box;
  return box;
}

// How far each player got, and what the last one deduces beyond the first.
function drawTable() {
  const run = runs[runs.length - 1], beyond = [...new Set(compared.additional.map((step) => step.number))];
  const some = beyond.slice(0, 200), more = beyond.length - some.length;
  const steps = some.map((number) => make("p", {}, stepLink(number, run), `: ${wordsOf(run.step(number)).join(" ")}`));
  byId("outcome-says").prepend(tableOf(compared.table, "What each player got"));
  if (some.length) byId("outcome-says").append(make("details", {}, make("summary", {}, `Beyond ${runs[0].player}: ${plural(beyond.length, "step")}`), ...steps, ...(more ? [paragraph(`... and ${more} more`)] : [])));
}

function tableOf(texts, label) {
  const rows = texts.map((row, i) => make("tr", {}, ...row.map((text, j) => (text && !(i && j) ? make("th", { scope: i ? "row" : "col" }, text) : make("td", {}, text)))));
  return make("div", { class: "table", tabindex: 0, role: "region", "aria-label": label }, make("table", {}, ...rows));
}

// Which cell to guess, why that one, and the numbers of the best cells.
function drawAdvice({ policy, table, notes, sentences }) {
  const title = `To guess, by ${policy}`;
  byId("advice").hidden = false;
  byId("advice-title").textContent = title;
  byId("advice-says").replaceChildren(...sentences.map((line) => paragraph(line)), tableOf(table, title), ...notes.map((line) => paragraph(line)));
}

// For each cell, the index of the weakest run that decides it, or -1.
const weakest = Array.from({ length: field.cells }, () => -1);
for (const [cell, player] of byCell(compared?.weakest)) weakest[cell] = runs.findIndex((run) => run.player === player);

const letters = compared && glyphsIn(compared.map), tintOf = (who) => `var(--t${who % 4})`;

// For each cell, the weakest player who decides it, as in the text of `compare`.
function drawMap() {
  const map = new Board("The weakest player who decides each cell", (cell) => choose(cell, weakest[cell] < 0 ? runs.length - 1 : weakest[cell]), lookOnMap);
  byId("map").hidden = false;
  map.grid.classList.add("letters");
  map.show(runs[runs.length - 1].ends, new Map());
  byId("map-board").append(map.frame);
  const letterOf = new Map(letters.map((letter, i) => [weakest[i], letter.toLowerCase()]).filter(([, letter]) => letter !== "@"));
  const used = runs.filter((_, i) => letterOf.has(i)).map((run) => {
    const sample = make("i", { "data-player": runs.indexOf(run) }, letterOf.get(runs.indexOf(run)));
    sample.style.setProperty("--tint", tintOf(runs.indexOf(run)));
    return make("li", {}, sample, run.player);
  });
  const start = weakest.some((who, i) => who >= 0 && letters[i] === "@") ? [make("li", {}, "@ start")] : [];
  const marks = runs[runs.length - 1].ends, open = weakest.some((who, i) => who < 0 && glyphOf(marks[i]) === "#");
  const undecided = open ? [make("li", {}, sampleOf("#"), "undecided by all")] : [];
  byId("players").replaceChildren(...used, make("li", {}, "capital: a mine"), ...undecided, ...start);
}

function lookOnMap(i, mark) {
  const who = weakest[i], letter = letters[i], run = runs[who];
  if (!run) return { ...lookOf(i, mark), words: [stateAt(i, mark), "undecided by all"] };
  const words = [letter !== letter.toLowerCase() && "a mine", `decided by ${run.player}`];
  return { mark: "", player: who, text: letter, words, style: { "--tint": tintOf(who) } };
}

// In a hint, forced cells are marked, and every other covered cell shows its risk.
function lookInHint(i, mark, as) {
  const look = lookOf(i, mark, as), risk = as && as !== "guess" ? undefined : risks.get(i);
  if (!risk) return look;
  return { ...look, risk: risk.share, text: risk.text.replace("%", ""), words: [...look.words, `risk ${risk.text}`], style: { "--share": risk.share } };
}

function drawLegend() {
  const texts = length
    ? [["stands on", "2", "a clue of this step"], ["safe", "1", "decided: safe"], ["mine", "F", "decided: a mine"]]
    : hint ? [["safe", "#", "safe"], ["mine", "#", "a mine"]] : [];
  if (runs.some((run) => run.steps.some((step) => step.risk))) texts.push(["guess", "1", "cleared as a guess"]);
  if (toGuess) texts.push(["guess", "#", "to guess"]);
  byId("marks").replaceChildren(...texts.map(([as, glyph, text]) => make("li", {}, sampleOf(glyph, { as }), text)));
  if (claims.size) byId("marks").append(make("li", {}, sampleOf("#", { claim: true }), "covered, flagged"));
  if (hint) byId("marks").append(make("li", {}, "a number: the risk in %, the stronger its shade the higher"));
  byId("marks").hidden = !byId("marks").children.length;
}

// A cell as the legend shows it.
function sampleOf(glyph, looks = {}) {
  const sample = make("span", { class: "cell", "aria-hidden": "true" }, "F#".includes(glyph) ? "" : glyph);
  Object.assign(sample.dataset, { mark: glyph }, looks);
  return sample;
}

// On a narrow screen, or while the reader tries, show one board, and a tab for each of the others.
function arrange() {
  byId("boards").classList.toggle("one", narrow.matches || trial.on);
  fit();
}

// Go to a step, of the selected run unless another is given.
function go(number, run = activeRun()) {
  now.step = Math.max(0, Math.min(length, number));
  now.ofCell = false;
  if (run !== activeRun()) look(runs.indexOf(run));
  else show();
}

// Select a run.
function look(index) {
  now.run = index;
  runs.forEach((run, i) => run.box.classList.toggle("looked", i === index));
  drawChart(activeRun());
  list.begin(activeRun());
  captions.forEach(({ name }, i) => name.setAttribute("aria-pressed", i === index));
  show();
}

function show() {
  const run = activeRun(), number = shownStep(run), step = run.step(number), { frame } = run.board;
  // Scroll first, because that reads the layout: everything after it only writes.
  const cell = step?.set[0]?.[0] ?? step?.at;
  if (cell !== undefined) run.board.follow(cell);
  for (const one of runs) if (one !== run) one.board.frame.scrollTo(frame.scrollLeft, frame.scrollTop);
  list.show(number);
  for (const [i, one] of runs.entries()) {
    const at = shownStep(one);
    one.board.show(marksNow(one, at), hint || toGuess ? certain : standsOn(one, at) ?? one.marked(now.step <= one.steps.length ? at : 0));
    if (captions[i]) captions[i].where.textContent = standing(one, at);
  }
  if (length) sayTimes(run, number);
  sayCell(now.cell, run, number);
  sayShort(run, number);
  writeAddress();
}

// At the end of a run, if it leaves the chosen cell undecided: the clues that the cell's answer stands on.
function standsOn(run, at) {
  const rows = now.ofCell && !trial.on && at === run.steps.length && !run.decidedAt[now.cell] && answers.get(now.cell)?.rows;
  return rows ? new Map([...rows].filter(([row]) => row !== TOTAL)) : undefined;
}

// Below the board, if there is no room beside it: the step's sentence, or the chosen cell's with a link to the rest.
function sayShort(run, number) {
  const whole = make("button", { class: "link", type: "button" }, "the whole reason"), panel = byId("cell");
  whole.addEventListener("click", () => panel.scrollIntoView({ block: "start" }));
  const title = `${byId("cell-title").textContent}. `, why = [...byId("cell-says").querySelectorAll("p")].slice(0, 6).map((one) => one.textContent).join(" ");
  const says = now.ofCell && now.cell !== null ? [make("b", {}, title), whole, ` ${why}`]
    : [number ? `${number}. ${linesOf(run.step(number)).join(" ")}` : length ? "The start." : "Tap a cell: its reason is told here."];
  byId("dock-says").replaceChildren(make("p", {}, ...says));
  byId("dock-says").scrollTop = 0;
}

function standing(run, step) {
  if (step < run.steps.length) return `step ${step} of ${run.steps.length}`;
  return `${plural(step, "step")}; ${run.left}`;
}

function sayTimes(run, number) {
  const slider = byId("slider");
  slider.max = length;
  slider.value = now.step;
  slider.setAttribute("aria-valuetext", number ? `step ${number} of ${run.steps.length}, ${run.step(number).tag}` : "the start");
  byId("bar-mark").style.left = `calc(var(--place) * ${now.step})`;
  byId("where").textContent = `${now.step} / ${length}${run.steps.length < length ? " of the longest" : ""}`;
  for (const [id, off] of [["first", now.step === 0], ["back", now.step === 0], ["next", now.step === length], ["last", now.step === length], ["hard", !list.hard()]]) {
    byId(id).setAttribute("aria-disabled", off);
  }
  sayChart(run, number);
  sayStep(run, number);
  // During playback, speak only at the end, or it would never stop talking.
  if (!now.timer || now.step === length) speak(number ? `Step ${number} of ${run.steps.length}. ${linesOf(run.step(number)).join(" ")}` : "The start.");
}

function speak(text) {
  if (byId("live").textContent !== plain(text)) byId("live").textContent = plain(text);
}

function choose(cell, index = now.run) {
  now.cell = cell;
  now.ofCell = cell !== null;
  for (const board of boards) board.select(cell);
  if (index !== now.run) look(index);
  else show();
}

function play(on) {
  clearInterval(now.timer);
  now.timer = null;
  if (on && now.step === length) now.step = 0;
  if (on) now.timer = setInterval(() => (now.step < length ? go(now.step + 1) : play(false)), Number(byId("speed").value));
  byId("run-icon").setAttribute("d", now.timer ? ICONS.pause : ICONS.play);
  byId("run-word").textContent = now.timer ? "Pause" : "Play";
  byId("run").setAttribute("aria-label", now.timer ? "Pause" : "Play");
}

// The address holds the step and the cell, so that a link leads there.
let writing = null;
function writeAddress() {
  clearTimeout(writing);
  writing = setTimeout(() => {
    const parts = new URLSearchParams(length ? { step: now.step } : {});
    if (now.cell !== null) parts.set("cell", rawNameOf(now.cell));
    if (runs.length > 1) parts.set("player", activeRun().player);
    history.replaceState(null, "", `#${parts}`);
  }, 120);
}

function readAddress(hash) {
  const parts = new URLSearchParams(hash.slice(1)), step = Number.parseInt(parts.get("step"), 10);
  const name = parts.get("cell"), player = parts.get("player");
  const cell = name === null ? target : cellOf(name), run = runs.findIndex((one) => one.player === player);
  const last = data.verb === "why" ? runs[0].decidedAt[target] || length : data.verb === "hint" ? length : 0;
  now.step = Number.isNaN(step) ? (name === null ? last : now.step) : Math.max(0, Math.min(length, step));
  now.cell = cell < 0 ? null : cell;
  now.ofCell = now.cell !== null;
  for (const board of boards) board.select(now.cell);
  look(run < 0 ? runs.length - 1 : run);
  const sought = now.cell ?? (toGuess && cellOf(toGuess));
  if (sought !== undefined) for (const board of boards) board.follow(sought);
  // Report unknown names beside the cell's reason, and once to screen readers.
  const unknown = [name !== null && cell < 0 && `No cell is called ${name}.`, player !== null && run < 0 && `No player is called ${player}.`];
  const text = unknown.filter(Boolean).join(" ");
  if (!text) return;
  byId("cell-says").prepend(paragraph(text));
  speak(text);
}

function listen() {
  const clicks = { first: () => go(0), back: () => go(now.step - 1), next: () => go(now.step + 1), last: () => go(length), hard: () => go(list.hard() ?? now.step), run: () => play(!now.timer) };
  for (const [id, act] of Object.entries(clicks)) {
    byId(id).addEventListener("click", () => {
      if (id !== "run") play(false);
      act();
    });
  }
  byId("slider").addEventListener("input", () => {
    play(false);
    go(Number(byId("slider").value));
  });
  for (const [id, by] of [["smaller", 1 / 1.25], ["larger", 1.25]]) {
    byId(id).addEventListener("click", () => {
      zoom = Math.max(0.3, Math.min(4, zoom * by));
      fit();
    });
  }
  byId("try").addEventListener("click", () => tryIt(!trial.on));
  for (const [id, mine] of [["is-safe", false], ["is-mine", true]]) byId(id).addEventListener("click", () => guess(mine));
  byId("speed").addEventListener("change", () => now.timer && play(true));
  for (const id of ["by-production", "by-grade"]) byId(id).addEventListener("change", () => refilter());
  // A half-typed name is not a name yet: an unknown one counts only when typing is done.
  byId("by-cell").addEventListener("change", () => refilter());
  byId("by-cell").addEventListener("input", () => (list.cell() ?? 0) >= 0 && refilter());
  list.element.addEventListener("keydown", listKey);
  document.addEventListener("keydown", pageKey);
  // The address may have been rewritten by now: the event holds the requested one.
  addEventListener("hashchange", (event) => readAddress(new URL(event.newURL).hash));
  addEventListener("resize", arrange);
  for (const [event, all] of [["beforeprint", true], ["afterprint", false]]) {
    addEventListener(event, () => {  // print what is folded or out of sight, too
      for (const board of boards) board.draw([...board.stale]);
      unfoldAll(all);
    });
  }
  play(false);
}

function refilter() {
  list.filter();
  list.show(shownStep(activeRun()));
  speak(byId("found").textContent);
}

function listKey(event) {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!way) return;
  const number = list.beside(way);
  if (number) go(number);
  event.preventDefault();
}

function pageKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const tag = event.target.tagName;
  if (event.key === "Escape") {
    play(false);
    choose(null);
  }
  if (["INPUT", "SELECT"].includes(tag) || !length) return;
  const to = { ArrowRight: now.step + 1, ArrowLeft: now.step - 1, Home: 0, End: length, h: list.hard() }[event.key];
  if (trial.on && !["ArrowRight", "ArrowLeft"].includes(event.key)) {
    if (["s", "m"].includes(event.key)) guess(event.key === "m");
    return;
  }
  if (event.key === " " && !["BUTTON", "SUMMARY"].includes(tag)) play(!now.timer);
  else if (to !== undefined) {
    play(false);
    go(to);
  } else return;
  event.preventDefault();
}

begin();
