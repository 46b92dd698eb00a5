// Boards: where cells, names, edges and labels lie, and a grid of cells with one tab stop. A change touches only the
// cells that look different, and the browser does not draw what is out of sight (`content-visibility`).

const AS = {
  "stands on": "this step stands on it",
  safe: hint ? "certainly safe" : "found safe in this step",
  mine: hint ? "certainly a mine" : "found to be a mine in this step",
  guess: toGuess ? "the cell to guess" : "cleared as a guess in this step",
  group: "in the reason of this step",
};
const STATES = {
  "#": "covered",
  F: length ? "a mine, flagged" : "flagged",
  "?": "safe, its number not told",
  M: "a mine",
  "*": "a mine that was cleared: the game is lost",
};
const AT_ONCE = 5000;  // cells to draw before the page responds again
const LOOKS = ["mark", "as", "risk", "player", "claim", "letter"];
const BESIDE = names ? 0.4 : 0;  // names are wider than their nodes
const NAME_AT = { below: [-0.3, 1], above: [-0.3, 0], right: [1.1, 0.5], left: [-1.7, 0.5] };  // from a node's corner
const boards = [];
let zoom = 1;

// Where cells lie, in units of a cell's width: the total width and height, and each cell's left and top.
const lies = (() => {
  const tall = field.outline === "hexagon" ? 1.1547 : 1;
  const places = field.places ?? Array.from({ length: field.cells }, (_, i) => [i % field.cols, Math.floor(i / field.cols)]);
  const at = places.map(([x, y]) => [x + BESIDE, y + BESIDE]);
  const most = [0, 1].map((axis) => at.reduce((far, place) => Math.max(far, place[axis]), 0));
  return { at, tall, wide: most[0] + 1 + BESIDE, high: most[1] + tall + (names ? 0.7 : 0) };
})();

const boardClass = `board ${field.outline}${field.closed ? " closed" : ""}`;

// Place an element inside one that is `wide` cells wide and `high` cells high.
function put(element, left, top, wide = lies.wide, high = lies.high) {
  if (left) element.style.left = `${((100 * left) / wide).toFixed(4)}%`;
  if (top) element.style.top = `${((100 * top) / high).toFixed(4)}%`;
}

// The name of a node, on the side that its edges leave free.
function nodeName(i) {
  const name = make("bdi", { class: `node-name ${field.sides[i]}`, "aria-hidden": "true", title: nameOf(i) }, nameOf(i));
  const [right, down] = NAME_AT[field.sides[i]];
  put(name, lies.at[i][0] + right, lies.at[i][1] + down);
  return name;
}

function edgesDrawn() {
  const middle = (i) => lies.at[i].map((place) => (place + 0.5).toFixed(3)).join(" ");
  const path = drawn("path", { d: field.neighbours.map((beside, i) => beside.filter((j) => i < j).map((j) => `M${middle(i)}L${middle(j)}`).join("")).join("") });
  return drawn("svg", { class: "edges", viewBox: `0 0 ${lies.wide} ${lies.high}`, "aria-hidden": "true" }, path);
}

// Numbers of some columns and rows, which stay in sight while the board scrolls.
function labels(left = 0, right = field.cols, top = 0, bottom = field.rows) {
  if (!field.rows) return [];
  const corner = make("div", { class: "corner" });
  const cols = make("div", { class: "cols", "aria-hidden": "true" });
  const rows = make("div", { class: "rows", "aria-hidden": "true" });
  for (let i = left; i < right; i++) cols.append(label("left", lies.at[i][0] - left, i));
  for (let i = top; i < bottom; i++) rows.append(label("top", lies.at[i * field.cols][1] - top + (lies.tall - 1) / 2, i));
  return [corner, cols, rows];
}

function label(side, at, number) {
  const element = make("span", {}, String(number + 1));
  element.style[side] = `calc(var(--u) * ${at.toFixed(4)})`;
  return element;
}

const stateOf = (glyph) => STATES[glyph] ?? (glyph === "0" ? "cleared, no mine around" : `cleared, clue ${glyph}`);
const isClaim = (i, mark) => mark === COVERED && claims.has(i);
const stateAt = (i, mark) => (isClaim(i, mark) ? "covered, flagged" : stateOf(glyphOf(mark)));

// The look of a cell with this mark and this role in a step; `words` describe it to screen readers.
function lookOf(i, mark, marked) {
  const glyph = glyphOf(mark), claim = isClaim(i, mark) || undefined;
  const [, as, letter] = marked?.match(/^(.*?)(?: (?=[a-z]$)([a-z]))?$/) ?? [];
  const words = [stateAt(i, mark), AS[as], letter && `group ${letter}`];
  return { mark: glyph, as, claim, letter, text: "#F0*".includes(glyph) ? "" : glyph, words };
}

class Board {
  // `look` gives the look of a cell from its mark and its role in the step.
  constructor(title, chosen, look = lookOf) {
    Object.assign(this, { chosen, look, marks: [], marked: new Map(), focused: 0, stale: new Set() });
    this.grid = make("div", { role: "grid", class: boardClass, "aria-label": title });
    if (names) this.grid.append(edgesDrawn(), ...names.map((_, i) => nodeName(i)));
    this.cells = lies.at.map((place, i) => {
      const cell = make("div", { role: "gridcell", class: "cell", tabindex: i ? -1 : 0, "data-cell": i });
      if (names) put(cell, ...place);
      return cell;
    });
    const cols = field.cols ?? field.cells;
    for (let first = 0; first < field.cells; first += cols) {
      const line = make("div", { role: "row", class: "line" }, ...this.cells.slice(first, first + cols));
      if (!names) put(line, ...lies.at[first]);
      this.grid.append(line);
    }
    this.frame = make("div", { class: "frame" }, ...labels(), this.grid);
    this.frame.style.setProperty("--wide", lies.wide);
    this.grid.style.width = `calc(var(--u) * ${lies.wide})`;
    this.grid.style.height = `calc(var(--u) * ${lies.high})`;
    this.grid.addEventListener("click", (event) => this.click(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    boards.push(this);
  }

  // Show the cells' marks, and their roles in a step.
  show(marks, marked) {
    const before = [this.marks, this.marked];
    [this.marks, this.marked] = [marks.slice(), marked];
    for (let i = 0; i < field.cells; i++) if (marks[i] !== before[0][i] || marked.get(i) !== before[1].get(i)) this.stale.add(i);
    clearTimeout(this.later);
    this.draw(this.stale.size > AT_ONCE ? this.inSight() : [...this.stale]);
  }

  // Draw some of the cells that changed, so that they appear first, and the others a little later.
  draw(some) {
    for (const i of some) {
      this.stale.delete(i);
      this.paint(i);
    }
    if (this.stale.size) this.later = setTimeout(() => this.draw([...this.stale].slice(0, AT_ONCE)), 50);
  }

  inSight() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const near = (place, from, room) => place * this.unit > from - 2 * this.unit && place * this.unit < from + room;
    return [...this.stale].filter((i) => near(lies.at[i][0], scrollLeft, clientWidth) && near(lies.at[i][1], scrollTop, clientHeight));
  }

  paint(i) {
    const cell = this.cells[i], look = this.look(i, this.marks[i], this.marked.get(i));
    for (const one of LOOKS) {
      if (look[one] === undefined) delete cell.dataset[one];
      else cell.dataset[one] = look[one];
    }
    for (const [name, value] of Object.entries(look.style ?? {})) cell.style.setProperty(name, value);
    cell.textContent = look.text;
    cell.setAttribute("aria-label", [nameOf(i), ...look.words].filter(Boolean).join(", "));
  }

  select(cell) {
    this.cells[this.selected]?.removeAttribute("aria-selected");
    this.selected = cell ?? undefined;
    if (this.selected === undefined) return;
    this.tabStop(cell);
    this.cells[cell].setAttribute("aria-selected", "true");
  }

  tabStop(cell) {
    this.cells[this.focused].tabIndex = -1;
    this.focused = cell;
    this.cells[cell].tabIndex = 0;
  }

  click(event) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    this.tabStop(Number(cell.dataset.cell));
    cell.focus({ preventScroll: true });
    this.chosen(this.focused);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const cols = field.cols ?? field.cells, first = this.focused - (this.focused % cols);
    if (to) this.move(nearest(this.focused, to));
    else if (event.key === "Home") this.move(first);
    else if (event.key === "End") this.move(first + cols - 1);
    else if (event.key === "Enter" || event.key === " ") this.chosen(this.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(cell) {
    this.tabStop(cell);
    this.follow(cell);
    this.cells[cell].focus();
  }

  // Bring a cell into view if the board is larger than its frame.
  follow(cell) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const to = [[scrollLeft, clientWidth], [scrollTop, clientHeight]].map(([from, room], axis) => {
      const place = lies.at[cell][axis] * this.unit;
      return place < from || place > from + room - 4 * this.unit ? place - room / 2 : from;
    });
    this.frame.scrollTo(...to);
  }

  // Make cells as large as fits: at most a finger's width, and at least readable.
  size(room) {
    const most = Math.max(40, Math.min(80, 480 / Math.max(lies.wide, lies.high))), tall = Math.max(300, innerHeight * (narrow.matches ? 0.55 : 0.7));
    const fits = Math.floor(Math.min((room - (field.rows ? 30 : 0)) / lies.wide, tall / lies.high) * 2) / 2;
    this.unit = Math.round(Math.max(9, Math.min(most, Math.max(fits, 19)) * zoom) * 64) / 64;  // as browsers round
    this.frame.style.setProperty("--u", `${this.unit}px`);
  }
}

// Fit all boards into their rooms: read the layout first, then write.
function fit() {
  const rooms = boards.map((board) => board.frame.parentElement.clientWidth || byId("boards").clientWidth);
  boards.forEach((board, i) => board.size(rooms[i]));
}

// The next cell in a direction; on a free graph, the nearest cell that lies there.
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
