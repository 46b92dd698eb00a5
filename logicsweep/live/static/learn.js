// Lessons and the first visit: the answer of a hint stays hidden, and the reader says which cells are certain. The
// address is #lesson=NAME with a question or the seed of a drill; instead of the name it may hold a whole lesson as text.

const COUNTS = ["None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const asksReader = (hash) => ["", "#", "#lessons"].includes(hash) || hash.startsWith("#lesson=");
const lessons = fetch("lessons.json").then((response) => response.json());
let quiz = null;  // what the reader is asked now

// What an address asks the reader: the request whose answer is hidden, and the question about it; or what is wrong.
async function questionIn(hash) {
  const parts = new URLSearchParams(hash.slice(1)), name = parts.get("lesson"), number = Math.max(1, Number.parseInt(parts.get("question"), 10) || 1);
  if (name === null) return { request: FIRST, begins: true, at: hash };
  const { lesson, error } = await lessonCalled(name);
  if (error) return { error };
  const drill = parts.get("drill"), question = drill === null && lesson.questions[Math.min(number, lesson.questions.length) - 1];
  if (question) return { name, lesson, number, ask: question.ask, request: { ...FIRST, position: question.position } };
  const { lines: [made] = [], error: none } = await answerTo({ verb: "drill", pattern: lesson.pattern, seed: Number.parseInt(drill, 10) || 0 });
  return made ? { name, lesson, drill: Number.parseInt(drill, 10) || 0, ask: "Which cells are certain?", request: { ...FIRST, position: made.position } } : { error: none };
}

async function lessonCalled(name) {
  const all = await lessons;
  if (Object.hasOwn(all, name)) return { lesson: all[name] };
  if (!name.startsWith("lesson ")) return { error: `No lesson is called ${name}: there are ${few(Object.keys(all))}.` };
  const { lines: [lesson] = [], error } = await answerTo({ verb: "lesson", text: name });
  return { lesson, error };
}

function visitLesson(text) {
  history.pushState(null, "", linkTo({ lesson: text }));
  visit(location.hash);
}

// Hide the answer that the page has just begun to show, and ask.
function askReader(question) {
  quiz = question;
  document.body.classList.add("quiz");
  document.body.classList.toggle("begins", Boolean(quiz.begins));
  const { lesson, number, drill } = quiz, where = lesson && (drill === undefined ? `question ${Math.min(number, lesson.questions.length)} of ${lesson.questions.length}` : "from a random game");
  if (quiz.begins) say(`${COUNTS[hint.safe.length] ?? hint.safe.length} of these cells are certainly safe. Find one.`, `${phone.matches ? "Tap" : "Click"} a covered cell: you are told whether you could know it, and why. Or start with your own board.`);
  else say(quiz.ask, `${lesson.title}, ${where}. ${lesson.about}`);
  document.title = lesson ? plain(`Lesson: ${lesson.title}`) : "logicsweep";
  byId("verb").textContent = lesson ? "lesson" : "begin";
  byId("answer").className = "stuck";
  byId("answer").replaceChildren("?");
  tryIt(true, { claims: Boolean(quiz.begins), stays: true, title: "Your answer" });
  if (!quiz.begins) byId("trying").append(button("is-none", "", ["No cell is certain"]));
  byId("actions").replaceChildren(...(quiz.begins ? [] : [button("reveal", "", ["Show the answer"]), nextLink()]));
  if (quiz.begins) beginHere();
  else if (!phone.matches) listLessons();
  show();
}

// The next question; after the last, the pattern in boards from random games.
function nextLink() {
  const { name, lesson, number, drill } = quiz, more = number < lesson.questions.length;
  const parts = drill !== undefined ? { lesson: name, drill: drill + 1 } : more ? { lesson: name, question: number + 1 } : { lesson: name, drill: 1 };
  return make("a", { class: "button primary", href: linkTo(parts) }, drill !== undefined ? "Another one" : more ? "Next question" : "Practise it");
}

// Back to the page of the answer, before another one is shown or because the reader wants to see it.
function leaveQuiz() {
  quiz = null;
  document.body.classList.remove("quiz", "begins");
  document.querySelector("header").after(byId("ask"));
}

function reveal() {
  const { begins, name, number, drill, request } = quiz;
  leaveQuiz();
  begin(data);
  say(data.headline, data.about);
  live.kept = { p: request.position, verb: "hint" };
  if (!begins) [quiz, live.kept] = [{ name, number, drill, lesson: null }, { lesson: name, ...(drill === undefined ? { question: number } : { drill }) }];
  if (!begins) return;
  writeAddress(true);
  byId("verb").textContent = data.verb;
  enterView("ask");
}

// In a position there is no later step: the answer about the cell is the reason.
live.judge = (answer, cell, mine) => {
  const is = answer.verdict === "mine", { parts, roles } = answerReason(answer, cell);
  if (!trial.sure.has(cell)) trial.asked += 1, trial.right += Number(mine === is);
  trial.sure = new Map(trial.sure).set(cell, { as: is ? "known" : "safe" });
  trial.roles = new Map([...trial.sure, ...roles]);
  const all = [...hint.safe, ...hint.mines].map(cellOf).filter((one) => !flagged.has(one)), left = all.filter((one) => !trial.sure.has(one)).length;
  const verdict = `${mine === is ? "Right" : "No"}: ${nameOf(cell)} is ${is ? "a mine" : "safe"}, and that can be known.`;
  return [make("p", {}, make("b", {}, verdict)), ...parts, soft(`${left ? `${plural(left, "more cell")} ${left === 1 ? "is" : "are"} certain` : "Nothing else is certain"} here. Your score: ${trial.right} of ${trial.asked}.`)];
};

// The reader says that nothing is certain. If that is so, two layouts of a cell show it.
function sayNone() {
  const certain = [...hint.safe, ...hint.mines].map(cellOf).filter((cell) => !flagged.has(cell)), [first] = risks.keys();
  const verdict = certain.length ? `No: ${plural(certain.length, "cell")} ${certain.length === 1 ? "is" : "are"} certain here.` : "Right: no cell is certain.";
  const half = [...risks.values()].every((risk) => risk === 0.5) ? [paragraph("Each covered cell is a mine in half of all layouts.")] : [];
  trial.roles = trial.sure;
  trial.said = { cell: null, parts: [make("p", {}, make("b", {}, verdict)), ...(certain.length ? [soft("Look at clues that share cells.")] : [...half, paragraph(`For example, both of these fit:`), twins(answers.get(first), run().first)])] };
  choose(null);
  speak(verdict);
}

// --- the first visit: the board, how to begin, and the lessons -----------------------------------------------------

const ICONS = { play: "M4 2.5v11L13.5 8z", draw: "M3 13l.8-3.2L11 2.6 13.4 5l-7.2 7.2zM9.6 4l2.4 2.4", paste: "M4 3.5h8v10H4zM6 3.5v-1.5h4v1.5z" };
const chosen = { size: BOARDS.at(-1), finisher: wish.for, grade: wish.grade, kind: wish.field };

const lead = (parts) => (history.pushState(null, "", linkTo(parts)), visit(location.hash));
const orderBoard = () => lead({ view: "play", size: chosen.size, for: chosen.finisher, grade: chosen.grade });
const emptyBoard = () => lead({ view: "setup", p: "#########\n".repeat(9), field: chosen.kind });

async function beginHere() {
  const row = (name, label, options) => make("p", { class: "wish" }, make("span", {}, label), choiceOf(name, label, options));
  const size = row("size", "Size", SIZES);
  size.lastChild.append(make("a", { href: "#view=play" }, "Other"));
  const cards = make("section", { id: "begin", "aria-label": "Begin" },
    card("play", "Play", "A board made to order.", size, row("finisher", "Who can finish it", finishers()), row("grade", "Hardest step", HARDEST), make("p", { class: "wish" }, button("order", "", ["New board"], { class: "primary" }), soft("The first click is never a mine."))),
    card("draw", "Set up", "Draw a position.", row("kind", "Field", FIELDS.map((name) => [name, name])), make("p", { class: "wish" }, button("empty", "", ["Empty board"]))),
    card("paste", "Paste or drop", "A position, a link, or a lesson."));
  document.querySelector("main").append(cards);
  byId("play").append(button("reveal", "", ["Show me"]));
  cards.lastChild.append(byId("ask"));
  await listLessons();
  if (quiz?.at === "#lessons") byId("lessons").scrollIntoView();
}

async function listLessons() {
  const list = make("ol", {});
  document.querySelector("main").append(make("section", { id: "lessons", "aria-labelledby": "lessons-title" }, make("h2", { id: "lessons-title" }, "Lessons"), soft("from the two rules to a real 50/50, a few minutes each"), list));
  const all = Object.entries(await lessons);
  list.append(...all.map(([name, lesson], i) => make("li", {}, make("a", { href: linkTo({ lesson: name }) }, thumbnail(lesson.questions[0].position), make("b", {}, `${i + 1}. ${lesson.title}`)))));
}

// On a phone a card opens on a tap; elsewhere all are open.
function card(icon, title, about, ...inside) {
  const shape = drawn("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, drawn("path", { d: ICONS[icon], ...(icon === "play" ? { fill: "currentColor" } : { fill: "none", stroke: "currentColor", "stroke-width": 1.4 }) }));
  return make("details", { class: "card", id: `to-${icon}`, ...(!phone.matches && { open: "" }) }, make("summary", {}, make("span", { class: "mark" }, shape), make("span", {}, make("b", {}, title), make("span", { class: "soft" }, about))), ...inside);
}

function choiceOf(name, label, choices) {
  const options = choices.map(([value, word, icon]) => make("button", { type: "button", "data-wish": name, value, "aria-pressed": chosen[name] === value }, icon, capital(word)));
  return make("span", { class: "choices", role: "group", "aria-label": label }, ...options);
}

// The first rows and columns of a position.
function thumbnail(position) {
  const rows = position.trim().split("\n").filter((row) => !row.startsWith("mines")).slice(0, 3);
  return make("span", { class: "thumb", "aria-hidden": "true" }, ...rows.flatMap((row) => [...row].slice(0, 5).map((mark) => make("i", { class: "cell", "data-mark": mark }, mark === "F" ? symbol("flag") : "#0".includes(mark) ? "" : mark))));
}

Object.assign(acts, { reveal, "is-none": sayNone, order: orderBoard, empty: emptyBoard });
document.addEventListener("click", (event) => {
  const one = event.target.closest("[data-wish]");
  if (!one) return;
  chosen[one.dataset.wish] = one.value;
  for (const other of one.parentElement.querySelectorAll("button")) other.setAttribute("aria-pressed", other === one);
});
