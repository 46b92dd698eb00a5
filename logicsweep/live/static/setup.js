// Set up: draw a position with clicks and keys. While one draws, the solver is asked whether the clues fit.

const TOOLS = [["cycle", "in turn"], ["#", "covered"], ...[..."012345678"].map((one) => [one, one]), ["F", "flag"], ["?", "safe"]];
const IN_TURN = ["#", ..."12345678", "0", "F", "?"];  // what clicks on a cell put there, one after another
const ABOUT = "Type numbers or click. The clues are checked while you draw.";
const MOST_STEPS = 500;
let drawing = null, tool = "cycle", past = [], future = [], verdict = null, checking = null;

const markOf = (sign) => MARKS[sign] ?? Number(sign);
const emptyOf = (name, rows, cols) => ({ name, field: fieldOf(name, rows, cols), total: null, marks: new Int8Array(rows * cols).fill(COVERED) });
const drawnText = () => textOf(drawing.marks, drawing.field, drawing.total);
const keptOfDrawing = () => ({ view: "setup", p: drawnText(), ...(drawing.name && { field: drawing.name }) });

// Open the position of an address; without one, what is drawn, or an empty board.
async function openSetup({ p, field: name = wish.field }) {
  const hash = location.hash;
  if (p === undefined) return startDrawing(drawing ?? emptyOf(wish.field, 9, 9));
  if (drawing && byId("tools") && p === drawnText() && (drawing.field.graph || name === drawing.name)) return;
  const found = readPosition(p) ?? (await readOther(p));
  if (hash !== location.hash) return;
  if (found.error) return (byId("position").value = p), fail(found.error, "Correct the text above.");
  if (found.marks.length > 10000) return fail("A position to draw has at most 10,000 cells.");
  startDrawing(found.field ? found : { ...found, name, field: fieldOf(tables.fields[name] ? name : wish.field, found.rows, found.cols) });
}

// The position of a text from elsewhere: with rows and columns, or on a free graph, whose bare nodes fit any clues.
async function readOther(position) {
  const convert = (to) => answerTo({ verb: "convert", to, kind: "position", position });
  const { lines: [drawn] = [], error: why } = await convert("position");
  if (drawn) return readPosition(drawn.text);
  const { lines: [made] = [] } = await convert("graph"), own = made ? JSON.parse(made.text) : graphIn(position);
  if (!own) return { error: why };
  const { graph: { logicsweep: { mines: total = null, ...head } }, nodes, ...rest } = own, graph = { ...rest, graph: { logicsweep: head }, nodes: nodes.map(({ id }) => ({ id })) };
  const { lines: [hint] = [], error } = await answerTo({ verb: "hint", position: JSON.stringify(graph), page: true, asks: false });
  return hint ? { field: { ...hint.field, graph }, total, marks: Int16Array.from(nodes, ({ clue, flag, safe }) => clue ?? (flag ? FLAG : safe ? SAFE : COVERED)) } : { error };
}

// A position on a free graph, as this page writes it, perhaps with clues that nothing fits; or null.
function graphIn(text) {
  try {
    const own = JSON.parse(text), { holds, field } = own.graph.logicsweep;
    return holds === "position" && !field && own.nodes.every(({ clue = 0 }) => Number.isInteger(clue) && clue >= 0) ? own : null;
  } catch {
    return null;
  }
}

function startDrawing(one) {
  [drawing, past, future] = [one, [], []];
  nameOn(drawing.field);
  enterView("setup");
  showDrawing();
}

// Show the drawing anew, as its field may be another.
function showDrawing() {
  verdict = null;
  Object.assign(live, ownWays(), { kept: keptOfDrawing(), chosen: (cell) => draw(cell, tool), key: setupKey, reason: setupReason });
  begin(unanswered("setup", "Set up a position.", ABOUT, drawing.field, drawing.marks));
  say(data.headline, data.about);
  sayAnswer("", symbol("flag"));
  byId("bar").prepend(...toolsBar());
  document.querySelector("aside").append(toolsSection());
  board.grid.addEventListener("contextmenu", (event) => {
    const cell = event.target.closest(".cell")?.dataset.cell;
    event.preventDefault();
    if (cell !== undefined) draw(Number(cell), drawing.marks[cell] === FLAG ? "#" : "F");
  });
  board.grid.addEventListener("pointerover", (event) => {
    const cell = event.target.closest(".cell")?.dataset.cell;
    if (event.buttons === 1 && event.pointerType === "mouse" && tool !== "cycle" && cell !== undefined) draw(Number(cell), tool);
  });
  if (phone.matches) sheet("closed");
  arrange();
  redraw();
}

function toolsBar() {
  const looks = { "#": sample({}), F: symbol("flag", "icon"), "?": "?" }, bar = choices("tool", TOOLS), undo = button("undo", "", ["Undo"], { title: "Z" }), redo = button("redo", "", ["Redo"], { title: "Shift+Z" });
  for (const one of bar.children) {
    one.addEventListener("click", () => pickTool(one.dataset.value));
    if (looks[one.dataset.value]) one.replaceChildren(looks[one.dataset.value]);
  }
  bar.setAttribute("aria-label", "What a click puts");
  return [make("div", { id: "drawing" }, bar), undo, redo];
}

function pickTool(sign) {
  tool = sign;
  for (const one of byId("tool").children) one.setAttribute("aria-pressed", one.dataset.value === sign);
}

function toolsSection() {
  const { rows, cols } = drawing.field, number = (id, text, value, max) => make("label", {}, `${text} `, make("input", { id, type: "number", min: id === "total" ? 0 : 1, max, value }));
  const kinds = make("select", { id: "kind", "aria-label": "Kind of field" }, ...FIELDS.map((name) => make("option", { value: name }, capital(name))));
  const to = make("select", { id: "to", "aria-label": "Copy as" }, ...[["text", "text"], ["picture", "picture"], ...tables.formats.map((one) => [one, `format ${one}`]), ...tables.sites.map((one) => [one, `link to ${one}`])].map(([value, text]) => make("option", { value }, text)));
  const box = section("tools", "This board", make("div", { id: "sizes" }, ...(rows ? [number("rows", "Rows", rows, 100), number("cols", "Columns", cols, 100)] : []), number("total", "Mines in all", drawing.total ?? "", 9999), ...(rows ? [make("label", {}, "Field ", kinds)] : [])),
    make("div", { id: "copying" }, button("cover-all", "", ["Cover all"]), make("span", { class: "joined" }, to, button("copy", "", ["Copy"]))), make("p", { id: "copied", class: "soft", role: "status" }));
  kinds.value = drawing.name;
  box.addEventListener("change", ({ target }) => ["rows", "cols", "kind"].includes(target.id) ? resize(byId("rows").value, byId("cols").value, kinds.value) : target.id === "total" && setTotal(target.value));
  return box;
}

// Show the marks, and what can be said of them.
function redraw() {
  load(unanswered("setup", "", "", drawing.field, drawing.marks));
  live.kept = keptOfDrawing();
  byId("position").value = drawnText();
  if (drawing.name) byId("field").value = drawing.name;
  show();
  pickTool(tool);
  for (const [id, some] of [["undo", past], ["redo", future]]) byId(id).setAttribute("aria-disabled", !some.length);
  clearTimeout(checking);
  checking = setTimeout(() => (keepDrawing(), check()), 250);
}

// The address holds the drawing, a little later or before one leaves.
function keepDrawing() {
  if (document.body.dataset.view === "setup" && byId("tools")) history.replaceState(null, "", linkTo(keptOfDrawing()));
}

// --- Changes, each of which can be undone.

function change(to) {
  past = [...past, drawing].slice(-MOST_STEPS);
  [drawing, future] = [{ ...drawing, ...to }, []];
}

function draw(cell, sign) {
  const { marks } = drawing, next = sign === "cycle" ? IN_TURN[(IN_TURN.indexOf(glyphOf(marks[cell])) + 1) % IN_TURN.length] : sign;
  if (marks[cell] === markOf(next)) return;
  change({ marks: marks.with(cell, markOf(next)) });
  redraw();
}

function setTotal(text) {
  change({ total: text.trim() === "" ? null : Math.max(0, Math.floor(Number(text))) });
  redraw();
}

// Another size or kind of field keeps the marks that are on both.
function resize(rows, cols, name) {
  const next = emptyOf(name, ...[rows, cols].map((one) => Math.max(1, Math.min(100, Math.floor(Number(one)) || 1)))), { field: old, marks } = drawing;
  next.marks.forEach((_, cell) => {
    const [row, col] = [Math.floor(cell / next.field.cols), cell % next.field.cols];
    if (row < old.rows && col < old.cols) next.marks[cell] = marks[row * old.cols + col];
  });
  change({ ...next, total: drawing.total });
  showDrawing();
}

function goBack(from, to) {
  const other = from.pop(), same = other?.field === drawing.field;
  if (!other) return;
  to.push(drawing);
  drawing = other;
  if (!same) return showDrawing();
  byId("total").value = drawing.total ?? "";
  redraw();
}

// --- Whether the clues fit.

// Ask about the drawing, and about the next one only after the answer; the newest counts.
let checks = false;
async function check() {
  if (checks) return;
  checks = true;
  const one = drawing, { name, marks, field: its, total } = one;
  const { lines: [found] = [], error, clues = [] } = await answerTo({ verb: "hint", position: textOf(marks, its, null), field: name, ...(total !== null && { mines: total }) });
  checks = false;
  if (document.body.dataset.view !== "setup") return;
  if (drawing !== one) return check();
  verdict = { clues: cellsOf(clues), text: error === undefined ? "" : wordsOfClash(error, cellsOf(clues)) };
  const { text } = verdict, drawn = marks.some((mark) => mark >= 0);
  say(text || (drawn ? "The clues fit." : "Set up a position."), text ? "" : drawn ? fitting(found) : ABOUT);
  sayAnswer(...(text ? ["mine", "!"] : drawn ? ["safe", symbol("tick")] : ["", symbol("flag")]));
  show();
  speak(byId("headline-says").textContent);
}

// What is certain in a position whose clues fit.
function fitting({ safe, mines, wrong_flags: wrong, flags_clash: clash }) {
  const flags = wrong.length ? ` Wrong flags: ${few(wrong)}.` : clash ? " The flags cannot all be right." : "";
  return `${safe.length || mines.length ? `${plural(safe.length, "cell")} certainly safe, ${plural(mines.length, "mine")} certain.` : "No cell is certain."}${flags}`;
}

function wordsOfClash(error, [clue, ...more]) {
  if (clue === undefined || more.length) return `${sentence(error)}.`;
  const left = field.neighbours[clue].filter((cell) => isHidden(drawing.marks[cell])).length;
  return `${nameOf(clue)}=${glyphOf(drawing.marks[clue])} does not fit: ${left === 1 ? "only one covered cell is" : `${left ? `only ${COUNTS[left].toLowerCase()}` : "no"} covered cells are`} left around it.`;
}

const isHidden = (mark) => mark === COVERED || mark === FLAG;

function setupReason() {
  const roles = new Map((verdict?.clues ?? []).map((cell) => [cell, { as: "clash" }]));
  const how = ["Choose above the board what a click puts. In turn: each click puts the next number. A right click sets a flag.", "Or type on the board: 0 to 8, F for a flag, # for a covered cell. Each goes on to the next cell. Backspace covers the cell before, and Z undoes.", "Hint, Why, Path and Compare answer for what you have drawn."];
  return { title: "How to draw", parts: how.map(paragraph), roles };
}

// --- Keys, and copies.

function setupKey(event, cell) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key, { cells } = drawing.field;
  if (key === "Z" && !event.altKey) return event.shiftKey ? goBack(future, past) : goBack(past, future), true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (/^[0-8F#.?]$/.test(key)) {
    draw(cell, key === "." ? "#" : key);
    board.move(Math.min(cells - 1, cell + 1));
  } else if (key === "Backspace" || key === "Delete") {
    const at = key === "Delete" ? cell : Math.max(0, cell - 1);
    draw(at, "#");
    board.move(at);
  } else if (key === " " || key === "Enter") draw(cell, tool);
  else return false;
  return true;
}

Object.assign(acts, {
  undo: () => goBack(past, future), redo: () => goBack(future, past), copy,
  "cover-all": () => {
    change({ marks: drawing.marks.map(() => COVERED) });
    redraw();
  },
});

// Copy the drawing as text, as a picture, in another format, or as a link to another site.
async function copy() {
  const to = byId("to").value, asks = { verb: "convert", position: drawnText(), kind: "position", field: drawing.name, ...(to === "picture" ? { picture: true } : tables.sites.includes(to) ? { site: to } : { to }) };
  const { lines: [made] = [], error } = to === "text" ? { lines: [{ text: drawnText() }] } : await answerTo(asks);
  if (!made) return (byId("copied").textContent = capital(error));
  try {
    await (to === "picture" ? navigator.clipboard.write([new ClipboardItem({ "image/png": await pngOf(made.text) })]) : navigator.clipboard.writeText(made.text));
    byId("copied").textContent = "Copied.";
  } catch {
    byId("copied").replaceChildren(make("textarea", { rows: 3, "aria-label": "Copy this" }, made.text));
  }
}

// A picture as other programs take it from the clipboard, in twice its size.
async function pngOf(svg) {
  const picture = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  await picture.decode();
  const canvas = make("canvas", { width: 2 * picture.width, height: 2 * picture.height });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done));
}
