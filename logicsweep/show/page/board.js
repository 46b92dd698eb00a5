// Boards: where cells, names, edges and labels lie, and a grid of cells with one tab stop. A change touches only the
// cells that look different, and the browser does not draw what is out of sight (`content-visibility`).

const AS = { ring: "a clue of the reason", opened: "opened", guess: "cleared as a guess", look: "look here", clash: "does not fit", wrong: "wrong flag" };
const CERTAIN = { safe: "certainly safe", mine: "certainly a mine" };
const STATES = { "#": "covered", F: "a mine", "?": "safe, its number not told", "*": "a mine that was cleared: the game is lost" };
const AT_ONCE = 2000;  // cells to draw before the page responds again
const LOOKS = ["mark", "as", "letter", "risk", "player", "flag", "asked", "own"];
const STEPS = [10, 16, 20, 24, 27, 30, 36, 46, 50, 60, 72, 96];  // sizes of cells to zoom to, in pixels
const NAME_AT = { below: [-0.3, 1], above: [-0.3, 0], right: [1.1, 0.5], left: [-1.7, 0.5] };  // from a node's corner
const phone = matchMedia("(max-width: 599px)");
const playerName = (place) => data.ladder[place]?.[0] ?? "";
let boards = [], lies, zoom = 0;

// Where cells lie, in units of a cell's width: the total width and height, and each cell's left and top.
function lay() {
  const tall = field.outline === "hexagon" ? 1.1547 : 1, beside = names ? 0.4 : 0;  // names are wider than their nodes
  const places = field.places ?? Array.from({ length: field.cells }, (_, i) => [i % field.cols, Math.floor(i / field.cols)]);
  const at = places.map(([x, y]) => [x + beside, y + beside]);
  const most = [0, 1].map((axis) => at.reduce((far, place) => Math.max(far, place[axis]), 0));
  lies = { at, tall, wide: most[0] + 1 + beside, high: most[1] + tall + (names ? 0.7 : 0) };
}

const boardClass = () => `board ${field.outline}${field.closed ? " closed" : ""}`;

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
  const cols = make("div", { class: "cols", "aria-hidden": "true" }), rows = make("div", { class: "rows", "aria-hidden": "true" });
  for (let i = left; i < right; i++) cols.append(label("left", lies.at[i][0] - left, i));
  for (let i = top; i < bottom; i++) rows.append(label("top", lies.at[i * field.cols][1] - top + (lies.tall - 1) / 2, i));
  return [make("div", { class: "corner" }), cols, rows];
}

function label(side, at, number) {
  const element = make("span", { "data-at": number }, number + 1);
  element.style[side] = `calc(var(--u) * ${at.toFixed(4)})`;
  return element;
}

const isFlag = (i, mark) => flagged.has(i) && (mark === COVERED || mark === FLAG);
const stateOf = (glyph) => STATES[glyph] ?? (glyph === "0" ? "open, no mines around" : `open, clue ${glyph}`);

// The look of a cell: its mark, and its role: what it is certain to be, its group, risk, rank, and who knows it.
function lookOf(i, mark, { as, letter, big, risk, rank, player, own } = {}) {
  const glyph = glyphOf(mark), result = as === "safe" || as === "mine", claim = isFlag(i, mark), flag = claim && !result && risk === undefined;
  const mined = as === "mine" || glyph === "F" || glyph === "*" || as === "known";
  const inside = [];
  if (as === "safe") inside.push(symbol("tick"));
  else if (as === "wrong") inside.push(symbol("wrong"));
  else if (flag) inside.push(symbol("flag"));
  else if (mined) inside.push(make("i", { class: "symbol mine" }));  // there may be thousands
  else if (as === "group") inside.push(letter);
  else if (risk !== undefined && glyph === "#") inside.push(percentOf(risk).replace("%", ""));
  else if (!"#0".includes(glyph)) inside.push(glyph);
  if (claim && !flag) inside.push(symbol(as === "safe" ? "wrong" : "flag", "claim"));
  if (result && letter) inside.push(make("i", { class: "badge", "data-n": letter, "data-letter": letter }));
  if (player >= 0 && !big && !flag && (result || as === "known")) inside.push(symbol(`bars-${Math.min(player, 3) + 1}`, "bars"));
  if (rank) inside.push(make("b", { class: "rank", "data-n": rank }));
  if (own) inside.push(verdictMark(own, "own"));
  const knownTo = player >= 0 && `known to ${playerName(player)}`, is = `${stateOf(glyph)}${claim ? ", flagged" : ""}`;
  const words = [is, CERTAIN[as === "known" ? "mine" : as] ?? AS[as], knownTo, letter && `group ${letter}`, risk !== undefined && `risk ${percentOf(risk)}`, rank && `best guess ${rank}`, own && `your move: ${own}`];
  const shade = risk === undefined || as || glyph !== "#" ? undefined : shadeOf(risk);
  return { mark: glyph, as, letter, risk: shade, flag: claim || undefined, asked: rank ? "guess" : undefined, own, big, inside, words };
}

const shadeOf = (risk) => [0.1, 0.2, 0.35, 0.5, 0.75, 2].findIndex((end) => risk < end);

class Board {
  // `look` gives the look of a cell from its mark and its role.
  constructor(title, chosen, look = lookOf) {
    Object.assign(this, { chosen, look, marks: [], roles: new Map(), focused: 0, stale: new Set() });
    this.grid = make("div", { role: "grid", class: `${boardClass()}${field.cells > 2000 ? " huge" : ""}`, "aria-label": title });
    if (names) this.grid.append(edgesDrawn(), ...names.map((_, i) => nodeName(i)));
    this.cells = lies.at.map((place, i) => {
      const cell = make("div", { role: "gridcell", class: "cell", tabindex: i ? -1 : 0, "data-cell": i });
      if (names) put(cell, ...place);
      return cell;
    });
    const cols = field.cols ?? field.cells;
    for (let first = 0; first < field.cells; first += cols) {
      const line = make("div", { role: "row", class: "line" }, ...this.cells.slice(first, first + cols));
      if (!names) {
        this.cells.slice(first, first + cols).forEach((cell, i) => i && (cell.style.left = `calc(var(--u) * ${i})`));
        put(line, ...lies.at[first]);
      }
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

  // Show the cells' marks and roles.
  show(marks, roles) {
    const before = [this.marks, this.roles];
    [this.marks, this.roles] = [marks.slice(), roles];
    for (let i = 0; i < field.cells; i++) if (marks[i] !== before[0][i] || roles.get(i) !== before[1].get(i)) this.stale.add(i);
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
    const cell = this.cells[i], look = this.look(i, this.marks[i], this.roles.get(i));
    for (const one of LOOKS) {
      if (look[one] === undefined) delete cell.dataset[one];
      else cell.dataset[one] = look[one];
    }
    cell.classList.toggle("big", Boolean(look.big));
    cell.replaceChildren(...look.inside);
    cell.setAttribute("aria-label", [nameOf(i), ...look.words].filter(Boolean).join(", "));
  }

  // Mark the cell that is chosen, and the row and column of the one that the page is about.
  select(cell, about = cell) {
    this.cells[this.selected]?.removeAttribute("aria-selected");
    this.selected = cell ?? undefined;
    if (this.selected !== undefined) {
      this.tabStop(cell);
      this.cells[cell].setAttribute("aria-selected", "true");
    }
    for (const at of this.frame.querySelectorAll(":scope > .cols .here, :scope > .rows .here")) at.classList.remove("here");
    if (field.rows && about >= 0 && about !== null) {
      this.frame.querySelector(`.cols [data-at="${about % field.cols}"]`).classList.add("here");
      this.frame.querySelector(`.rows [data-at="${Math.floor(about / field.cols)}"]`).classList.add("here");
    }
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
    this.tabStop(Number(event.target.dataset.cell ?? this.focused));
    if (live.key(event, this.focused)) return event.preventDefault(), event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const cols = field.cols ?? field.cells, first = this.focused - (this.focused % cols);
    if (to) this.move(nearest(this.focused, to));
    else if (event.key === "Home") this.move(first);
    else if (event.key === "End") this.move(first + cols - 1);
    else if (["Enter", " ", "w"].includes(event.key)) this.chosen(this.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(cell) {
    this.tabStop(cell);
    this.follow([cell]);
    this.cells[cell].focus({ preventScroll: true });
  }

  // Bring cells into view if the board is larger than its frame: all of them, or if there is no room, the first.
  follow(cells) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame, room = [clientWidth - this.side, clientHeight - this.head - below(this.frame)];
    const to = [scrollLeft, scrollTop].map((from, axis) => {
      const places = cells.map((cell) => lies.at[cell][axis] * this.unit), least = Math.min(...places), most = Math.max(...places) + this.unit;
      if (least >= from && most <= from + room[axis]) return from;
      const [start, end] = most - least <= room[axis] ? [least, most] : [places[0], places[0] + this.unit];
      return Math.round(start - (room[axis] - end + start) / 2);
    });
    this.frame.scrollTo(...to);
  }

  // Make cells as large as fits, in whole pixels: as drawn, or as large as a reader zooms.
  size(room, tall) {
    [this.side, this.head] = field.rows ? [26, 24] : [0, 0];
    const fits = Math.floor(Math.min((room - this.side) / lies.wide, tall / lies.high)), most = lies.wide > 16 ? (review ? 27 : 30) : phone.matches ? 50 : innerWidth > 1179 ? 96 : 72;
    const least = phone.matches ? 28 : compared ? 16 : lies.wide > 40 ? 20 : 24, usual = Math.max(least, Math.min(most, fits));
    const wanted = zoom && STEPS[Math.max(0, Math.min(STEPS.length - 1, STEPS.findLastIndex((one) => one <= usual) + zoom))];
    this.unit = wanted || usual;
    this.frame.style.setProperty("--u", `${this.unit}px`);
  }
}

// How much of a frame lies below the sheet on a phone.
function below(frame) {
  const sheet = document.querySelector("aside");
  return sheet && getComputedStyle(sheet).position === "fixed" ? Math.max(0, frame.getBoundingClientRect().bottom - sheet.getBoundingClientRect().top) : 0;
}

// Fit all boards into their rooms: read the layout first, then write.
function fit() {
  const small = document.body.dataset.size === "small", beside = small && innerWidth > (compared || review ? 1179 : 899), more = compared || byId("time");  // the column is as wide as the board
  const legend = 100, tops = boards.map((one) => one.frame.getBoundingClientRect().top + scrollY);
  const tallest = (top) => (!small ? 560 : phone.matches || more ? (review && beside ? Math.max(300, Math.min(470, innerHeight - 530)) : 470) : Math.max(470, beside ? innerHeight - top - 24 - legend : innerHeight / 2));
  const rooms = boards.map((one) => (beside ? Math.min(innerWidth - 436, more ? Math.max(300, Math.min(476, 26 + 50 * lies.wide)) : 626) : one.frame.parentElement.clientWidth));
  boards.forEach((one, i) => {
    one.size(rooms[i], tallest(tops[i]));
    one.frame.parentElement.style.width = beside ? `${Math.max(hint || review ? Math.min(476, innerWidth - 436) : 300, Math.min(700, one.unit * lies.wide + one.side + (review ? 8 : 0)))}px` : "";
  });
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

// A picture of some cells, with its title, the look of each cell, and a description in words.
function pictured(title, words, window, looks) {
  const picture = make("div", { class: boardClass(), role: "img", "aria-label": words });
  const [left, top] = [0, 1].map((axis) => Math.min(...window.map((one) => lies.at[one][axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...window.map((one) => lies.at[one][axis])));
  const [wide, high] = [right - left + 1, bottom - top + lies.tall];
  for (const one of window) {
    const look = looks(one), shown = make("div", { class: "cell", title: nameOf(one) }, ...look.inside);
    for (const name of LOOKS) if (look[name] !== undefined) shown.dataset[name] = look[name];
    put(shown, lies.at[one][0] - left, lies.at[one][1] - top, wide, high);
    picture.append(shown);
  }
  picture.style.width = `calc(var(--u) * ${wide})`;
  picture.style.height = `calc(var(--u) * ${high})`;
  const sides = field.outline === "hexagon" ? [] : labels(left, right + 1, top, bottom + 1);
  return make("figure", {}, make("figcaption", {}, title), make("div", { class: "frame" }, ...sides, picture));
}

const ascending = (cells) => [...new Set(cells)].sort((one, other) => one - other);
const around = (cells) => ascending(cells.flatMap((cell) => [cell, ...field.neighbours[cell]]));
