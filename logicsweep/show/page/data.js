// The page's data, as `--json` prints them, and what they mean: names, places, the marks after any step, and who
// decides a cell when.

const data = JSON.parse(document.getElementById("data").textContent);
const { field, found } = data, { names } = field;
const COVERED = -1, FLAG = -2, SAFE = -3, EXPLODED = -4, TOTAL = -1;
const GLYPHS = { "-1": "#", "-2": "F", "-3": "?", "-4": "*" }, MARKS = { "#": COVERED, F: FLAG, "?": SAFE };
const byId = (id) => document.getElementById(id);

// An element with its attributes; its contents are text or other elements, never markup.
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

const isMine = (mark) => mark === FLAG || mark === EXPLODED;
const glyphOf = (mark) => GLYPHS[mark] ?? String(mark);
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Invisible letters and those that reverse a text become their numbers, as in \u202e, and every blank becomes the usual
// one, as in `words.visible`.
const UNSEEN = /(?!\n)[\p{C}\p{Z}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\u{e0100}-\u{e01ef}]/gu;
const plain = (text) => text.replace(UNSEEN, (letter) => (/[^\S\ufeff]/.test(letter) ? " " : numbered(letter.codePointAt(0))));

function numbered(code) {
  const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(digits, "0")}`;
}

const nameOf = (cell) => (cell === TOTAL ? "the mine total" : plain(rawNameOf(cell)));
const rawNameOf = (cell) => (names ? names[cell] : `r${Math.floor(cell / field.cols) + 1}c${(cell % field.cols) + 1}`);

// The cell with this name, or -1; if several cells have the same name, the first.
const cellsNamed = new Map((names ?? []).flatMap((name, i) => [[plain(name), i], [name, i]]).reverse());
function cellOf(name) {
  if (names) return cellsNamed.get(name) ?? -1;
  const found = /^r(\d{1,9})c(\d{1,9})$/i.exec(name.trim());
  const [row, col] = found ? [found[1] - 1, found[2] - 1] : [-1, -1];
  return row >= 0 && row < field.rows && col >= 0 && col < field.cols ? row * field.cols + col : -1;
}

const cellsOf = (names) => names.map(cellOf);
const rowOf = (name) => (name === "total" ? TOTAL : cellOf(name));
const rowsIn = (named) => new Map(Object.keys(named).map((row) => [rowOf(row), "stands on"]));
const byCell = (named) => new Map(Object.entries(named ?? {}).map(([name, value]) => [cellOf(name), value]));
const glyphsIn = (rows) => (field.cols ? [...rows.join("")] : rows);
const claims = new Set();  // flags that the runs do not trust

// A fraction as a number; either part may have thousands of digits.
function shareOf(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number((BigInt(above) * 10n ** 12n) / BigInt(below)) / 1e12;
}

// A risk in percent, rounded as in the text output: halves to even, and never so that it looks certain.
function percentOf(share) {
  const near = Math.round(100 * share), even = (100 * share) % 1 === 0.5 && near % 2 ? near - 1 : near;
  return `${Math.max(1, Math.min(99, even))}%`;
}

// A player's run; only its start if nobody plays. Steps count from 1; step 0 is the board before the first.
class Run {
  constructor([{ player, start, first, claims: flags, board }, ...lines]) {
    const end = lines.pop();
    Object.assign(this, { player, start, steps: lines, left: end && `${board === null ? "undecided" : "remaining"} ${end.remaining}` });
    this.first = Int16Array.from(glyphsIn(first), (glyph) => MARKS[glyph] ?? Number(glyph));
    for (const cell of end ? cellsOf(flags) : []) {
      this.first[cell] = COVERED;
      claims.add(cell);
    }
    this.ends = this.first.slice();
    this.decidedAt = new Int32Array(field.cells);
    this.steps.forEach((step, i) => {
      read(step);
      step.set = step.set.filter(([cell, mark]) => this.ends[cell] !== mark);
      for (const [cell, mark] of step.set) {
        this.ends[cell] = mark;
        this.decidedAt[cell] ||= i + 1;
      }
    });
    this.marks = this.first.slice();
    this.at = 0;
  }

  // The marks after a step, always in the same array. Going forward is quick; going back starts over.
  marksAt(number) {
    if (number < this.at) {
      this.marks.set(this.first);
      this.at = 0;
    }
    for (; this.at < number; this.at++) for (const [cell, mark] of this.steps[this.at].set) this.marks[cell] = mark;
    return this.marks;
  }

  step(number) {
    return this.steps[number - 1];
  }

  // The role of each cell in a step: decided safe or a mine, in a group, or a clue that it stands on, added or
  // subtracted; then the letter of its group.
  marked(number) {
    const step = this.step(number), found = new Map(step?.rows);
    if (!step) return found;
    for (const [cell, letter] of byCell(step.letters ?? {})) found.set(cell, `group ${letter}`);
    for (const [cell, mark] of step.set) {
      const letter = found.get(cell)?.startsWith("group ") ? found.get(cell).slice(5) : "";
      found.set(cell, (step.risk ? "guess" : isMine(mark) ? "mine" : "safe") + letter);
    }
    found.delete(TOTAL);
    return found;
  }
}

// A step with cells instead of their names: the marks that it sets, where it looked, what it stands on.
function read(step) {
  const opened = byCell(step.opened);
  step.set = [...byCell(step.decides)].map(([cell, is]) => [cell, is === "mine" ? FLAG : opened.get(cell) ?? SAFE]);
  if (step.mine) step.set = [[cellOf(step.cell), EXPLODED]];
  step.at = step.site === null ? undefined : cellOf(step.site);
  step.rows = rowsIn(step.stands_on);
  return step;
}

// What a step decides, in words.
function decided({ set }) {
  const parts = [];
  for (const [mines, word, words] of [[false, "is safe", "are safe"], [true, "is a mine", "are mines"]]) {
    const cells = set.filter(([, mark]) => isMine(mark) === mines).map(([cell]) => nameOf(cell));
    if (cells.length) parts.push(`${few(cells)} ${cells.length === 1 ? word : words}`);
  }
  return parts.join("; ") || "no cell is decided";
}

const linesOf = (step) => (step.lines?.length ? step.lines : wordsOf(step));  // by the letters on its own board
const wordsOf = (step) => (step.words.length ? step.words : [`${capital(decided(step))}.`]);

function few(texts, most = 12) {
  return texts.slice(0, most).join(", ") + (texts.length > most ? ` and ${texts.length - most} more` : "");
}

// All grades of these steps, each once. Equal grades of two productions share a rank; grades that differ only in cells
// share a level.
function gradesOf(steps) {
  const found = new Map();
  for (const step of steps) {
    const key = JSON.stringify([step.production, step.grade]);
    if (!found.has(key)) found.set(key, { production: step.production, ...step.grade });
    step.graded = found.get(key);
  }
  const grades = [...found.values()], effort = (one) => [one.effort, one.rows, one.cases];
  for (const [name, order] of [["rank", (one) => [...effort(one), one.length, Number(one.reduced), one.cells]], ["level", effort]]) {
    const places = [...new Set(grades.map(order).sort(inOrder).map(String))];
    for (const one of grades) one[name] = places.indexOf(String(order(one)));
  }
  return grades;
}

const inOrder = (one, other) => one.map((part, i) => part - other[i]).find(Boolean) ?? 0;

const runs = data.runs.map((lines) => new Run(lines));
const grades = gradesOf(runs.flatMap((run) => run.steps));
const length = Math.max(...runs.map((run) => run.steps.length));
const [compared, hint, why] = ["players", "risks", "asked"].map((own) => (found?.[own] ? found : null));
const answers = new Map([...data.cells, ...(why ? [why] : [])].map((answer) => [cellOf(answer.cell), answer]));
const target = why ? cellOf(why.cell) : -1;
for (const answer of answers.values()) answer.rows = rowsIn(answer.stands_on);

// The risks of a hint: as a share for the shade, and in words.
const risks = new Map([...byCell(hint?.risks)].map(([cell, exact]) => [cell, { exact, share: shareOf(exact), text: percentOf(shareOf(exact)) }]));
const toGuess = length ? undefined : found?.guess?.ranked[0]?.cell, advice = hint?.guess?.table.length ? hint.guess : null;
const certain = new Map([["safe", hint?.safe], ["mine", hint?.mines], ["guess", toGuess && [toGuess]]].flatMap(([as, names]) => cellsOf(names ?? []).map((cell) => [cell, as])));
