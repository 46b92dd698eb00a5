// A board: a grid of cells with one tab stop. Of a large one only the cells in sight are there; a change touches
// only the cells that look different, and what is much is drawn in slices, with a paint between.

const WHOLE = 1200;  // cells: a board of at most so many is there as a whole
const SPARE = 3;  // rows and columns that are there beyond those in sight, at least
const SLICE = 8;  // ms: so long large boards are drawn at once
const LATER = 80;  // ms: so long after a step what is out of sight stays as it was

const AS = {
  stands: "this step stands on it",
  added: "this step adds it",
  subtracted: "this step subtracts it",
  safe: told.hint ? "certainly safe" : "found safe in this step",
  mine: told.hint ? "certainly a mine" : "found to be a mine in this step",
};
const STATES = {
  "#": "covered",
  F: length ? "flagged: a mine" : "flagged",
  "?": "safe, its number not told",
  M: "a mine",
};
const LOOKS = ["mark", "as", "risk", "player", "claim"];
const blank = make("div", { role: "gridcell", class: "cell", tabindex: -1 });
const boards = [];
let zoom = 1, pageTop = 0, paper = false, turn = 0;

const stateOf = (glyph) => STATES[glyph] ?? (glyph === "0" ? "cleared, no mine around" : `cleared, clue ${glyph}`);

const isClaim = (i, mark) => mark === COVERED && claims.has(i);
const stateAt = (i, mark) => (isClaim(i, mark) ? "covered, flagged" : stateOf(glyphOf(mark)));

// What a cell looks like that has this mark and is this to a step; `words` say it to who does not see it.
function lookOf(i, mark, as) {
  const glyph = glyphOf(mark), claim = isClaim(i, mark) || undefined;
  return { mark: glyph, as, claim, text: "#F0".includes(glyph) ? "" : glyph, words: () => [stateAt(i, mark), AS[as]] };
}

class Board {
  // `look` tells what a cell looks like, from its mark and what it is to the step.
  constructor(title, chosen, look = lookOf) {
    Object.assign(this, { chosen, look, marks: [], marked: new Map(), focused: 0, scrolled: [0, 0], shown: 0 });
    Object.assign(this, { cells: new Map(), looks: new WeakMap(), lines: new Map() });
    this.grid = make("div", { role: "grid", class: `board ${field.kind}`, "aria-label": title });
    if (field.rows) filled(this.grid, { "aria-rowcount": field.rows, "aria-colcount": field.cols }, []);
    if (field.edges) this.grid.append(edges(field.edges), ...lies.at.map((_, i) => nodeName(i)));
    this.frame = make("div", { class: "frame" }, ...labels(), this.grid);
    this.frame.style.setProperty("--wide", lies.wide);
    this.grid.style.width = `calc(var(--u) * ${lies.wide})`;
    this.grid.style.height = `calc(var(--u) * ${lies.high})`;
    this.grid.addEventListener("click", (event) => this.click(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("scroll", () => this.scroll());
    boards.push(this);
  }

  // What marks there are, and what cells are to a step: `drawSome` shows it.
  show(marks, marked) {
    Object.assign(this, { marks, marked, shown: this.shown + 1 });
  }

  inSight() {
    return field.cells <= WHOLE || (this.from < pageTop + innerHeight && this.to > pageTop);
  }

  // Draw what is not there yet or looks different, until a time: the row of the tab stop and one more in any case,
  // first those that the step touches, then from the middle outwards. Whether all is done.
  draw(until) {
    if (!this.unit || !this.marks.length) return true;
    const [top, bottom, left, right] = this.sight(), cols = field.cols ?? field.cells, middle = (top + bottom) / 2;
    const stop = [Math.floor(this.focused / cols), this.focused % cols], rows = span(top, bottom, stop[0]);
    const touched = new Set([...this.marked.keys()].map((i) => Math.floor(i / cols)));
    const away = (row) => (row === stop[0] ? -2 : touched.has(row) ? -1 : Math.abs(row - middle));
    for (const row of [...rows].sort((one, other) => away(one) - away(other))) {
      const [from, to] = row < top || row >= bottom ? [stop[1], stop[1] + 1] : [left, right];
      const drew = this.drawLine(row, from, to, row === stop[0] ? stop[1] : from);
      if (drew && row !== stop[0] && performance.now() > until) return false;
    }
    if (this.lines.size > rows.length) for (const [row, line] of this.lines) if (!rows.includes(row)) this.drop(row, line);
    return true;
  }

  // Let a row have the columns from one up to another, and one more, in order, for readers: unless it has them and
  // shows what is to be shown. Whether it did not.
  drawLine(row, from, to, more) {
    const line = this.lines.get(row), key = `${from} ${to} ${more}`;
    if (line?.key === key && line.shown === this.shown) return false;
    const first = row * (field.cols ?? field.cells), cells = line?.key === key ? line.cells : span(from, to, more).map((col) => first + col);
    const element = line?.element ?? lineAt(row);
    if (line?.key !== key) this.hold(cells, line?.cells ?? []);
    for (const i of cells) this.paint(i);
    if (line?.key !== key) {
      arrange(element, cells.map((i) => this.cells.get(i)));
      if (field.rows) setApart(element, cells);
    }
    if (!line) this.grid.insertBefore(element, this.lines.get(Math.min(...[...this.lines.keys()].filter((one) => one > row)))?.element ?? null);
    this.lines.set(row, { element, cells, key, shown: this.shown });
    return true;
  }

  // Have these cells in a row, where others were.
  hold(cells, before) {
    const keep = new Set(cells);
    for (const i of before) if (!keep.has(i)) this.cells.delete(i);
    for (const i of cells) if (!this.cells.has(i)) this.cells.set(i, this.made(i));
  }

  drop(row, line) {
    line.element.remove();
    this.lines.delete(row);
    for (const i of line.cells) this.cells.delete(i);
  }

  paint(i) {
    const cell = this.cells.get(i), mark = this.marks[i], as = this.marked.get(i), had = this.looks.get(cell);
    if (had && had.of === mark && had.to === as) return;
    const look = this.look(i, mark, as);
    this.looks.set(cell, { ...look, of: mark, to: as });
    for (const one of LOOKS) {
      if (look[one] === had?.[one]) continue;
      if (look[one] === undefined) delete cell.dataset[one];
      else cell.dataset[one] = look[one];
    }
    for (const [name, value] of Object.entries(look.style ?? {})) cell.style.setProperty(name, value);
    if (look.text !== (had?.text ?? "")) cell.textContent = look.text;
    cell.setAttribute("aria-label", [nameOf(i), ...look.words()].filter(Boolean).join(", "));
  }

  // The rows and columns in sight, and some more: from, and up to but without.
  sight() {
    if (paper || field.cells <= WHOLE || !field.rows || !this.overflows) return wholly();
    const range = (axis, step, most) => {
      const from = this.scrolled[axis] / step, to = (this.scrolled[axis] + this.room[axis]) / step;
      return [Math.max(0, (Math.floor(from / SPARE) - 1) * SPARE), Math.min(most, (Math.ceil(to / SPARE) + 1) * SPARE)];
    };
    return [...range(1, this.unit * lies.apart, field.rows), ...range(0, this.unit, field.cols)];
  }

  made(i) {
    const cell = blank.cloneNode();
    if (i === this.focused) cell.tabIndex = 0;
    if (field.cols) cell.setAttribute("aria-colindex", (i % field.cols) + 1);
    if (i === this.selected) cell.setAttribute("aria-selected", "true");
    if (!field.rows) put(cell, ...lies.at[i]);
    cell.dataset.cell = i;
    return cell;
  }

  select(cell) {
    this.cells.get(this.selected)?.removeAttribute("aria-selected");
    this.selected = cell ?? undefined;
    if (this.selected === undefined) return;
    this.tabStop(cell);
    this.cells.get(cell)?.setAttribute("aria-selected", "true");
  }

  tabStop(cell) {
    const last = this.cells.get(this.focused);
    if (last) last.tabIndex = -1;
    this.focused = cell;
    this.draw(0);
    if (this.cells.has(cell)) this.cells.get(cell).tabIndex = 0;
  }

  click(event) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    this.tabStop(Number(cell.dataset.cell));
    cell.focus({ preventScroll: true });
    this.chosen(Number(cell.dataset.cell));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (to) this.move(nearest(this.focused, to));
    else if (event.key === "Home") this.move(this.focused - (this.focused % (field.cols ?? field.cells)));
    else if (event.key === "End") this.move(lastInRow(this.focused));
    else if (event.key === "Enter" || event.key === " ") this.chosen(this.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(cell) {
    this.tabStop(cell);
    this.follow(cell);
    drawSome();
    this.cells.get(cell).focus();
  }

  // Only the reader's own scrolling is news.
  scroll() {
    if (!this.moved) drawScrolled();
    this.moved = false;
  }

  readScroll() {
    this.scrolled = [this.frame.scrollLeft, this.frame.scrollTop];
  }

  // Bring a cell into view, where the board is larger than its frame.
  follow(cell) {
    if (!this.overflows || cell === undefined) return;
    const to = [0, 1].map((axis) => {
      const place = lies.at[cell][axis] * this.unit, from = this.scrolled[axis], room = this.room[axis];
      return place < from || place > from + room - 4 * this.unit ? place - room / 2 : from;
    });
    this.scrollTo(to);
  }

  scrollTo(to) {
    if (!this.overflows || (to[0] === this.scrolled[0] && to[1] === this.scrolled[1])) return;
    const [left, top] = this.scrolled;
    this.frame.scrollTo(...to);
    this.readScroll();
    this.moved ||= left !== this.scrolled[0] || top !== this.scrolled[1];
  }

  // Cells as large as fit, within bounds: a finger's width at most, and still readable at least.
  size(room) {
    const most = field.kind === "graph" ? 46 : 40, tall = Math.max(300, innerHeight * 0.7);
    const fits = Math.floor(Math.min((room - (field.rows ? 30 : 0)) / lies.wide, tall / lies.high) * 2) / 2;
    this.unit = Math.round(Math.max(9, Math.min(most, Math.max(fits, 19)) * zoom) * 64) / 64;  // as browsers round
    this.frame.style.setProperty("--u", `${this.unit}px`);
  }

  measure() {
    const { frame } = this;
    this.room = [frame.clientWidth, frame.clientHeight];
    this.overflows = frame.scrollWidth > this.room[0] || frame.scrollHeight > this.room[1];
    this.readScroll();
    const { top, bottom } = frame.getBoundingClientRect();
    Object.assign(this, { from: top + pageTop, to: bottom + pageTop });
  }
}

// Draw what is in sight: at once as much as SLICE allows, the rest after each paint; and a moment later what is not.
function drawSome(far = false) {
  const these = boards.filter((board) => far || board.inSight()), mine = ++turn;
  const end = field.cells <= WHOLE ? Infinity : performance.now() + SLICE;
  const share = (at) => performance.now() + (end - performance.now()) / (these.length - at);
  const done = these.map((board, at) => board.draw(share(at))).every(Boolean);
  const next = (rest) => {
    if (mine !== turn || paper) return;
    for (const board of boards) {
      board.moved = false;  // its event has come by now
      board.readScroll();
    }
    drawSome(rest);
    document.body.getBoundingClientRect();  // lay out now, while no key waits
  };
  if (!done) requestAnimationFrame(() => setTimeout(() => next(far)));
  else if (!far) setTimeout(() => next(true), LATER);
}

let reading = 0;

// What a reader scrolls to is there before the next paint. All frames are read before any is drawn.
function drawScrolled() {
  reading ||= requestAnimationFrame(() => {
    reading = 0;
    for (const board of boards) board.readScroll();
    drawSome();
  });
}

function pageScrolled() {
  pageTop = scrollY;
  if (field.cells > WHOLE) drawSome();
}

// Everything is there on paper, at once.
function drawAll(all) {
  paper = all;
  for (const board of boards) board.draw(Infinity);
}

// All boards as their rooms let them be: first what is read, then what is written, and so on.
function fit() {
  pageTop = scrollY;
  const rooms = boards.map((board) => board.frame.parentElement.clientWidth);
  boards.forEach((board, i) => board.size(rooms[i]));
  for (const board of boards) board.measure();
  drawSome();
}

// The cell next to one in a direction: on a free graph, the nearest that lies there.
function nearest(from, [dx, dy]) {
  if (field.cols) {
    const col = (from % field.cols) + dx, row = Math.floor(from / field.cols) + dy;
    return col < 0 || col >= field.cols || row < 0 || row >= field.rows ? from : row * field.cols + col;
  }
  let best = from, least = Infinity;
  lies.at.forEach(([x, y], i) => {
    const along = (x - lies.at[from][0]) * dx + (y - lies.at[from][1]) * dy;
    const aside = Math.abs((x - lies.at[from][0]) * dy) + Math.abs((y - lies.at[from][1]) * dx);
    if (along > 0.1 && along + 2 * aside < least) [best, least] = [i, along + 2 * aside];
  });
  return best;
}

function lastInRow(cell) {
  return field.cols ? cell - (cell % field.cols) + field.cols - 1 : field.cells - 1;
}
