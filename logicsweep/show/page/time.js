// The steps of a run in order: as a chart of how many clues each takes at once, and as a list.

const GAP = 30, HEAD = 16, FOOT = 22, SIDE = 92;  // pixels: between two levels, above, below and beside them

const chart = {
  draw(run) {
    const wide = byId("chart").clientWidth - SIDE, count = run.groups.length + 1;
    this.levels = ascending([1, ...run.groups.map(({ step }) => step.level)]);
    this.base = HEAD + GAP * (this.levels.length - 1) + 12;
    this.each = wide / count;
    const at = (i) => SIDE + (i + 0.5) * this.each, high = (level) => HEAD + GAP * (this.levels.length - 1 - this.levels.indexOf(level));
    Object.assign(this, { at, high });
    const grid = this.levels.flatMap((level) => [drawn("path", { class: "rule", d: `M${SIDE} ${high(level)}h${wide}` }), drawn("text", { x: SIDE - 12, y: high(level) + 4, "text-anchor": "end" }, levelName(level))]);
    const axis = drawn("path", { class: "axis", d: `M${SIDE} ${this.base}h${wide}` });
    // A column has one mark: where a column would be too narrow, that of the hardest of several steps.
    const columns = new Map();
    run.groups.forEach((group, i) => {
      const key = this.each >= 2 ? i : Math.floor((i * this.each) / 2);
      if (!(columns.get(key)?.group.step.level >= group.step.level)) columns.set(key, { group, i });
    });
    const marks = [...columns.values()].map(({ group, i }) => this.mark(group, at(i + 1)));
    const every = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 5000].find((one) => one * this.each > 44) ?? count;
    this.ticks = run.groups.flatMap(({ from }, i) => ((i + 1) % every ? [] : [drawn("text", { x: at(i + 1), y: this.base + 17, "text-anchor": "middle" }, from)]));
    this.wide = Math.max(14, Math.min(44, this.each));
    this.tint = drawn("rect", { class: "tint", y: 2, height: this.base, width: this.wide, rx: 4 });
    this.ring = drawn("circle", { class: "ring", r: 7.5 });
    this.label = drawn("text", { class: "here", y: this.base + 17, "text-anchor": "middle" });
    const picture = drawn("svg", { width: SIDE + wide, height: this.base + FOOT, "aria-hidden": "true" }, this.tint, ...grid, axis, ...marks, ...this.ticks, this.ring, this.label);
    byId("chart").querySelector("svg")?.remove();
    byId("chart").prepend(picture);
    byId("chart").style.setProperty("--place", `${wide / count}px`);
    byId("slider").max = run.groups.length;
    byId("kinds").replaceChildren(...this.kinds(run));
  },

  mark({ step }, x) {
    const y = this.high(step.level), [safe, mine] = [false, true].map((is) => step.set.some(([, one]) => isMine(one) === is));
    const group = drawn("g", { class: `of-${step.player}` }, drawn("path", { class: step.level === 1 ? "easy stem" : "stem", d: `M${x} ${this.base}V${y}` }));
    if (this.each >= 5 || step.level > 1) group.append(shapeOf(step, safe, mine, x, y, step.level > 1 ? 5 : 3.5));
    return group;
  },

  // What the marks mean: only those that there are.
  kinds(run) {
    const has = (test) => run.groups.some(({ step }) => test(step, step.set.some(([, one]) => !isMine(one)), step.set.some(([, one]) => isMine(one))));
    const all = [["finds safe cells", true, false, has((step, safe, mine) => !step.risk && safe && !mine)], ["finds mines", false, true, has((step, safe, mine) => !step.risk && mine && !safe)], ["both", true, true, has((_, safe, mine) => safe && mine)]];
    const kinds = all.filter(([, , , there]) => there).map(([text, safe, mine]) => [text, shapeOf({}, safe, mine, 7, 7, 4)]);
    if (has((step) => step.risk)) kinds.push(["guess", shapeOf({ risk: 1 }, true, false, 7, 7, 4)]);
    return kinds.map(([text, shape]) => make("li", {}, drawn("svg", { width: 14, height: 14, class: "of-1", "aria-hidden": "true" }, shape), text));
  },

  show(run, number) {
    const i = number ? run.groupAt[Math.min(number, run.steps.length)] : 0, group = run.groups[i - 1], x = this.at(i), level = group?.step.level;
    this.tint.setAttribute("x", x - this.wide / 2);
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", group ? this.high(level) : this.base);
    this.label.textContent = group ? `step ${group.from}` : "start";
    this.label.setAttribute("x", Math.max(SIDE + 14, Math.min(x, SIDE + this.each * (run.groups.length + 1) - 24)));
    for (const tick of this.ticks) tick.toggleAttribute("hidden", Math.abs(tick.getAttribute("x") - x) < 40);
    byId("slider").value = i;
    byId("slider").setAttribute("aria-valuetext", group ? `step ${group.from} of ${run.steps.length}, ${levelName(level)}` : "the start");
    byId("slider").style.setProperty("--side", `${SIDE}px`);
  },
};

// A disc: finds safe cells; a hollow square: mines; a split disc: both; a hollow diamond: a guess.
function shapeOf(step, safe, mine, x, y, r) {
  if (step.risk) return drawn("path", { class: "hollow", d: `M${x} ${y - r - 1.5}l${r + 1.5} ${r + 1.5}l${-r - 1.5} ${r + 1.5}l${-r - 1.5} ${-r - 1.5}z` });
  if (safe && mine) return drawn("g", {}, drawn("circle", { class: "hollow", cx: x, cy: y, r }), drawn("path", { class: "disc", d: `M${x} ${y - r}a${r} ${r} 0 0 0 0 ${2 * r}z` }));
  if (mine) return drawn("rect", { class: "hollow", x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  return drawn("circle", { class: "disc", cx: x, cy: y, r });
}

// The list of steps; the browser does not draw what is out of sight (`content-visibility`).
const list = {
  begin(run) {
    this.run = run;
    this.rows = run.groups.map((group, i) => this.row(group, i));
    const levels = ascending(run.groups.map(({ step }) => step.level)).slice(1);
    byId("which").replaceChildren(...[[0, "all steps"], ...levels.map((level) => [level, `${levelName(level)}${level < 100 ? " or more" : level < 300 ? " or harder" : "es"}`])].map(([value, text]) => make("option", { value }, text)));
    this.filter();
  },

  filter() {
    const least = Number(byId("which").value);
    this.listed = this.run.groups.filter(({ step }) => step.level >= least);
    byId("rows").replaceChildren(...this.listed.map((group) => this.rows[this.run.groups.indexOf(group)]));
  },

  // Mark the shown step, and bring it into view.
  show(number) {
    const element = byId("list"), row = this.rows[this.run.groupAt[number] - 1], { scrollTop, clientHeight } = element;
    this.current?.setAttribute("aria-selected", false);
    element.removeAttribute("aria-activedescendant");
    this.current = row;
    const listed = `${this.run.groupAt[number] || 0} of ${this.run.groups.length}`;
    byId("found").textContent = this.listed.length === this.run.groups.length ? listed : `${this.listed.length} of ${plural(this.run.groups.length, "step")}`;
    if (!row) return;
    row.setAttribute("aria-selected", true);
    if (!row.isConnected) return;
    element.setAttribute("aria-activedescendant", row.id);
    if (row.offsetTop < scrollTop || row.offsetTop + row.offsetHeight > scrollTop + clientHeight) element.scrollTop = row.offsetTop - clientHeight / 2 + row.offsetHeight / 2;
  },

  row({ step, from, to, opening }, i) {
    const kinds = [true, false].map((mine) => [step.set.filter(([, mark]) => isMine(mark) === mine).map(([cell]) => nameOf(cell)), mine ? "mine" : "tick"]).filter(([cells]) => cells.length);
    const said = kinds.flatMap(([cells, name]) => [symbol(name, `tile ${name}`), make("span", {}, cells.length > 2 ? `${cells.slice(0, 2).join(", ")} +${cells.length - 2}` : cells.join(", "))]);
    const what = opening ? [make("span", {}, "opening")] : said;
    const row = make("div", { role: "option", class: "row", id: `step-${from}`, "aria-selected": false }, make("b", {}, to > from && opening ? `${from}–${to}` : from), make("span", { class: "what" }, ...what), make("span", { class: "soft" }, levelName(step.level)));
    row.addEventListener("click", () => go(this.run.groups[i].to));
    return row;
  },

  // The next hard step: the next listed one if only some are listed, else the next beyond the weakest player.
  hard() {
    const some = this.listed.length < this.run.groups.length;
    return this.listed.find(({ from, step }) => from > now.step && (some || step.player !== 0))?.to;
  },

  // The listed step before or after the shown one.
  stepTowards(way) {
    return way > 0 ? this.listed.find(({ from }) => from > now.step)?.to : this.listed.findLast(({ to }) => to < now.step)?.to;
  },
};
