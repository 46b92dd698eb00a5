// The data of the page, which is what `--json` prints, and what it means: names, places, the marks after any step,
// who decides a cell when.

const told = JSON.parse(document.getElementById("data").textContent);
const field = told.field;
const COVERED = -1, FLAG = -2, SAFE = -3, TOTAL = -1;
const GLYPHS = { "-1": "#", "-2": "F", "-3": "?" }, MARKS = { "#": COVERED, F: FLAG, "?": SAFE };
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
const cellsNamed = new Map((field.names ?? []).flatMap((name, i) => [[plain(name), i], [name, i]]).reverse());
function cellOf(name) {
  if (field.names) return cellsNamed.get(name) ?? -1;
  const found = /^r(\d{1,9})c(\d{1,9})$/i.exec(name.trim());
  const [row, col] = found ? [found[1] - 1, found[2] - 1] : [-1, -1];
  return row >= 0 && row < field.rows && col >= 0 && col < field.cols ? row * field.cols + col : -1;
}

const cellsOf = (names) => names.map(cellOf);
const rowOf = (name) => (name === "total" ? TOTAL : cellOf(name));
const byCell = (named) => new Map(Object.entries(named ?? {}).map(([name, value]) => [cellOf(name), value]));
const claims = new Set(cellsOf(told.claims));  // flags that the runs do not count on

// A fraction as a number; either part may have thousands of digits.
function shareOf(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number((BigInt(above) * 10n ** 12n) / BigInt(below)) / 1e12;
}

// A risk in percent, rounded as the text has it: halves to even, and never to what would look certain.
function percentOf(share) {
  const near = Math.round(100 * share), even = (100 * share) % 1 === 0.5 && near % 2 ? near - 1 : near;
  return `${Math.max(1, Math.min(99, even))}%`;
}

const effortOf = ({ effort, rows, cases }) => [effort, rows, cases];
const inOrder = (one, other) => one.map((part, i) => part - other[i]).find(Boolean) ?? 0;

// All grades of these steps, each once: equal ones of two productions share their rank, those that differ only in
// cells their level.
function gradesOf(steps) {
  const found = new Map(), key = ({ production, grade }) => JSON.stringify([production, grade]);
  for (const step of steps) if (!found.has(key(step))) found.set(key(step), { production: step.production, ...step.grade });
  const grades = [...found.values()], places = (orders) => {
    const places = new Map();
    for (const order of orders.sort(inOrder)) if (!places.has(String(order))) places.set(String(order), places.size);
    return places;
  };
  const ranks = places(grades.map((one) => [...effortOf(one), one.cells])), levels = places(grades.map(effortOf));
  for (const one of grades) Object.assign(one, { text: gradeText(one), rank: ranks.get(String([...effortOf(one), one.cells])), level: levels.get(String(effortOf(one))) });
  for (const step of steps) step.graded = found.get(key(step));
  return grades;
}

function gradeText({ production, rows, cases, cells }) {
  const size = cases ? `${plural(cases, "case")}, ${plural(rows, "row")} at a time` : plural(rows, "row");
  return rows ? `${production}, ${size}, ${plural(cells, "cell")}` : production;
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
    this.first = (field.cols ? [...record.first.join("")] : record.first).map((glyph) => MARKS[glyph] ?? Number(glyph));
    const marks = Int16Array.from(this.first);
    this.decidedAt = new Int32Array(field.cells);
    record.steps.forEach((step, i) => {
      read(step);
      step.set = step.set.filter(([cell, mark]) => marks[cell] !== mark);
      for (const [cell, mark] of step.set) {
        marks[cell] = mark;
        this.decidedAt[cell] ||= i + 1;
      }
    });
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
    return this.step(number).graded;
  }

  rows(number) {
    return this.step(number).rows;
  }

  said(number) {
    const words = this.step(number).words;
    return words.length ? words : [`${capital(this.decides(number))}.`];
  }

  decides(number) {
    return decided(this.step(number).set);
  }

  // What each cell is to a step: decided safe or a mine, or a clue that it stands on, added or subtracted.
  marked(number) {
    const found = new Map();
    if (!number || number > this.steps.length) return found;
    const step = this.step(number);
    for (const row of this.rows(number)) found.set(row, "stands");
    if (step.rows.length > 1) {  // a row that has both signs has none
      const [added, subtracted] = [step.added, step.subtracted].map((names) => names.map(rowOf));
      for (const row of added) if (!subtracted.includes(row)) found.set(row, "added");
      for (const row of subtracted) if (!added.includes(row)) found.set(row, "subtracted");
    }
    for (const [cell, mark] of step.set) found.set(cell, mark === FLAG ? "mine" : "safe");
    found.delete(TOTAL);
    return found;
  }
}

// A step with cells in place of their names: the marks that it sets, where it looked, what it stands on.
function read(step) {
  const opened = byCell(step.opened);
  step.set = [...byCell(step.decides)].map(([cell, is]) => [cell, is === "mine" ? FLAG : opened.get(cell) ?? SAFE]);
  step.at = step.site === null ? undefined : cellOf(step.site);
  step.rows = step.stands_on.map(rowOf);
  return step;
}

function decided(set) {
  const parts = [];
  for (const [mines, word, words] of [[false, "is safe", "are safe"], [true, "is a mine", "are mines"]]) {
    const names = set.filter(([, mark]) => (mark === FLAG) === mines).map(([cell]) => nameOf(cell));
    const more = names.length > 12 ? ` and ${names.length - 12} more` : "";
    if (names.length) parts.push(`${names.slice(0, 12).join(", ")}${more} ${names.length === 1 ? word : words}`);
  }
  return parts.join("; ") || "no cell is decided";
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const runs = told.runs.map((record) => new Run(record));
const grades = gradesOf(runs.flatMap((run) => run.steps));
const answers = byCell(told.answers), asked = told.asked === null ? -1 : cellOf(told.asked);
const length = runs.reduce((most, run) => Math.max(most, run.steps.length), 0);
