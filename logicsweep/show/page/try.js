// Try it yourself: later steps are hidden. The reader calls a cell safe or a mine, and the page says whether that can
// be known now. A step of this page counts if everything that it rests on is in sight, or follows from such steps.

const trial = { on: false, found: new Map(), said: null };

// The marks after a step, with what the reader has found.
function marksNow(run, number = shownStep(run)) {
  const marks = run.marksAt(number).slice();
  for (const [cell, mark] of trial.found) if (marks[cell] === COVERED) marks[cell] = mark;
  return marks;
}

// The steps of a run that prove a step's cells from these marks, in order; null if some clue is not in sight. What a
// step rests on must be known now, or be proven by these steps.
function proofOf(run, number, marks) {
  const steps = new Set(), seen = (row) => row === TOTAL || marks[row] >= 0;
  const known = (one) => run.step(one).set.every(([cell]) => marks[cell] !== COVERED) || holds(one);
  const holds = (one) => {
    const { rows, rests_on, risk } = run.step(one);
    return steps.has(one) || (!risk && [...rows.keys()].every(seen) && rests_on.every(known) && steps.add(one).size > 0);
  };
  return holds(number) ? [...steps].sort((one, other) => one - other) : null;
}

// The answer to a reader who calls a cell safe or a mine.
function judged(cell, mine) {
  const marks = marksNow(activeRun()), answer = answers.get(cell), deciding = runs.filter((run) => run.decidedAt[cell]);
  const verdict = (is) => `${mine === is ? "Right" : "No"}: ${nameOf(cell)} is ${is ? "a mine" : "safe"}, and that can be known now.`;
  for (const run of deciding) {
    const at = run.decidedAt[cell], proof = proofOf(run, at, marks);
    if (!proof) continue;
    open(cell, run);
    const more = proof.length > 6 ? [paragraph(`${capital(plural(proof.length - 6, "step"))} before, then:`)] : [];
    const words = proof.slice(-6).flatMap((one) => wordsOf(run.step(one)));
    const by = `${capital(run.player)} knows it by ${run.step(at).tag}${proof.length > 1 ? `, in ${proof.length} steps` : ""}:`;
    return [paragraph(verdict(isMine(run.ends[cell]))), paragraph(by), ...more, ...words.map(paragraph)];
  }
  if (deciding.length) {
    const when = deciding.map((run) => `${run.player} in step ${run.decidedAt[cell]}`).join(", ");
    return [paragraph(`The steps of this page do not tell ${nameOf(cell)} yet: they need clues that are not in sight.`), paragraph(`Later it is decided: ${when}.`)];
  }
  if (answer?.kind === "not forced") return [paragraph(`${nameOf(cell)} cannot be known now: it may be either. Two layouts go with all that is in sight:`), twins(answer, marks)];
  const { ends } = runs[runs.length - 1], seen = ([row]) => row === TOTAL || marks[row] >= 0;
  const same = answer && [...answer.rows].every((row) => seen(row) && (row[0] === TOTAL ? [...marks.keys()] : field.neighbours[row[0]]).every((one) => (marks[one] === COVERED) === (ends[one] === COVERED)));
  if (answer?.verdict && same) return [paragraph(verdict(answer.verdict === "mine")), ...answered(answer, cell)];
  return [paragraph(`No step of this page decides ${nameOf(cell)}, and it has no two layouts of it: ask logicsweep why.`)];
}

// Put a found cell on the board; if no mine is around it, its neighbours too.
function open(cell, run) {
  const next = [cell];
  for (const one of next) {
    if (trial.found.has(one) || run.ends[one] === COVERED) continue;
    trial.found.set(one, run.ends[one]);
    if (run.ends[one] === 0) next.push(...field.neighbours[one]);
  }
}

function guess(mine) {
  const cell = now.cell;
  if (!trial.on || cell === null || marksNow(activeRun())[cell] !== COVERED) return;
  trial.said = { cell, parts: judged(cell, mine) };
  show();
  speak(trial.said.parts.map((part) => part.textContent).join(" "));
}

// The text in place of a cell's reason.
function asking(cell, mark) {
  if (cell !== null && trial.said?.cell === cell) return trial.said.parts;
  if (cell === null) return [paragraph("Choose a covered cell on the board, and say whether it is safe or a mine."), make("p", { class: "soft" }, "One step on shows what a player does next.")];
  return [paragraph(mark === COVERED ? "Is it safe, or a mine? Say so below the board." : "That is known already: choose a covered cell.")];
}

function tryIt(on) {
  Object.assign(trial, { on, found: new Map(), said: null });
  document.body.classList.toggle("trying", on);
  byId("try").setAttribute("aria-pressed", on);
  play(false);
  choose(null);
  arrange();
}
