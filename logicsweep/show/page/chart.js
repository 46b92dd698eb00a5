// The steps in order as a chart (their grades, and how many steps the path could choose from), and as a list.

const WIDE = 600, COLOURS = 12;
const productions = [...new Set(grades.map((grade) => grade.production))].sort((one, other) => inOrder(data.colours[one], data.colours[other]));
const isBeyond = (step) => data.colours[step.production][0] > 1;  // all-found and all-mines come first
const colourOf = (production) => colour(...data.colours[production]);

// Later productions of a family are darker on a light page, and lighter on a dark one.
function colour(family, shade) {
  return shade ? `color-mix(in srgb, var(--p${family % COLOURS}), var(--ink) ${Math.min(shade * 14, 70)}%)` : `var(--p${family % COLOURS})`;
}

// The bars of one run; if there are too many steps, a bar shows the hardest of a few.
function drawChart(run) {
  const columns = Math.min(length, WIDE), parts = new Map(), openings = [];
  const ranks = Math.max(0, ...grades.map((grade) => grade.rank)) + 1;
  const most = run.steps.reduce((high, { candidates }) => Math.max(high, candidates ?? 0), 1);
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * length) / columns);
    const to = Math.min(run.steps.length, Math.max(from + 1, Math.floor(((column + 1) * length) / columns)));
    if (from >= to) break;
    let grade = run.steps[from].graded, open = 0;
    for (let i = from; i < to; i++) {
      if (run.steps[i].graded.rank > grade.rank) grade = run.steps[i].graded;
      open = Math.max(open, run.steps[i].candidates ?? 0);
    }
    const bar = `M${column + 0.06} 100v-${(8 + (92 * (grade.rank + 1)) / ranks).toFixed(1)}h.88V100z`;
    parts.set(grade.production, (parts.get(grade.production) ?? "") + bar);
    openings.push(`M${column} 100v-${((100 * open) / most).toFixed(1)}h1V100z`);
  }
  const bars = [...parts].map(([production, d]) => {
    const path = drawn("path", { d });
    path.style.fill = colourOf(production);
    return path;
  });
  // The start has its place left of the first bar, as wide as a step's.
  const start = length ? columns / length : 1;
  byId("chart").style.maxWidth = `${Math.max(15, 2.5 * (length + 1))}rem`;
  byId("chart").style.setProperty("--place", `${100 / (length + 1)}%`);
  for (const id of ["bars", "openings"]) byId(id).setAttribute("viewBox", `${-start} 0 ${columns + start} 100`);
  byId("bars").replaceChildren(...bars);
  byId("openings").replaceChildren(drawn("path", { d: openings.join("") }));
  byId("openings").toggleAttribute("hidden", !run.steps.some((step) => step.candidates));
  byId("productions").replaceChildren(...productions.filter((one) => parts.has(one)).map(productionKey));
}

function productionKey(production) {
  const sample = make("i");
  sample.style.background = colourOf(production);
  return make("li", {}, sample, production);
}

// What the chart says about a step.
function sayChart(run, number) {
  byId("profile-says").textContent = number ? `Step ${number}: ${run.step(number).tag}` : "The grade of each step";
  const count = run.step(number || 1)?.candidates ?? null, counted = "steps of this effort to choose from";
  byId("open-says").textContent = count === null ? "" : number ? `${counted}: ${count}` : `below: ${counted}`;
}

// The list of steps; the browser does not draw what is out of sight (`content-visibility`).
const list = {
  element: byId("list"),

  begin(run) {
    this.run = run;
    this.rows = run.steps.map((step, i) => this.row(step, i + 1));
    this.offer("by-production", [["", "all"], ...productions.map((one) => [one, one])]);
    this.offer("by-grade", [["0", "all"], ...levels()]);
    this.filter();
  },

  offer(id, options) {
    byId(id).replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  },

  // The cell to filter for: null for none, -1 if there is no such cell.
  cell() {
    const name = byId("by-cell").value;
    return name.trim() ? cellOf(name) : null;
  },

  filter() {
    const production = byId("by-production").value, least = Number(byId("by-grade").value), cell = this.cell();
    const concerned = (step) => cell >= 0 && (step.rows.has(cell) || step.set.some(([one]) => one === cell));
    this.numbers = [];
    this.run.steps.forEach((step, i) => {
      const listed = (!production || step.production === production) && step.graded.level >= least && (cell === null || concerned(step));
      if (listed) this.numbers.push(i + 1);
    });
    const all = this.run.steps.length, some = this.numbers.length;
    const unknown = cell === -1 ? `No cell is called ${byId("by-cell").value.trim()}. ` : "";
    byId("found").textContent = unknown + (some === all ? plural(all, "step") : `${some} of ${plural(all, "step")}`);
    byId("rows").replaceChildren(...this.numbers.map((number) => this.rows[number - 1]));
  },

  // Mark the shown step, and bring it into view.
  show(number) {
    const row = this.rows[number - 1], { scrollTop, clientHeight } = this.element, top = row?.offsetTop, high = row?.offsetHeight;
    this.rows[this.current - 1]?.setAttribute("aria-selected", false);
    this.element.removeAttribute("aria-activedescendant");
    this.current = number;
    row?.setAttribute("aria-selected", true);
    if (!row?.isConnected) return;
    this.element.setAttribute("aria-activedescendant", row.id);
    this.element.scrollTop = Math.max(top + high - clientHeight, Math.min(top, scrollTop));
  },

  row(step, number) {
    const head = make("b", {}, `${number}. ${decided(step)} `, make("span", {}, step.tag)), words = make("i", {}, wordsOf(step).join(" "));
    const row = make("div", { role: "option", class: "row", id: `step-${number}`, "aria-selected": false }, head, words);
    row.addEventListener("click", () => go(number));
    return row;
  },

  // The next hard step: the next listed one if a production or grade is chosen, else the next beyond the casual player.
  hard() {
    const chosen = byId("by-production").value || byId("by-grade").value !== "0";
    return this.numbers.find((number) => number > now.step && (chosen || isBeyond(this.run.step(number))));
  },

  // The listed step before or after the shown one.
  beside(way) {
    return way > 0 ? this.numbers.find((number) => number > this.current) : this.numbers.findLast((number) => number < this.current);
  },
};

// Grades without their numbers of cells; the easiest is left out, because every step is at least as hard.
function levels() {
  const texts = new Map();
  for (const { level, production, rows, cases } of [...grades].sort((a, b) => a.level - b.level)) {
    const size = [cases && plural(cases, "case"), rows > 1 && `${rows} clues at once`].filter(Boolean).join(", ");
    texts.set(level, { names: new Set([...(texts.get(level)?.names ?? []), production]), size });
  }
  const [, ...harder] = texts;
  return harder.map(([level, { names, size }]) => [level, `${[...names].join(", ")}${size && ` (${size})`} or harder`]);
}
