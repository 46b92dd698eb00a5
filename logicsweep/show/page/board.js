// A board: a grid of cells with one tab stop. Of a large one only the cells in sight are there; a change touches
// only the cells that look different.

const WHOLE = 1200;  // cells: a board of at most so many is there as a whole
const SPARE = 3;  // rows and columns that are there beyond those in sight, at least
const LATER = 80;  // ms

const AS = {
  stands: "this step stands on it",
  added: "this step adds it",
  subtracted: "this step subtracts it",
  safe: told.hint ? "certainly safe" : "found safe in this step",
  mine: told.hint ? "certainly a mine" : "found to be a mine in this step",
};
const STATES = {
  "#": "covered",
  F: length ? "flagged: a mine" : "flagged",  // a claim where nobody found it
  "?": "safe, its number not told",
  M: "a mine",
};
const LOOKS = ["mark", "as", "risk", "player"];
const boards = [];
let zoom = 1, pageTop = 0;

const stateOf = (glyph) => STATES[glyph] ?? (glyph === "0" ? "cleared, no mine around" : `cleared, clue ${glyph}`);

// What a cell looks like that has this mark and is this to a step; `words` say it to who does not see it.
function lookOf(mark, as) {
  const glyph = glyphOf(mark);
  return { mark: glyph, as, text: "#F0".includes(glyph) ? "" : glyph, words: () => [stateOf(glyph), AS[as]] };
}

class Board {
  // `look` tells what a cell looks like, from its mark and what it is to the step.
  constructor(title, chosen, look = (_, mark, as) => lookOf(mark, as)) {
    Object.assign(this, { chosen, look, marks: [], marked: new Map(), focused: 0, scrolled: [0, 0], drawn: "" });
    Object.assign(this, { cells: new Map(), looks: new Map(), lines: new Map() });
    this.grid = make("div", { role: "grid", class: `board ${field.kind}`, "aria-label": title });
    if (field.rows) filled(this.grid, { "aria-rowcount": field.rows, "aria-colcount": field.cols }, []);
    this.still = field.edges ? [edges(field.edges), ...lies.at.map((_, i) => nodeName(i))] : [];
    this.frame = make("div", { class: "frame" }, ...labels(), this.grid);
    this.frame.style.setProperty("--wide", lies.wide);
    this.grid.style.width = `calc(var(--u) * ${lies.wide})`;
    this.grid.style.height = `calc(var(--u) * ${lies.high})`;
    this.grid.addEventListener("click", (event) => this.click(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("scroll", () => this.scroll());
    boards.push(this);
  }

  // Show marks, and what cells are to a step: of a large board that is out of sight a moment later.
  show(marks, marked) {
    Object.assign(this, { marks, marked });
    clearTimeout(this.later);
    if (this.inSight()) this.refresh();
    else this.later = setTimeout(() => this.refresh(), LATER);
  }

  refresh() {
    for (const i of this.cells.keys()) this.paint(i);
    this.draw();
  }

  inSight() {
    return field.cells <= WHOLE || (this.from < pageTop + innerHeight && this.to > pageTop);
  }

  paint(i) {
    const cell = this.cells.get(i), had = this.looks.get(i) ?? {}, look = this.look(i, this.marks[i], this.marked.get(i));
    const changed = LOOKS.filter((one) => look[one] !== had[one]);
    if (!changed.length) return;
    this.looks.set(i, look);
    for (const one of changed) {
      if (look[one] === undefined) delete cell.dataset[one];
      else cell.dataset[one] = look[one];
    }
    for (const [name, value] of Object.entries(look.style ?? {})) cell.style.setProperty(name, value);
    if (look.text !== (had.text ?? "")) cell.textContent = look.text;
    cell.setAttribute("aria-label", [nameOf(i), ...look.words()].filter(Boolean).join(", "));
  }

  // Let those cells be there that are in sight, in rows, for readers; the one that has the tab stop always is.
  draw(all = false) {
    const window = all ? wholly() : this.sight(), [top, bottom, left, right] = window, key = [window, this.focused].join();
    if (key === this.drawn || !this.unit || !this.marks.length) return;
    const cols = field.cols ?? field.cells, stop = [Math.floor(this.focused / cols), this.focused % cols];
    const before = this.cells, inside = new Map(), lines = new Map();
    for (const row of span(top, bottom, stop[0])) {
      const across = row < top || row >= bottom ? [stop[1]] : span(left, right, row === stop[0] ? stop[1] : left);
      const cells = across.map((col) => row * cols + col), line = this.lines.get(row) ?? this.line(row);
      for (const i of cells) inside.set(i, before.get(i) ?? this.made(i));
      arrange(line, cells.map((i) => inside.get(i)));
      lines.set(row, line);
    }
    Object.assign(this, { drawn: key, cells: inside, lines, looks: new Map([...this.looks].filter(([i]) => inside.has(i))) });
    for (const i of inside.keys()) if (!before.has(i)) this.paint(i);
    arrange(this.grid, [...this.still, ...lines.values()]);
  }

  // The rows and columns in sight, and some more: from, and up to but without.
  sight() {
    if (field.cells <= WHOLE || !field.rows || !this.overflows) return wholly();
    const range = (axis, step, most) => {
      const from = this.scrolled[axis] / step, to = (this.scrolled[axis] + this.room[axis]) / step;
      return [Math.max(0, (Math.floor(from / SPARE) - 1) * SPARE), Math.min(most, (Math.ceil(to / SPARE) + 1) * SPARE)];
    };
    return [...range(1, this.unit * lies.apart, field.rows), ...range(0, this.unit, field.cols)];
  }

  line(row) {
    const line = make("div", { role: "row", class: "line" });
    if (field.rows) line.setAttribute("aria-rowindex", row + 1);
    put(line, 0, field.rows ? lies.at[row * field.cols][1] : 0);
    return line;
  }

  made(i) {
    const cell = make("div", { role: "gridcell", class: "cell", tabindex: i === this.focused ? 0 : -1 });
    if (field.cols) cell.setAttribute("aria-colindex", (i % field.cols) + 1);
    if (i === this.selected) cell.setAttribute("aria-selected", "true");
    put(cell, lies.at[i][0], field.cols ? 0 : lies.at[i][1]);
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
    this.draw();
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
    this.reveal(cell);
    this.cells.get(cell).focus();
  }

  scroll() {
    this.scrolled = [this.frame.scrollLeft, this.frame.scrollTop];
    this.draw();
  }

  // Bring a cell into view, where the board is larger than its frame.
  follow(cell) {
    if (!this.overflows || cell === undefined) return;
    const to = [0, 1].map((axis) => {
      const place = lies.at[cell][axis] * this.unit, from = this.scrolled[axis], room = this.room[axis];
      return place < from || place > from + room - 4 * this.unit ? place - room / 2 : from;
    });
    if (to[0] === this.scrolled[0] && to[1] === this.scrolled[1]) return;
    this.frame.scrollTo(...to);
    this.scrolled = [this.frame.scrollLeft, this.frame.scrollTop];
  }

  // Bring a cell into view that was asked for, and draw what is there.
  reveal(cell) {
    this.follow(cell);
    this.draw();
  }

  // Cells as large as fit, within bounds: a finger's width at most, and still readable at least.
  size(room) {
    const most = field.kind === "graph" ? 46 : 40, tall = Math.max(300, innerHeight * 0.7);
    const fits = Math.floor(Math.min((room - (field.rows ? 30 : 0)) / lies.wide, tall / lies.high) * 2) / 2;
    this.unit = Math.max(9, Math.min(most, Math.max(fits, 19)) * zoom);
    this.frame.style.setProperty("--u", `${this.unit}px`);
  }

  measure() {
    const { frame } = this;
    this.room = [frame.clientWidth, frame.clientHeight];
    this.overflows = frame.scrollWidth > this.room[0] || frame.scrollHeight > this.room[1];
    this.scrolled = [frame.scrollLeft, frame.scrollTop];
    const { top, bottom } = frame.getBoundingClientRect();
    Object.assign(this, { from: top + pageTop, to: bottom + pageTop });
  }
}

function pageScrolled() {
  pageTop = scrollY;
  for (const board of boards) if (field.cells > WHOLE && board.inSight()) board.refresh();
}

// All boards as their rooms let them be: first what is read, then what is written, and so on.
function fit() {
  pageTop = scrollY;
  const rooms = boards.map((board) => board.frame.parentElement.clientWidth);
  boards.forEach((board, i) => board.size(rooms[i]));
  for (const board of boards) board.measure();
  for (const board of boards) board.draw();
}

const wholly = () => [0, field.rows ?? 1, 0, field.cols ?? field.cells];

// The numbers from one up to another, and one more that may lie outside.
function span(from, to, one = from) {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  if (one < from) numbers.unshift(one);
  if (one >= to) numbers.push(one);
  return numbers;
}

// Make these the children of an element, in their order; those that are there already stay untouched.
function arrange(parent, wanted) {
  const children = new Set(wanted);
  for (const child of [...parent.children]) if (!children.has(child)) child.remove();
  let before = null;
  for (const child of wanted) {
    if (child.parentNode !== parent) before ? before.after(child) : parent.prepend(child);
    before = child;
  }
}

// Put an element at a place in one that is so many cells wide and high.
function put(element, left, top, wide = lies.wide, high = lies.high) {
  if (left) element.style.left = `${((100 * left) / wide).toFixed(4)}%`;
  if (top) element.style.top = `${((100 * top) / high).toFixed(4)}%`;
}

// The name of a node, below it: as wide as the nodes and the names beside it leave.
function nodeName(i) {
  const name = make("bdi", { class: "node-name", "aria-hidden": "true", title: nameOf(i) }, nameOf(i)), wide = lies.rooms[i];
  put(name, lies.at[i][0] + 0.5 - wide / 2, lies.at[i][1] + 1);
  name.style.width = `calc(var(--u) * ${wide.toFixed(3)})`;
  return name;
}

function edges(pairs) {
  const svg = drawn("svg", { class: "edges", viewBox: `0 0 ${lies.wide} ${lies.high}`, "aria-hidden": "true" });
  const middle = (i) => lies.at[i].map((place) => (place + 0.5).toFixed(3)).join(" ");
  svg.append(drawn("path", { d: pairs.map(([i, j]) => `M${middle(i)}L${middle(j)}`).join("") }));
  return svg;
}

// Numbers of rows and columns, which stay in sight while the board scrolls.
function labels() {
  if (!field.rows) return [];
  const corner = make("div", { class: "corner" });
  const cols = make("div", { class: "cols", "aria-hidden": "true" });
  const rows = make("div", { class: "rows", "aria-hidden": "true" });
  for (let i = 0; i < field.cols; i++) cols.append(label("left", lies.at[i][0], i));
  for (let i = 0; i < field.rows; i++) rows.append(label("top", lies.at[i * field.cols][1] + (lies.tall - 1) / 2, i));
  return [corner, cols, rows];
}

function label(side, at, number) {
  const element = make("span", {}, String(number + 1));
  element.style[side] = `calc(var(--u) * ${at.toFixed(4)})`;
  return element;
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
