// The reasons of the shown step and of a cell: a tree of steps, or the answer of `why`.

const NODES = 250;  // in a tree; a longer proof is folded

function stepLink(number, run) {
  const link = make("button", { class: "link", type: "button" }, `step ${number}`);
  link.addEventListener("click", () => go(number, run));
  return link;
}

const paragraph = (text) => make("p", {}, text);

// The step in words, what it stands on and what it needs.
function sayStep(run, number) {
  byId("step-title").textContent = number ? `Step ${number} of ${run.steps.length}` : "The start";
  const box = byId("step-says");
  if (!number) {
    box.replaceChildren(paragraph(run.steps.length ? `${capital(plural(run.steps.length, "step"))} follow.` : "No step follows."));
    return;
  }
  const step = run.step(number), marks = run.marksAt(number);
  const clue = (row) => (row === TOTAL ? nameOf(row) : `${nameOf(row)}=${glyphOf(marks[row])}`);
  box.replaceChildren(make("span", { class: "badge" }, step.tag), ...linesOf(step).map((text) => paragraph(text)));
  for (const sum of step.sums) box.append(make("p", { class: "soft sum" }, sum));
  if (step.rows.size) box.append(make("p", { class: "soft" }, `Stands on ${few([...step.rows.keys()].map(clue))}.`));
  box.append(make("p", { class: "soft" }, `Decides: ${decided(step)}.`));
  if (step.rests_on.length) box.append(restsOn(step.rests_on, run));
}

function restsOn(numbers, run) {
  const links = ascending(numbers).slice(-8).flatMap((number, i) => (i ? [", ", stepLink(number, run)] : [stepLink(number, run)]));
  const more = numbers.length > 8 ? ` and ${numbers.length - 8} before` : "";
  return make("p", { class: "soft" }, "Rests on ", ...links, `${more}.`);
}

// Everything there is to say about a cell, for the selected run.
function sayCell(cell, run, number) {
  const box = byId("cell-says"), mark = marksNow(run, number)[cell];
  byId("cell-title").textContent = cell === null ? (trial.on ? "Try it yourself" : "A cell’s reason") : `${nameOf(cell)}: ${stateAt(cell, mark)}`;
  if (trial.on) {
    box.replaceChildren(...asking(cell, mark));
    return;
  }
  if (cell === null) {
    box.replaceChildren(make("p", { class: "soft" }, "Choose a cell on the board: why it is decided, or what it would take."));
    return;
  }
  box.replaceChildren(...aboutCell(cell, run, number));
  const [titles, ...others] = advice?.table ?? [[]], row = others.find(([name]) => name === rawNameOf(cell));
  if (row) box.prepend(paragraph(`To guess, by ${advice.policy}, number ${others.indexOf(row) + 1}: ${row.map((text, i) => i && `${titles[i]} ${text}`.trim()).filter(Boolean).join(", ")}.`));
  if (target === cell && why.refuted.length) box.append(refuted(why));
}

function aboutCell(cell, run, number) {
  const answer = answers.get(cell), at = run.decidedAt[cell];
  const risk = risks.get(cell);
  const share = risk === undefined ? [] : [paragraph(`Risk: ${risk.exact} (${risk.text}).`)];
  if (target === cell && answer) return answered(answer, cell);
  if (at) return decidedInRun(at, run, number);
  if (answer) return [...answered(answer, cell), ...others(cell, run)];
  if (run.first[cell] >= 0 || run.first[cell] === SAFE) return [paragraph("It was known from the start.")];
  const able = runs.find((one) => one.decidedAt[cell]), leaves = paragraph(`${capital(run.player)} leaves it undecided.`);
  if (able) return [leaves, ...others(cell, run), ...wordsOf(able.step(able.decidedAt[cell])).map((text) => paragraph(text))];
  return [...share, leaves, make("p", { class: "soft" }, "This page has no answer for it; ", make("code", {}, "logicsweep why"), " has.")];
}

function decidedInRun(at, run, number) {
  const when = at <= number ? "Decided in " : `Not decided yet at step ${number}: ${run.player} decides it in `;
  const node = (one) => ({ head: `Step ${one}: ${decided(run.step(one))} (${firedBy(run.step(one))})`, words: wordsOf(run.step(one)) });
  return [make("p", {}, when, stepLink(at, run), "."), tree(at, (one) => run.step(one).rests_on, node)];
}

const firedBy = ({ production, at }) => production + (at === undefined || at < 0 ? "" : ` at ${nameOf(at)}`);

// The runs of other players that decide a cell.
function others(cell, run) {
  return runs
    .filter((one) => one !== run && one.decidedAt[cell])
    .map((one) => make("p", {}, `${capital(one.player)} decides it in `, stepLink(one.decidedAt[cell], one), "."));
}

function answered(answer, cell) {
  const parts = answer.sentences.map((line) => paragraph(line));
  if (answer.kind === "decided" && answer.steps.length) {
    const steps = new Map(answer.steps.map((step) => [step.number, read(step)]));
    const node = (number) => ({ head: `${capital(decided(steps.get(number)))} (${firedBy(steps.get(number))})`, words: steps.get(number).words });
    parts.splice(1, 0, tree(answer.steps[answer.steps.length - 1].number, (number) => steps.get(number).rests_on, node));
  }
  if (answer.kind === "not forced") parts.splice(1, 0, twins(answer));
  return parts;
}

const folded = new WeakMap();  // parts of a tree that are not made yet, and the functions that make them
let opened = [];

// Unfold trees for printing, up to a limit, or fold them again.
function unfoldAll(all) {
  if (!all) opened.forEach((details) => (details.open = false));
  opened = [];
  let next;
  while (all && opened.length < NODES && (next = document.querySelector(".tree details:not([open])"))) {
    unfold(next);
    opened.push(next);
  }
}

// A tree of steps. Each step is explained where it comes first from the top, in whatever order the tree is unfolded;
// further down, a link leads there. Deep or long parts are folded.
function tree(root, onOf, nodeAt) {
  const under = firstUnder(root, onOf), made = new Map();
  const lead = (number) => {
    const way = [number];
    while (way[0] !== root) way.unshift(under.get(way[0]));
    for (const one of way.slice(0, -1)) unfold(made.get(one));
    made.get(number).focus({ preventScroll: true });
    made.get(number).scrollIntoView({ block: "nearest" });
  };
  const above = (number) => {
    const link = make("button", { class: "link", type: "button" }, "as above");
    link.addEventListener("click", () => lead(number));
    return make("div", { class: "leaf" }, make("p", {}, `${nodeAt(number).head}, `, link));
  };
  const grown = (number, depth) => {
    const node = nodeAt(number), below = onOf(number).slice().reverse(), inside = node.words.map((text) => paragraph(text));
    const element = below.length ? make("details", { tabindex: -1 }, make("summary", {}, node.head), ...inside)
      : make("div", { class: "leaf", tabindex: -1 }, make("p", {}, node.head), ...inside);
    made.set(number, element);
    if (!below.length) return element;
    folded.set(element, () => element.append(...below.map((one) => (under.get(one) === number && !made.has(one) ? grown(one, depth + 1) : above(one)))));
    if (depth < 2 && made.size < NODES) unfold(element);
    else for (const when of ["click", "toggle"]) element.addEventListener(when, () => fill(element));  // the browser's search opens it too
    return element;
  };
  return make("div", { class: "tree" }, grown(root, 0));
}

// For each step, the step under which it comes first, from the top down.
function firstUnder(root, onOf) {
  const under = new Map(), next = [[root, null]];
  while (next.length) {
    const [number, from] = next.pop();
    if (under.has(number)) continue;
    under.set(number, from);
    for (const one of onOf(number)) next.push([one, number]);
  }
  return under;
}

function unfold(details) {
  fill(details);
  details.open = true;
}

function fill(details) {
  folded.get(details)?.();
  folded.delete(details);
}

// Two layouts side by side, around the cells where they differ; these have frames.
function twins({ cell, in_both, if_mine, if_safe }, marks = runs[runs.length - 1].ends) {
  const differ = cellsOf([...if_mine, ...if_safe]), window = around(around(differ));
  const layout = (title, more) => {
    const mines = new Set(cellsOf([...in_both, ...more])), hidden = (one) => marks[one] === COVERED || marks[one] === FLAG;
    const looks = (one) => ({ mark: mines.has(one) ? "M" : hidden(one) ? "#" : glyphOf(marks[one]), ...(differ.includes(one) && { twin: "" }) });
    return pictured(title, `${title}: mines here at ${few(window.filter((one) => mines.has(one)).map(nameOf)) || "no cell"}`, window, looks);
  };
  return make("div", { class: "twins" }, layout(`(a) ${cell} a mine`, if_mine), layout(`(b) ${cell} safe`, if_safe));
}

const ascending = (cells) => [...new Set(cells)].sort((one, other) => one - other);
const around = (cells) => ascending(cells.flatMap((cell) => [cell, ...field.neighbours[cell]]));

// A refutation: each line with the board at that point, and rings around the clues that it stands on.
function refuted({ cell, refuted: lines, known_before: before }) {
  const marks = runs[0].marksAt(before ? before - 1 : runs[0].steps.length).slice(), signs = { safe: "?", mine: "F" };
  const clues = lines.flatMap((line) => [...rowsIn(line.stands_on).keys()]).filter((row) => row !== TOTAL);
  const window = ascending([cellOf(cell), ...around(clues), ...lines.flatMap((line) => cellsOf(Object.keys(line.decides)))]);
  return make("div", { class: "twins refuted" }, ...lines.map((line) => {
    const known = byCell({ ...line.known, ...line.decides }), marked = new Map([...rowsIn(line.stands_on), ...byCell(line.decides)]);
    const looks = (one) => ({ mark: signs[known.get(one)] ?? glyphOf(marks[one]), ...(marked.has(one) && { as: marked.get(one) }) });
    const shown = lines.length > 1 ? pictured(line.words, line.words, window, looks) : paragraph(line.words);
    shown.style.marginLeft = `${Math.min(line.depth, 4) * 1.2}rem`;
    return shown;
  }));
}

// A picture of some cells, with its title, the look of each cell, and a description in words.
function pictured(title, words, window, looks) {
  const picture = make("div", { class: boardClass, role: "img", "aria-label": words });
  const [left, top] = [0, 1].map((axis) => Math.min(...window.map((one) => lies.at[one][axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...window.map((one) => lies.at[one][axis])));
  const [wide, high] = [right - left + 1, bottom - top + lies.tall];
  for (const one of window) {
    const look = looks(one), shown = make("div", { class: "cell", title: nameOf(one) }, "MF#0".includes(look.mark) ? "" : look.mark);
    Object.assign(shown.dataset, look);
    put(shown, lies.at[one][0] - left, lies.at[one][1] - top, wide, high);
    picture.append(shown);
  }
  picture.style.width = `calc(var(--u) * ${wide})`;
  picture.style.height = `calc(var(--u) * ${high})`;
  const sides = field.outline === "hexagon" ? [] : labels(left, right + 1, top, bottom + 1);
  return make("figure", {}, make("figcaption", {}, title), sides.length ? make("div", { class: "frame" }, ...sides, picture) : picture);
}
