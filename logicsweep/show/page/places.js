// What lies where on a board: rows and columns, their numbers, edges, and names of nodes.

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

// Numbers of columns and rows from one up to another, which stay in sight while the board scrolls.
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

// A row of cells side by side; on a free graph, one of cells that lie anywhere.
function lineAt(row) {
  const line = make("div", { role: "row", class: "line" });
  if (!field.rows) return line;
  line.setAttribute("aria-rowindex", row + 1);
  put(line, 0, lies.at[row * field.cols][1]);
  return line;
}

// Put a row where its first cell lies, and leave a gap where cells between are not there.
function setApart(line, cells) {
  line.style.left = `${((100 * lies.at[cells[0]][0]) / lies.wide).toFixed(4)}%`;
  [...line.children].forEach((cell, at) => {
    const gap = at && cells[at] - cells[at - 1] - 1;
    if (gap || cell.style.marginLeft) cell.style.marginLeft = gap ? `calc(var(--u) * ${gap})` : "";
  });
}
