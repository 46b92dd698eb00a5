// The page's data, as `--json` prints them, and what they mean: names, the marks after any step, and who knows a cell.
// `load` reads all anew, so that a page can show one answer after another.

const COVERED = -1, FLAG = -2, SAFE = -3, EXPLODED = -4, TOTAL = -1;
const GLYPHS = { "-1": "#", "-2": "F", "-3": "?", "-4": "*" }, MARKS = { "#": COVERED, F: FLAG, "?": SAFE };
const byId = (id) => document.getElementById(id);
let data, field, found, names, runs, length, hint, why, compared, review, answers, target, risks, ranks, weakest, knows, flagged, cellsNamed;

// An element with its attributes; its contents are text or other elements, never markup.
function make(tag, attributes = {}, ...inside) {
  return filled(document.createElement(tag), attributes, inside);
}

function drawn(tag, attributes = {}, ...inside) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, inside);
}

function filled(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, ["aria-label", "title"].includes(name) ? plain(value) : value);
  element.append(...inside.filter((part) => part || part === 0).map((part) => (part instanceof Node ? part : plain(String(part)))));
  return element;
}

const symbol = (name, kind = name) => drawn("svg", { class: `symbol ${kind}`, "aria-hidden": "true" }, drawn("use", { href: `#s-${name}` }));

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
function cellOf(name) {
  if (names) return cellsNamed.get(name) ?? -1;
  const found = /^r(\d{1,9})c(\d{1,9})$/i.exec(name.trim());
  const [row, col] = found ? [found[1] - 1, found[2] - 1] : [-1, -1];
  return row >= 0 && row < field.rows && col >= 0 && col < field.cols ? row * field.cols + col : -1;
}

const cellsOf = (names) => names.map(cellOf);
const rowOf = (name) => (name === "total" ? TOTAL : cellOf(name));
const rowsIn = (named) => new Set(Object.keys(named).map(rowOf));
const byCell = (named) => new Map(Object.entries(named ?? {}).map(([name, value]) => [cellOf(name), value]));
const glyphsIn = (rows) => (field.cols ? [...rows.join("")] : rows);

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

// A player's run; only its start if nobody plays. Steps count from 1; step 0 is the board before the first. Steps that
// open around zeros go together, with the step that opened the first of them: `groups`.
class Run {
  constructor([{ player, start, first, claims, board }, ...lines]) {
    const end = lines.pop();
    Object.assign(this, { player, start, steps: lines, groups: [], end, game: board !== null });
    this.first = Int16Array.from(glyphsIn(first), (glyph) => MARKS[glyph] ?? Number(glyph));
    this.first.forEach((mark, cell) => mark === FLAG && flagged.add(cell));
    for (const cell of cellsOf(claims)) this.first[cell] = COVERED;
    this.ends = this.first.slice();
    this.decidedAt = new Int32Array(field.cells);
    this.groupAt = new Int32Array(lines.length + 1);
    this.steps.forEach((step, i) => this.add(step.set ? step : read(step), i + 1));
    this.marks = this.first.slice();
    this.at = 0;
  }

  add(step, number) {
    const [row] = step.rows, zero = step.rows.size === 1 && this.ends[row] === 0, last = this.groups.at(-1);
    step.set = step.set.filter(([cell, mark]) => this.ends[cell] !== mark);
    for (const [cell, mark] of step.set) {
      this.ends[cell] = mark;
      this.decidedAt[cell] ||= number;
    }
    if (zero && last && (last.opening || this.decidedAt[row] >= last.from)) last.to = number;
    else this.groups.push({ from: number, to: number, step, opening: zero });
    this.groupAt[number] = this.groups.length;
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

  // The group with this step; none at the start.
  group(number) {
    return this.groups[this.groupAt[Math.min(number, this.steps.length)] - 1];
  }

  // What a group opens besides what its first step decides.
  opened({ from, to, opening }) {
    return this.steps.slice(opening ? from - 1 : from, to).flatMap((step) => step.set.map(([cell]) => cell));
  }
}

// A step with cells instead of their names: the marks that it sets, what it stands on, its letters; `level` says how many
// clues it takes at once, and `player` is the place on the ladder of the weakest who takes it.
function read(step) {
  const opened = byCell(step.opened);
  step.set = [...byCell(step.decides)].map(([cell, is]) => [cell, is === "mine" ? FLAG : opened.get(cell) ?? SAFE]);
  if (step.mine) step.set = [[cellOf(step.cell), EXPLODED]];
  step.rows = rowsIn(step.stands_on);
  step.cells = byCell(step.letters);
  const { clues, cases, effort } = step.grade, total = step.rows.has(TOTAL);
  step.level = step.risk ? 300 : cases ? 200 : total ? 100 : clues;
  step.player = step.risk ? -1 : data.ladder.findIndex(([, most, knowsTotal]) => most >= effort && (knowsTotal || !total));
  return step;
}

// What a level is called.
const LEVELS = { 0: "no clue", 1: "1 clue", 100: "mine total", 200: "by cases", 300: "guess" };
const levelName = (level) => LEVELS[level] ?? `${level} clues`;

// What a step decides, in words.
function decided({ set }, most = 4) {
  const parts = [];
  for (const [mines, word, words] of [[true, "is a mine", "are mines"], [false, "is safe", "are safe"]]) {
    const cells = set.filter(([, mark]) => isMine(mark) === mines).map(([cell]) => nameOf(cell));
    if (cells.length) parts.push(`${few(cells, most)} ${cells.length === 1 ? word : words}`);
  }
  return parts.join(" and ") || "no cell is decided";
}

const linesOf = (step) => (step.lines?.length ? step.lines : wordsOf(step).flatMap((text) => text.split(/\n */)));  // by the letters on its own board
const wordsOf = (step) => (step.words.length ? step.words : [`${capital(decided(step))}.`]);

function few(texts, most = 12) {
  const some = texts.slice(0, most), more = texts.length - some.length;
  return more ? `${some.join(", ")} and ${more} more` : some.length > 1 ? `${some.slice(0, -1).join(", ")} and ${some.at(-1)}` : some.join("");
}

function load(json) {
  data = json;
  ({ field, found } = data);
  ({ names } = field);
  cellsNamed = new Map((names ?? []).flatMap((name, i) => [[plain(name), i], [name, i]]).reverse());
  flagged = new Set();
  [compared, hint, why, review] = ["players", "risks", "asked", "moments"].map((own) => (found?.[own] ? found : null));
  runs = review ? [runOfMoves(review)] : data.runs.map((lines) => new Run(lines));
  length = Math.max(...runs.map((run) => run.steps.length));
  answers = new Map([...data.cells, ...(why ? [why] : [])].map((answer) => [cellOf(answer.cell), answer]));
  for (const answer of answers.values()) answer.steps.forEach(read);
  risks = new Map([...byCell(hint?.risks)].map(([cell, exact]) => [cell, shareOf(exact)]).filter(([, share]) => share > 0 && share < 1));
  ranks = ranked();
  const { safe = [], mines = [] } = hint ?? {}, best = hint?.guess?.ranked[0]?.cell ?? hint?.least_risk[0];
  const named = why?.cell ?? safe[0] ?? (hint?.guess?.ranked.length ? best : mines.find((name) => !flagged.has(cellOf(name))) ?? best);
  target = named === undefined ? -1 : cellOf(named);
  weakest = byCell(compared?.weakest);
  knows = knownTo();
}

// The weakest player of the ladder who knows a cell: by the answers of a hint, or by a comparison.
function knownTo() {
  const place = (name) => data.ladder.findIndex(([one]) => one === name), last = data.ladder.length - 1;
  if (compared) return new Map([...weakest].map(([cell, name]) => [cell, place(name)]));
  const certain = cellsOf([...(hint?.safe ?? []), ...(hint?.mines ?? [])]);
  return new Map(certain.map((cell) => {
    const { kind, asked, player } = answers.get(cell) ?? {};
    return [cell, kind?.startsWith("needs") ? (player ? place(player) : last) : kind ? place(asked) : last];
  }));
}

// The best three ranks of guesses, each with its equal cells; of more than `MOST_EQUAL`, only the first has its frame.
const MOST_EQUAL = 6;
function ranked() {
  const best = hint?.guess?.ranked.slice(0, 3).map(({ cell }) => [cellOf(cell)]);
  if (best) return best;
  const alike = new Map();
  for (const [cell, share] of [...risks].sort(([, one], [, other]) => one - other)) alike.set(share, [...(alike.get(share) ?? []), cell]);
  return [...alike.values()].slice(0, 3);
}
