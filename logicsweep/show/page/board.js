// A board: a grid of cells with one tab stop, of which only those are touched that change.

const AS = {
  stands: "this step stands on it",
  added: "this step adds it",
  subtracted: "this step subtracts it",
  safe: "found safe in this step",
  mine: "found to be a mine in this step",
};
const STATES = { "#": "covered", F: "flagged: a mine", "?": "safe, its number not told", M: "a mine" };
const boards = [];
let zoom = 1;

const stateOf = (glyph) => STATES[glyph] ?? (glyph === "0" ? "cleared, no mine around" : `cleared, clue ${glyph}`);

class Board {
  constructor(title, chosen) {
    this.chosen = chosen;
    this.shown = new Array(field.cells).fill(null);
    this.marked = new Map();
    this.focused = 0;
    this.grid = make("div", { role: "grid", class: `board ${field.kind}`, "aria-label": title });
    if (field.edges) this.grid.append(edges(field.edges));
    this.cells = this.made();
    this.frame = make("div", { class: "frame" }, ...labels(), this.grid);
    this.grid.style.width = `calc(var(--u) * ${lies.wide})`;
    this.grid.style.height = `calc(var(--u) * ${lies.high})`;
    this.grid.addEventListener("click", (event) => this.click(event));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    boards.push(this);
  }

  // The cells in rows, for readers, and so that a change is laid out in its row alone.
  made() {
    const cells = [], cols = field.cols ?? field.cells;
    for (let from = 0; from < field.cells; from += cols) {
      const row = make("div", { role: "row", class: "line" }), top = field.cols ? lies.at[from][1] : 0;
      put(row, 0, top);
      for (let i = from; i < from + cols; i++) {
        const cell = make("div", { role: "gridcell", class: "cell", tabindex: i ? -1 : 0 });
        put(cell, lies.at[i][0], lies.at[i][1] - top);
        cell.dataset.cell = i;
        cells.push(cell);
        row.append(cell);
        if (field.names) row.append(nodeName(i));
      }
      this.grid.append(row);
    }
    return cells;
  }

  // Show marks, and what cells are to a step.
  show(marks, marked) {
    const touched = new Set([...this.marked.keys(), ...marked.keys()]);
    this.marked = marked;
    for (let i = 0; i < marks.length; i++) {
      if (marks[i] === this.shown[i]) continue;
      const glyph = glyphOf(marks[i]);
      this.shown[i] = marks[i];
      this.cells[i].dataset.mark = glyph;
      this.cells[i].textContent = "#F0".includes(glyph) ? "" : glyph;
      touched.add(i);
    }
    for (const i of touched) this.say(i);
  }

  say(i) {
    const cell = this.cells[i], as = this.marked.get(i);
    if (as) cell.dataset.as = as;
    else delete cell.dataset.as;
    cell.setAttribute("aria-label", [nameOf(i), this.words(i), AS[as]].filter(Boolean).join(", "));
  }

  words(i) {
    return stateOf(this.cells[i].dataset.mark);
  }

  select(cell) {
    if (this.selected !== undefined) this.cells[this.selected].removeAttribute("aria-selected");
    this.selected = cell ?? undefined;
    if (this.selected === undefined) return;
    this.cells[cell].setAttribute("aria-selected", "true");
    this.tabStop(cell);
  }

  tabStop(cell) {
    this.cells[this.focused].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.focused = cell;
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
    this.cells[cell].focus();
  }

  // Bring a cell into view, where the board is larger than its frame.
  follow(cell) {
    const { frame } = this, unit = this.unit;
    if (!this.overflows || cell === undefined) return;
    const x = lies.at[cell][0] * unit, y = lies.at[cell][1] * unit;
    if (x < frame.scrollLeft || x > frame.scrollLeft + this.room[0] - 4 * unit) frame.scrollLeft = x - this.room[0] / 2;
    if (y < frame.scrollTop || y > frame.scrollTop + this.room[1] - 4 * unit) frame.scrollTop = y - this.room[1] / 2;
  }

  // Cells as large as fit, within bounds: a finger's width at most, and still readable at least.
  fit() {
    const room = this.frame.parentElement.clientWidth - (field.rows ? 30 : 0);
    const most = field.kind === "graph" ? 46 : 40, tall = Math.max(300, innerHeight * 0.7);
    const fits = Math.floor(Math.min(room / lies.wide, tall / lies.high) * 2) / 2;
    this.unit = Math.max(9, Math.min(most, Math.max(fits, 19)) * zoom);
    this.frame.style.setProperty("--u", `${this.unit}px`);
    this.room = [this.frame.clientWidth, this.frame.clientHeight];
    this.overflows = this.frame.scrollWidth > this.room[0] || this.frame.scrollHeight > this.room[1];
  }
}

function put(element, left, top) {
  element.style.left = `calc(var(--u) * ${left.toFixed(4)})`;
  element.style.top = `calc(var(--u) * ${top.toFixed(4)})`;
}

function nodeName(i) {
  const name = make("span", { class: "node-name", "aria-hidden": "true", title: nameOf(i) }, nameOf(i));
  put(name, ...lies.at[i]);
  name.style.marginTop = "var(--u)";
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
