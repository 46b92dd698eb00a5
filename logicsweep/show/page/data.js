// The data of the page and what it means: names, places, the marks after any step, who decides a cell when.

const told = JSON.parse(document.getElementById("data").textContent);
const field = told.field;
const COVERED = -1, FLAG = -2, SAFE = -3, TOTAL = -1;
const claims = new Set(told.claims);  // flags that the runs do not count on
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
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, ["aria-label", "title"].includes(name) ? plain(value) : value);
  element.append(...inside.map((part) => (typeof part === "string" ? plain(part) : part)));
  return element;
}

const glyphOf = (mark) => GLYPHS[mark] ?? String(mark);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// Letters that turn a text around or are not seen come as their numbers, as in \u202e, blanks as the usual
// one: as `words.visible` has it.
const UNSEEN = /(?!\n)[\p{C}\p{Z}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\u{e0100}-\u{e01ef}]/gu;
const plain = (text) => text.replace(UNSEEN, (letter) => (/[^\S\ufeff]/.test(letter) ? " " : numbered(letter.codePointAt(0))));

function numbered(code) {
  const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(digits, "0")}`;
}

const nameOf = (cell) => (cell === TOTAL ? "the mine total" : field.names ? plain(rawNameOf(cell)) : rawNameOf(cell));

function rawNameOf(cell) {
  return field.names ? field.names[cell] : `r${Math.floor(cell / field.cols) + 1}c${(cell % field.cols) + 1}`;
}

// The cell of a name, or -1; where several cells have one name it is the first.
function cellOf(name) {
  if (field.names) return field.names.includes(name) ? field.names.indexOf(name) : field.names.map(plain).indexOf(name);
  const found = /^r(\d{1,9})c(\d{1,9})$/i.exec(name.trim());
  const [row, col] = found ? [found[1] - 1, found[2] - 1] : [-1, -1];
  return row >= 0 && row < field.rows && col >= 0 && col < field.cols ? row * field.cols + col : -1;
}

// How wide the names of nodes may be: up to the nodes in their height, half way to the next name, and inside.
function rooms(at, wide) {
  if (at.length > 1000) return at.map(() => 1.9);
  return at.map(([x, y]) => {
    const halves = at.map(([toX, toY]) => {
      const aside = Math.abs(toX - x), down = toY - y;
      if ((aside < 0.01 && Math.abs(down) < 0.01) || down < -0.4 || down > 1.4) return 3;
      return Math.abs(down) < 0.4 ? aside / 2 : aside - 0.5;
    });
    return 2 * Math.max(0.6, Math.min(3, x + 0.5, wide - x - 0.5, ...halves)) - 0.1;
  });
}

// Where cells lie, in units of a cell's width: a rectangle around all, and each one's left and top.
const lies = (() => {
  const tall = field.kind === "hexagonal" ? 1.1547 : 1;
  const places = field.places ?? Array.from({ length: field.cells }, (_, i) => [i % field.cols, Math.floor(i / field.cols)]);
  const least = [0, 1].map((axis) => places.reduce((low, place) => Math.min(low, place[axis]), Infinity));
  const beside = field.kind === "graph" ? 1 : 0;  // names of nodes are wider than these
  const at = places.map(([x, y]) => [x - least[0] + beside, y - least[1]]);
  const most = [0, 1].map((axis) => at.reduce((far, place) => Math.max(far, place[axis]), 0));
  const below = field.kind === "graph" ? 0.7 : 0;  // the names of nodes
  const apart = field.rows > 1 ? at[field.cols][1] : 1;
  const wide = most[0] + 1 + beside, high = most[1] + tall + below;
  return { at, tall, apart, wide, high, rooms: field.names ? rooms(at, wide) : [] };
})();

// A player's run. Steps count from 1; step 0 is the board before the first.
class Run {
  constructor(record) {
    Object.assign(this, record);
    this.decidedAt = new Int32Array(field.cells);
    record.steps.forEach((step, i) => step.set.forEach(([cell]) => (this.decidedAt[cell] ||= i + 1)));
    this.ends = this.after(Int16Array.from(this.first), 0, this.steps.length);
    this.at = 0;
    this.marks = Int16Array.from(this.first);
  }

  // Marks, changed by the steps after one up to another.
  after(marks, from, to) {
    for (let i = from; i < to; i++) {
      for (const [cell, mark] of this.steps[i].set) marks[cell] = mark;
    }
    return marks;
  }

  // The marks after a step: the same array all the time. Going on is quick, going back begins anew.
  marksAt(number) {
    if (number < this.at) this.marks.set(this.first);
    this.after(this.marks, number < this.at ? 0 : this.at, number);
    this.at = number;
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
const runs = told.runs.map((record) => new Run(record));
const length = runs.reduce((most, run) => Math.max(most, run.steps.length), 0);
