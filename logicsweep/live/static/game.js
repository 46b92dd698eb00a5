// A game between two answers: its field and mines, the flood, flags, chords and the moves with their times. The page's
// data of a position that has no answer yet come from here too.

const tables = JSON.parse(byId("tables").textContent);
const FIELDS = Object.keys(tables.fields);
const shades = Object.fromEntries(tables.ladder.map(([name], place) => [name, place % 4]));

// A field as the answers have it; `name` is its name in requests.
function fieldOf(name, rows, cols) {
  const { kind, even, odd, closed, shifted } = tables.fields[name], round = (x) => Math.round(1000 * x) / 1000;
  const all = Array.from({ length: rows * cols }, (_, cell) => cell), rowOf = (cell) => Math.floor(cell / cols);
  const inside = (at, size) => (closed ? ((at % size) + size) % size : at), fits = (at, size) => at >= 0 && at < size;
  const beside = (cell) => {
    const near = (rowOf(cell) % 2 ? odd : even).map(([down, right]) => [inside(rowOf(cell) + down, rows), inside((cell % cols) + right, cols)]);
    return ascending(near.filter(([row, col]) => fits(row, rows) && fits(col, cols)).map(([row, col]) => row * cols + col)).filter((one) => one !== cell);
  };
  const places = shifted ? all.map((cell) => [(cell % cols) + (rowOf(cell) % 2) / 2, round((rowOf(cell) * Math.sqrt(3)) / 2)]) : null;
  return { kind, cells: all.length, rows, cols, neighbours: all.map(beside), outline: shifted ? "hexagon" : "square", closed, places, names: null, sides: [] };
}

// Names of cells are those of this field from now on.
function nameOn(one) {
  [field, names] = [one, one.names];
  return one;
}

const rowsOf = (signs, { rows, cols }) => (rows ? Array.from({ length: rows }, (_, row) => signs.slice(row * cols, (row + 1) * cols).join("")) : signs);
const glyphRows = (marks, field) => rowsOf(Array.from(marks, glyphOf), field);
const inField = (name) => (name && name !== FIELDS[0] ? { field: name } : {});  // what an address says of a field
const fieldName = ({ kind }) => FIELDS.find((name) => tables.fields[name].kind === kind);

// A position as text; `total` is its number of mines, or null. That of a free graph is its own JSON with these marks.
const textOf = (marks, field, total) => (field.graph ? graphText(marks, field.graph, total) : `${total === null ? "" : `mines ${total}\n`}${glyphRows(marks, field).join("\n")}\n`);
const kindOfMark = (mark) => (mark >= 0 ? { clue: mark } : { [FLAG]: { flag: true }, [SAFE]: { safe: true } }[mark]);
function graphText(marks, { graph, nodes, ...rest }, total) {
  return `${JSON.stringify({ ...rest, graph: { logicsweep: { ...graph.logicsweep, ...(total !== null && { mines: total }) } }, nodes: nodes.map(({ id }, i) => ({ id, ...kindOfMark(marks[i]) })) })}\n`;
}

// Text of this page as marks without any question, or null for a text from elsewhere; so are the mines of a board.
function readPosition(text) {
  const found = /^(?:mines (\d{1,6})\n)?([0-8#F?\s]+)$/.exec(text.replace(/\r/g, "")), rows = found?.[2].split("\n").map((row) => row.replace(/\s/g, "")).filter(Boolean);
  if (!rows?.length || rows.some((row) => row.length !== rows[0].length)) return null;
  return { rows: rows.length, cols: rows[0].length, total: found[1] === undefined ? null : Number(found[1]), marks: Int8Array.from(rows.join(""), (glyph) => MARKS[glyph] ?? Number(glyph)) };
}

function readBoard(text) {
  const [head, ...lines] = text.replace(/\r/g, "").split("\n"), [rows, cols] = head.split(" ").map(Number), layout = lines.slice(0, rows).join("");
  return /^\d+ \d+$/.test(head) && /^[.M]+$/.test(layout) && layout.length === rows * cols ? { rows, cols, layout } : null;
}

// A board as text, from the set of its mines.
function boardText(mines, field) {
  const signs = Array.from({ length: field.cells }, (_, cell) => (mines.has(cell) ? "M" : "."));
  return `${field.rows} ${field.cols}\n${rowsOf(signs, field).join("\n")}\n0 0\n`;
}

// What a page shows of a position without an answer.
function unanswered(verb, headline, about, field, marks) {
  const run = [{ player: tables.ladder.at(-1)[0], start: null, first: glyphRows(marks, field), claims: [], board: null }, { remaining: 0 }];
  return { verb, headline, about, title: field.rows ? `${field.rows} × ${field.cols}` : plural(field.cells, "cell"), field, runs: [run], found: null, cells: [], text: [], ladder: tables.ladder, shades };
}

class Game {
  // `mines` is null until the first click has made the board; `start` is the cell to begin at, or null.
  constructor(name, field, total, mines = null, start = null) {
    Object.assign(this, { name, field, total, mines, start, moves: [], promised: "", began: null, ended: null, hit: null, hints: 0 });
    this.marks = new Int8Array(field.cells).fill(COVERED);
    this.before = this.marks;
  }

  get seconds() {
    return this.ended ?? (this.began === null ? 0 : (performance.now() - this.began) / 1000);
  }

  get over() {
    return this.ended !== null;
  }

  get won() {
    return this.over && this.hit === null;
  }

  count(...kinds) {
    return this.marks.reduce((sum, mark) => sum + kinds.includes(mark), 0);
  }

  around(cell, mark) {
    return this.field.neighbours[cell].filter((one) => this.marks[one] === mark);
  }

  can(kind, cell) {
    const mark = this.marks[cell];
    if (this.over) return false;
    if (kind === "chord") return mark > 0 && this.around(cell, FLAG).length === mark && this.around(cell, COVERED).length > 0;
    return mark === COVERED || (kind === "flag" && mark === FLAG);
  }

  // Make a move: `open`, `flag` (which also takes a flag away) or `chord`.
  move(kind, cell, at = this.seconds) {
    this.began ??= performance.now();
    this.moves.push({ at: Number(at.toFixed(2)), kind, cell });
    if (kind === "flag") this.marks[cell] = this.marks[cell] === FLAG ? COVERED : FLAG;
    else this.open(kind === "chord" ? this.around(cell, COVERED) : [cell]);
  }

  open(cells) {
    this.before = this.marks.slice();
    this.hit = cells.find((cell) => this.mines.has(cell)) ?? null;
    if (this.hit !== null) this.marks[this.hit] = EXPLODED;
    else flood(cells, (cell) => (this.marks[cell] === COVERED ? (this.marks[cell] = this.clue(cell)) : undefined));
    if (this.hit !== null || this.count(COVERED, FLAG) === this.mines.size) this.ended = this.moves.at(-1).at;
    if (this.won) for (const mine of this.mines) this.marks[mine] = FLAG;
  }

  // Repeat the moves of a text such as `played` gives. The clock goes on from the last one.
  repeat(text) {
    for (const [, at, kind, name] of text.matchAll(/^([\d.]+) (open|flag|chord) (\S+)$/gm)) if (this.can(kind, cellOf(name))) this.move(kind, cellOf(name), Number(at));
    [this.promised, this.hints] = [/^first \w+\n/m.exec(text)?.[0] ?? "", Number(/^# hints (\d+)$/m.exec(text)?.[1] ?? 0)];
    if (this.moves.length) this.began -= 1000 * this.moves.at(-1).at;
    return this;
  }

  clue(cell) {
    return this.field.neighbours[cell].filter((one) => this.mines.has(one)).length;
  }

  // The moves as text, a line for each, such as `2.41 open r3c5`: the seconds since the first, the move, the cell.
  get told() {
    return this.moves.map(({ at, kind, cell }) => `${at.toFixed(2)} ${kind} ${rawNameOf(cell)}\n`).join("");
  }

  // The whole game as text, with what was promised of its first click, for the address and for a review, which skips the number of hints.
  get played() {
    const first = this.moves.find(({ kind }) => kind === "open")?.cell ?? this.start, kept = (this.start ?? first) === first;
    return `${this.text}${kept ? this.promised : ""}${this.told}${this.hints ? `# hints ${this.hints}\n` : ""}`;
  }

  // The board as text; empty until it is made.
  get text() {
    return this.mines ? boardText(this.mines, this.field) : "";
  }

  // What a request about a position of this game holds.
  asks(marks = this.marks) {
    return { position: textOf(marks, this.field, this.total), field: this.name };
  }
}
