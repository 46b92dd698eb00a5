// Try it yourself: later steps are hidden. The reader calls a cell safe or a mine, and the page says whether that can
// be known now. A step of this page counts if everything that it rests on is in sight, or follows from such steps.

const noTrial = () => ({ found: new Map(), sure: new Map(), roles: new Map(), said: null, right: 0, asked: 0, claims: false, stays: false, title: "Try it yourself" });
const trial = { on: false, ...noTrial() };  // `claims`: a click says that the cell is safe; `stays`: the address does

// The marks after a step, with what the reader has found.
function marksNow(one, number) {
  const marks = one.marksAt(number).slice();
  for (const [cell, mark] of trial.found) if (marks[cell] === COVERED) marks[cell] = mark;
  return marks;
}

// The steps of a run that prove a step's cells from these marks, in order; null if some clue is not in sight. What a
// step rests on must be known now, or be proven by these steps.
function proofOf(one, number, marks) {
  const steps = new Set(), seen = (row) => row === TOTAL || marks[row] >= 0;
  const known = (at) => one.step(at).set.every(([cell]) => marks[cell] !== COVERED) || holds(at);
  const holds = (at) => {
    const { rows, rests_on, risk } = one.step(at);
    return steps.has(at) || (!risk && [...rows].every(seen) && rests_on.every(known) && steps.add(at).size > 0);
  };
  return holds(number) ? ascending(steps) : null;
}

// The answer to a reader who calls a cell safe or a mine.
function judged(cell, mine) {
  const marks = marksNow(run(), now.step), answer = answers.get(cell), at = run().decidedAt[cell], proof = at && proofOf(run(), at, marks);
  if (proof) {
    const is = isMine(run().ends[cell]), more = proof.length > 6 ? [paragraph(`${plural(proof.length - 6, "step")} before, then:`)] : [];
    trial.asked += 1;
    trial.right += Number(mine === is);
    uncover(cell);
    const by = `${capital(playerName(Math.max(...proof.map((one) => run().step(one).player))) || run().player)} knows it${proof.length > 1 ? `, in ${proof.length} steps` : ""}:`;
    const verdict = `${mine === is ? "Right" : "No"}: ${nameOf(cell)} is ${is ? "a mine" : "safe"}, and that can be known now.`;
    return [paragraph(verdict), paragraph(by), ...more, ...proof.slice(-6).flatMap((one) => wordsOf(run().step(one))).map(paragraph), soft(`Your score: ${trial.right} of ${trial.asked}.`)];
  }
  if (at) return [paragraph(`The steps of this page do not tell ${nameOf(cell)} yet: they need clues that are not in sight.`), paragraph(`Later it is decided: in step ${at}.`)];
  if (answer && isKnown(answer)) return live.judge(answer, cell, mine);
  if (answer?.kind === "not forced") return [paragraph(`${nameOf(cell)} can’t be known now: it may be either. Two layouts go with all that is in sight:`), twins(answer, marks)];
  return [paragraph(`No step of this page decides ${nameOf(cell)}, and it has no two layouts of it: ask logicsweep why.`)];
}

// Open cells; if no mine is around one, its neighbours too. `open` gives the number of a cell that it opens.
function flood(cells, open) {
  const next = [...cells];
  for (const cell of next) if (open(cell) === 0) next.push(...field.neighbours[cell]);
}

// Put a found cell on the board.
function uncover(cell) {
  const { ends } = run(), { found } = trial;
  flood([cell], (one) => (found.has(one) || ends[one] === COVERED ? undefined : found.set(one, ends[one]).get(one)));
}

function guess(mine) {
  const { cell } = now;
  if (!trial.on || cell === null || marksNow(run(), now.step)[cell] !== COVERED) return;
  trial.roles = trial.sure;
  trial.said = { cell, parts: judged(cell, mine) };
  show();
  speak(trial.said.parts.map((part) => part.textContent).join(" "));
}

// The text in place of a reason.
function asking(cell, mark) {
  if (trial.said?.cell === cell) return trial.said.parts;
  if (cell === null) return [paragraph("Choose a covered cell on the board, and say whether it is safe or a mine."), played() && soft("One step on shows what a player does next.")];
  return [paragraph(mark === COVERED ? `Is ${nameOf(cell)} safe, or a mine?` : `${nameOf(cell)} is known already: choose a covered cell.`)];
}

function tryIt(on, how = {}) {
  Object.assign(trial, noTrial(), how, { on });
  document.body.classList.toggle("trying", on);
  byId("trying").hidden = !on;
  byId("try")?.setAttribute("aria-pressed", on);
  play(false);
  choose(null);
  arrange();
}
