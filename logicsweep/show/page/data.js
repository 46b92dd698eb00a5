// The data of the page and what it means: names, places, the marks after any step, who decides a cell when.

const told = JSON.parse(document.getElementById("data").textContent);
const field = told.field;
const FLAG = -2, SAFE = -3, TOTAL = -1;
const GLYPHS = { "-1": "#", "-2": "F", "-3": "?" };
const byId = (id) => document.getElementById(id);

// An element with its attributes; what is inside is text or other elements, never markup.
function make(tag, attributes = {}, ...inside) {
  return filled(document.createElement(tag), attributes, inside);
}

function drawn(tag, attributes = {}, ...inside) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, inside);
}

function filled(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

const glyphOf = (mark) => GLYPHS[mark] ?? String(mark);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function nameOf(cell) {
  if (cell === TOTAL) return "the mine total";
  return field.names ? field.names[cell] : `r${Math.floor(cell / field.cols) + 1}c${(cell % field.cols) + 1}`;
}

// The cell of a name, or -1; where several cells have one name it is the first.
function cellOf(name) {
  if (field.names) return field.names.indexOf(name);
  const found = /^r(\d{1,9})c(\d{1,9})$/i.exec(name.trim());
  const [row, col] = found ? [found[1] - 1, found[2] - 1] : [-1, -1];
  return row >= 0 && row < field.rows && col >= 0 && col < field.cols ? row * field.cols + col : -1;
}

// Where cells lie, in units of a cell's width: a rectangle around all, and each one's left and top.
const lies = (() => {
  const tall = field.kind === "hexagonal" ? 1.1547 : 1;
  const places = field.places ?? Array.from({ length: field.cells }, (_, i) => [i % field.cols, Math.floor(i / field.cols)]);
  const least = [0, 1].map((axis) => places.reduce((low, place) => Math.min(low, place[axis]), Infinity));
  const at = places.map(([x, y]) => [x - least[0], y - least[1]]);
  const most = [0, 1].map((axis) => at.reduce((far, place) => Math.max(far, place[axis]), 0));
  const below = field.kind === "graph" ? 0.7 : 0;  // the names of nodes
  return { at, tall, wide: most[0] + 1, high: most[1] + tall + below };
})();

// A player's run. Steps count from 1; step 0 is the board before the first.
class Run {
  constructor(record) {
    Object.assign(this, record);
    this.decidedAt = new Int32Array(field.cells);
    record.steps.forEach((step, i) => step.set.forEach(([cell]) => (this.decidedAt[cell] ||= i + 1)));
    this.restart();
  }

  restart() {
    this.at = 0;
    this.marks = Int16Array.from(this.first);
  }

  // The marks after a step: the same array all the time. Going on is quick, going back begins anew.
  marksAt(number) {
    if (number < this.at) this.restart();
    for (; this.at < number; this.at++) {
      for (const [cell, mark] of this.steps[this.at].set) this.marks[cell] = mark;
    }
    return this.marks;
  }

  step(number) {
    return this.steps[number - 1];
  }

  grade(number) {
    return told.grades[this.step(number).grade];
  }

  rows(number) {
    const step = this.step(number);
    return step.rows ?? (step.at === undefined ? [] : [step.at]);
  }

  // The sentences of a step; those of a path are in what `--json` prints.
  said(number) {
    const sentences = this.step(number).said ?? (told.verb === "path" ? told.lines[number]?.sentences : null) ?? [];
    return sentences.length ? sentences : [`${capital(this.decides(number))}.`];
  }

  decides(number) {
    const set = this.step(number).set, parts = [];
    for (const [mines, word, words] of [[false, "is safe", "are safe"], [true, "is a mine", "are mines"]]) {
      const names = set.filter(([, mark]) => (mark === FLAG) === mines).map(([cell]) => nameOf(cell));
      const more = names.length > 12 ? ` and ${names.length - 12} more` : "";
      if (names.length) parts.push(`${names.slice(0, 12).join(", ")}${more} ${names.length === 1 ? word : words}`);
    }
    return parts.join("; ") || "no cell is decided";
  }

  // What each cell is to a step: decided safe or a mine, or a clue that it stands on, added or subtracted.
  marked(number) {
    const found = new Map();
    if (!number || number > this.steps.length) return found;
    const step = this.step(number);
    for (const row of this.rows(number)) found.set(row, "stands");
    for (const row of step.added ?? []) found.set(row, "added");
    for (const row of step.subtracted ?? []) found.set(row, "subtracted");
    for (const [cell, mark] of step.set) found.set(cell, mark === FLAG ? "mine" : "safe");
    found.delete(TOTAL);
    return found;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
// The marks where a run ends.
const endOf = (run) => run.marksAt(run.steps.length);
const runs = told.runs.map((record) => new Run(record));
const length = runs.reduce((most, run) => Math.max(most, run.steps.length), 0);
