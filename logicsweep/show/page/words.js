// The reason of a step or a cell: its title, who sees it, its sentences, what follows, and the roles that it gives to cells.
// Cell names and letters in sentences are links that light the cells.

const NAMED = /\br\d+c\d+\b/.source, LETTER = /(?<=\b[Cc]ells? (?:[a-z](?:, | and ))*)[a-z]\b|\b[a-z]'s/.source;
const paragraph = (text) => make("p", {}, ...linked(text));

// A sentence with links: names of cells, letters if there are any, and an F that stands for a known mine.
function linked(text, letters) {
  if (!field.rows) return [text];
  const found = new RegExp(letters?.size ? `(${NAMED}|${LETTER}|\\bFs?\\b)` : `(${NAMED})`);
  return text.split(found).map((part, i) => (i % 2 ? linkOf(part, letters) : part));
}

function linkOf(part, letters) {
  if (part.startsWith("F")) return make("span", { class: "tile F" }, symbol("mine"), make("span", { class: "unseen" }, part));
  const cell = cellOf(part);
  if (cell >= 0) return make("button", { class: "link name", type: "button", "data-cell": cell }, part);
  const [letter, more = ""] = part.split("'");
  return [...(letters?.values() ?? [])].includes(letter) ? make("span", { class: "whole" }, make("button", { class: "tile letter", type: "button", "data-letter": letter }, letter), more && `'${more}`) : part;
}

// A line of a reason; the thought that it ends in is bold.
function line(text, letters) {
  const [, before, result] = /^(.*(?:: |, so ))((?:[^:]|: (?=\d))+)$/s.exec(text) ?? /^(.*?\. )?([^.]*(?:safe|mines?|full)\.)$/s.exec(text) ?? [null, text, ""];
  return make("p", {}, ...linked(before ?? "", letters), result && make("b", {}, ...linked(result, letters)));
}

const stepLink = (number, run) => make("button", { class: "link", type: "button", "data-step": number, "data-run": runs.indexOf(run), "aria-label": `step ${number}` }, number);
const soft = (...inside) => make("p", { class: "soft" }, ...inside);
const chip = (text, place) => make("span", { class: "chip" }, place >= 0 && symbol(`bars-${Math.min(place, 3) + 1}`, `bars of-${place}`), text);

function result(cells, mine) {
  const names = cells.map(nameOf);
  const inside = cells.length ? [symbol(mine ? "mine" : "tick"), make("p", {}, ...linked(`${few(names)} ${names.length > 1 ? (mine ? "are mines" : "are safe") : mine ? "is a mine" : "is safe"}.`))] : [];
  return make("div", { class: `result ${mine ? "mine" : "safe"}` }, ...inside);
}

function results(set) {
  const parts = [true, false].map((mine) => [set.filter(([, mark]) => isMine(mark) === mine).map(([cell]) => cell), mine]).filter(([cells]) => cells.length);
  return parts.length ? make("div", { class: "results" }, ...parts.map(([cells, mine]) => result(cells, mine))) : "";
}

// The roles that a step gives to cells: rings for its clues, letters for its groups, and what it decides.
function rolesOf(step, roles = new Map()) {
  for (const row of step.rows) if (row !== TOTAL) roles.set(row, { as: "ring" });
  for (const [cell, letter] of step.cells) roles.set(cell, { as: "group", letter });
  for (const [cell, mark] of step.set) roles.set(cell, { as: step.risk ? (step.mine ? undefined : "guess") : isMine(mark) ? "mine" : "safe", letter: step.cells.get(cell), rank: step.risk && "?" });
  return roles;
}

function stepReason(run, number) {
  const group = run.group(number);
  if (!group) return { title: "The start", parts: [paragraph(run.steps.length ? `${capital(plural(run.steps.length, "step"))} follow.` : "No step follows.")], roles: new Map() };
  const { step, from, to, opening } = group, opened = run.opened(group), roles = opening ? new Map([...step.rows].map((row) => [row, { as: "ring" }])) : rolesOf(step);
  for (const cell of opened) if (!roles.has(cell)) roles.set(cell, { as: "opened" });
  const what = opening ? `${nameOf([...step.rows][0])} opens ${plural(opened.length, "cell")}` : step.risk ? `${nameOf(step.set[0][0])} is a guess` : `why ${decided(step)}`;
  const texts = opening ? [step.words[0]] : linesOf(step);
  const parts = [make("div", { class: "reason" }, ...texts.map((text) => line(text, step.cells)))];
  if (opened.length && !opening) parts.push(soft(`With that, ${plural(opened.length, "more cell")} open around zeros.`));
  else if (to > from) parts.push(soft(`Each 0 that appears opens the cells around it: ${plural(opened.length, "cell")} in all.`));
  if (!opening && !step.risk) parts.push(results(step.set));
  const uses = step.rests_on.length ? restsOn(step.rests_on, run) : [];
  parts.push(soft(...(step.sums ?? []).map((sum) => `${sum}. `), ...uses));
  const chips = step.risk || opening ? [] : [chip(playerName(step.player), step.player), chip(levelName(step.level))];
  return { title: `${to > from ? `Steps ${from} to ${to}` : `Step ${from}`}: ${what}`, chips, parts, roles };
}

function restsOn(numbers, run) {
  const links = ascending(numbers).slice(-6).flatMap((number, i) => (i ? [", ", stepLink(number, run)] : [stepLink(number, run)]));
  return [`It uses what step${numbers.length > 1 ? "s" : ""} `, ...links, numbers.length > 6 ? ` and ${numbers.length - 6} before found.` : " found."];
}

const isKnown = (answer) => ["decided", "needs clues", "needs total"].includes(answer.kind);

// What is said of a cell in the heading: what is known, never only that it is covered.
function titleOf(cell, answer) {
  const is = answer?.verdict && `${nameOf(cell)} is ${answer.verdict === "mine" ? "a mine" : "safe"}`;
  return is ? `Why ${is}` : answer?.kind === "not forced" ? `Why nobody can tell ${nameOf(cell)}` : `About ${nameOf(cell)}`;
}

// What the answer of `why` says. Of several steps one is shown on the board: the hardest, or the one that is chosen.
function answerReason(answer, cell, chosen) {
  const title = titleOf(cell, answer), roles = new Map(), { steps } = answer;
  if (!isKnown(answer) || !steps.length) {
    const parts = answer.sentences.filter((text) => text !== data.headline).map(paragraph);
    if (answer.kind === "not forced") parts.splice(parts.length === answer.sentences.length ? 1 : 0, 0, twins(answer));
    for (const row of rowsIn(answer.stands_on)) if (row !== TOTAL) roles.set(row, { as: "ring" });
    return { title, parts, roles };
  }
  const hardest = steps.reduce((most, step) => (step.level > most.level ? step : most)), shown = steps[chosen] ?? hardest;
  for (const step of steps) for (const [one, mark] of step.set) if (step !== shown) roles.set(one, { as: isMine(mark) ? "known" : "safe" });
  rolesOf(shown, roles);
  roles.set(cell, { ...roles.get(cell), as: answer.verdict, big: true });
  const place = answer.kind === "decided" ? data.ladder.findIndex(([name]) => name === answer.asked) : hardest.player;
  const list = make("ol", { class: "reason" }, ...foldedSteps(steps, shown));
  return { title, chips: [chip(playerName(place), place), chip(levelName(hardest.level))], parts: [steps.length > 1 ? list : make("div", { class: "reason" }, ...linesOf(shown).map((text) => line(text, shown.cells))), result([cell], answer.verdict === "mine")], roles };
}

// The steps of a proof as items of a list; three or more easy ones in a row are folded.
function foldedSteps(steps, shown) {
  const items = [];
  for (let i = 0; i < steps.length; i++) {
    let end = i;
    while (steps[end]?.level === 1 && steps[end] !== shown && end < steps.length - 1) end++;
    if (end - i > 2) {
      items.push(make("li", { value: i + 1 }, make("details", {}, make("summary", {}, `${end - i} steps of one clue each`), ...steps.slice(i, end).map((step) => paragraph(wordsOf(step).join(" "))))));
      i = end;
    }
    const step = steps[i], texts = step === shown ? linesOf(step) : [wordsOf(step).join(" ")];
    const on = step !== shown && make("button", { class: "disc-button", type: "button", "data-proof": i, "aria-label": `${i + 1}: show this step on the board` }, i + 1);
    items.push(make("li", { value: i + 1, ...(step === shown && { "aria-current": "step" }) }, ...texts.map((text) => line(text, step === shown ? step.cells : undefined)), on));
  }
  return items;
}

// The reason of a cell for a run: the step that decides it, or what `why` says.
function cellReason(cell, run, chosen) {
  const answer = answers.get(cell);
  let found;
  if (answer && (cell === target || !run.decidedAt[cell])) found = answerReason(answer, cell, chosen);
  else if (run.decidedAt[cell]) found = stepReason(run, run.groups[run.groupAt[run.decidedAt[cell]] - 1].to);
  else if (run.first[cell] >= 0 || run.first[cell] === SAFE) found = { title: `${nameOf(cell)} ${run.start && cellOf(run.start) === cell ? "was cleared first" : "is open"}`, parts: [paragraph(run.first[cell] > 0 ? cluesAround(cell, run.first) : "It was known from the start.")], roles: new Map() };
  else found = { title: `About ${nameOf(cell)}`, parts: [paragraph(`${capital(run.player)} leaves it undecided.`), live.why(cell) ?? soft("This page has no answer for it; ", make("code", {}, "logicsweep why"), " has.")], roles: new Map() };
  if (why?.refuted.length && cell === target) found.parts.push(refuted(why));
  return found;
}

// What an open clue still needs.
function cluesAround(cell, marks) {
  const covered = field.neighbours[cell].filter((one) => marks[one] === COVERED || marks[one] === FLAG).length;
  return `The ${marks[cell]} at ${nameOf(cell)} touches ${plural(covered, "covered cell")}.`;
}

// Two layouts side by side, around the cells where they differ; these have frames.
function twins({ cell, in_both, if_mine, if_safe }, marks = runs.at(-1).ends) {
  const differ = cellsOf([...if_mine, ...if_safe]), window = around(around(differ));
  const layout = (title, more) => {
    const mines = new Set(cellsOf([...in_both, ...more])), hidden = (one) => marks[one] === COVERED || marks[one] === FLAG;
    const looks = (one) => ({ mark: mines.has(one) ? "M" : hidden(one) ? "#" : glyphOf(marks[one]), asked: differ.includes(one) ? "twin" : undefined, inside: mines.has(one) ? [symbol("mine")] : marks[one] > 0 ? [marks[one]] : [] });
    return pictured(title, `${title}: mines here at ${few(window.filter((one) => mines.has(one)).map(nameOf)) || "no cell"}`, window, looks);
  };
  return make("div", { class: "twins" }, layout(`(a) ${cell} a mine`, if_mine), layout(`(b) ${cell} safe`, if_safe));
}

// A refutation: each line with the board at that point, and rings around the clues that it stands on.
function refuted({ cell, refuted: lines, known_before: before }) {
  const marks = runs[0].marksAt(before ? before - 1 : runs[0].steps.length).slice();
  const clues = lines.flatMap((one) => [...rowsIn(one.stands_on)]).filter((row) => row !== TOTAL);
  const window = ascending([cellOf(cell), ...around(clues), ...lines.flatMap((one) => cellsOf(Object.keys(one.decides)))]);
  return make("div", { class: "twins refuted" }, ...lines.map((one) => {
    const known = byCell(one.known), decides = byCell(one.decides), rings = rowsIn(one.stands_on);
    const role = (cell) => (rings.has(cell) ? { as: "ring" } : decides.has(cell) ? { as: decides.get(cell) } : known.get(cell) === "mine" ? { as: "known" } : {});
    const looks = (cell) => lookOf(cell, known.get(cell) === "safe" && !decides.has(cell) ? SAFE : marks[cell], role(cell));
    const shown = lines.length > 1 ? pictured(one.words, one.words, window, looks) : paragraph(one.words);
    shown.style.marginLeft = `${Math.min(one.depth, 4) * 1.2}rem`;
    return shown;
  }));
}
