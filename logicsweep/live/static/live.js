// The page that answers: a text, a verb for each button, and the page of the answer. It follows page.js in one file.
// The address holds what is asked (#p=...&verb=hint), and what page.js adds: the step, the cell and the player. With
// `view=play` or `view=setup` it leads to play.js or setup.js; with `view=review` it holds the board and moves of a game.
import { ask, isLocal, listen as hear } from "./engine.js";

const READY = byId("position").dataset.ready;
const working = new Set();  // what stops each request under way
const FIRST = { verb: "hint", position: READY, guess: "best" };
let loads = false, asked = {}, shows = null, told = FIRST;  // what was asked last and what the page shows, and its request

hear(({ loaded, total }) => {
  const size = (bytes) => (bytes / 1e6).toFixed(1), bar = make("progress", { max: total || 1, value: loaded, "aria-label": "Loading" });
  loads = loaded < total;
  if (loads) byId("facts").replaceChildren(bar, `Loading the solver, ${size(loaded)} of ${size(total)} MB`);
  else sayFacts();
});

function sayFacts() {
  byId("facts").textContent = data && !views[document.body.dataset.view] ? plain(data.title) : "";
}

function say(headline, about) {
  byId("headline-says").textContent = plain(headline);
  byId("headline-says").nextElementSibling.textContent = plain(about);
}

// An error takes the place of the headline; the board stays.
function fail(error, about = data ? "" : "Correct the text above, or draw the position in Set up.") {
  say(error, about);
  byId("answer").hidden = true;
  unfold(true);
  if (!data) showText(byId("position").value, error);
}

// Before there is any board: the text, with the place of the mistake, and what this page reads.
function showText(text, error) {
  const [, row = 0, column] = (/:(\d+):(\d+): /.exec(error) ?? []).map(Number), from = Math.max(0, row - 8), lines = text.split("\n").slice(from, row + 8);
  const wrong = (line) => [line.slice(0, column - 1), make("mark", {}, line[column - 1] ?? " "), line.slice(column)];
  const reads = { "0 to 8": "a clue", "#": "a covered cell", "F": "a flag", "mines 10": "in the first line: the number of mines on the whole board", "M  .": "a mine and a safe cell of a whole board, after a line with its rows and columns", "a link": "to a position or board of this page or of other sites", "a file": "of many other programs, or a replay" };
  const main = document.querySelector("main"), terms = Object.entries(reads).flatMap(([sign, about]) => [make("dt", {}, make("code", {}, sign)), make("dd", {}, about)]);
  main.replaceChildren(text && make("section", { id: "text", class: "card", "aria-label": "Your text" }, make("h2", {}, "Your text"), make("pre", { tabindex: 0 }, ...lines.flatMap((line, i) => [...(from + i === row - 1 ? wrong(line) : [line]), "\n"]))),
    make("section", { id: "reads", class: "card", "aria-label": "What this page reads" }, make("h2", {}, "What this page reads"), make("dl", {}, ...terms)));
  listLessons();
}

// On a phone the text and the options are folded until they are asked for.
function unfold(on) {
  byId("unfold").setAttribute("aria-expanded", on);
}

// The address is the link: it holds all that is shown.
async function copyLink() {
  keepDrawing();
  try {
    await navigator.clipboard.writeText(location.href);
    byId("copy-link").lastChild.textContent = "Copied";
    speak("The link is copied.");
    setTimeout(() => (byId("copy-link").lastChild.textContent = "Copy link"), 2000);
  } catch {
    prompt("Copy this link:", location.href);
  }
}

// What the answer to a request is; while it takes its time, the page says so, and then offers to stop. The static page has
// the answer for the first visit in a file, so that the board is there before Python is.
async function answerTo(request) {
  const stop = new AbortController(), soon = setTimeout(wait, 100, true), late = setInterval(() => (byId("stop").hidden = loads), 1000);
  working.add(stop);
  try {
    if (!isLocal && request.page && isSame({ ...request, page: 0, asks: 0 }, { ...FIRST, page: 0, asks: 0 })) return await (await fetch("ready.json")).json();
    return await ask(request, { signal: stop.signal });
  } catch (error) {
    return { error: stop.signal.aborted ? "Stopped." : String(error.message) };
  } finally {
    working.delete(stop);
    clearTimeout(soon);
    clearInterval(late);
    if (!working.size) wait(false);
  }
}

function wait(on) {
  document.body.classList.toggle("waiting", on);
  byId("status").textContent = on ? "Working …" : "";
  if (!on) byId("stop").hidden = true;
}

const halt = () => working.forEach((one) => one.abort());

// What an address asks: a request, or the reader, in a lesson or on the first visit (learn.js).
function requestIn(hash) {
  if (asksReader(hash)) return { reader: hash };
  const given = Object.fromEntries(new URLSearchParams(hash.slice(1))), { view, file, p = READY, verb = "hint", field: kind, start, cell, by } = given;
  if (view === "review") return { verb: "review", ...(file ? { name: file, base64: replays.get(file) ?? "" } : { name: "Your game", position: given.p ?? (game?.moves.length ? game.played : ""), ...inField(given.p ? kind : game?.name) }) };
  const complete = !by || tables.ladder.findIndex(([name]) => name === by) === tables.ladder.length - 1;
  return { verb, position: p, ...(kind && { field: kind }), ...(start && { start }), ...(verb === "why" && { cell: cell ?? "r1c1" }), ...(verb === "hint" && complete && { guess: "best" }), ...(by && verb !== "compare" && { player: by }) };
}

const replays = new Map();  // the bytes of dropped replays, by name: too many for an address
const isGame = (text) => /^[ \t]*(?:[\d.]+[ \t]+)?(?:open|flag|chord)[ \t]+\S|^Events:/m.test(text);
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Show what an address asks; another request that is slow is given up.
async function tell(hash) {
  const wanted = (asked = requestIn(hash)), given = new URLSearchParams(hash.slice(1)), by = given.get("by");
  byId("position").value = given.get("p") ?? "";
  unfold(false);
  byId("verb").textContent = wanted.verb ?? "begin";
  for (const one of byId("verbs").querySelectorAll("[value]")) one.classList.toggle("primary", one.value === (wanted.verb ?? "hint"));
  if (!byId("stop").hidden) halt();
  const question = wanted.reader === undefined ? null : await questionIn(hash), request = question?.request ?? wanted;
  if (asked !== wanted) return;
  if (question?.error) return fail(question.error);
  const { verb, position, field: kind, start, base64 } = request;
  if (base64 === "") return fail("Drop the replay again: an address does not hold it.");
  if (verb === "review" && !base64 && !position) return fail("Play a game first, or paste or drop one.", "A replay, or a board and a move a line.");
  const { lines: [json] = [], error } = await answerTo({ ...request, page: true, ...(verb === "hint" && { asks: !question }) });
  if (asked !== wanted) return;
  if (!json) return fail(error);
  const kept = verb === "review" ? { view: "review", ...(base64 ? { file: request.name } : { p: position, ...(kind && { field: kind }) }) } : { p: position, ...(kind && { field: kind }), ...(start && { start }), ...(by && { by }), verb };
  Object.assign(live, ownWays(), { kept, links: linksOfGame });
  [shows, told] = [wanted, request];
  [byId("by").value, byId("field").value] = [by ?? tables.ladder.at(-1)[0], kind ?? byId("field").options[0].value];
  leaveQuiz();
  say(json.headline, json.about);
  document.body.dataset.verb = json.verb;
  document.title = plain(`${json.headline} · ${json.title}`);
  begin(json);
  if (played() && run().game) byId("actions").append(make("a", { class: "button", href: linkTo({ ...live.kept, view: "play" }) }, "Play it"));
  byId("views").querySelector("[data-view=setup]").href = linkTo({ view: "setup", ...(given.get("p") && !run().game && !review && { p: position, ...(field.rows && { field: fieldName(field) }) }) });
  if (question) askReader(question);
  if (review) linkLesson(review.words);
  if (!loads) sayFacts();
}

// Where an address leads: to a game, to a position to draw, or to an answer.
const views = { play: openPlay, setup: openSetup };
function visit(hash) {
  const parts = Object.fromEntries(new URLSearchParams(hash.slice(1))), open = views[parts.view];
  enterView(open || parts.view === "review" ? parts.view : "ask");
  if (open) open(parts);
  else if (!isSame(requestIn(hash), asked)) tell(hash);
  else if (shows === asked) readAddress(hash);
}

function enterView(view) {
  if (views[view]) asked = {};  // an answer that is on its way comes too late
  document.body.dataset.view = view;
  if (views[view]) {
    leaveQuiz();
    document.body.dataset.verb = byId("verb").textContent = view;
  }
  byId("score").hidden = view !== "play";
  const answers = view === "ask" && !asksReader(location.hash), verb = requestIn(location.hash).verb, current = answers ? byId("views").querySelector(`[data-verb="${verb}"]`) ?? byId("verb") : byId("views").querySelector(location.hash.startsWith("#lesson") ? "[href='#lessons']" : `[data-view=${view}]`);
  for (const one of byId("views").children) one.toggleAttribute("aria-current", one === current);
  if (!loads) sayFacts();
}

// The text and the verb become the address, which leads to the answer.
function askFor(verb, position) {
  if (verb === "hint" && isGame(position)) return lead({ view: "review", p: position, ...inField(byId("field").value) });
  const cell = byId("cell").value.trim() || (field && rawNameOf(now.cell ?? (target < 0 ? Math.max(0, run().first.indexOf(COVERED)) : target)));
  const { start } = [asked, told].find((one) => one.position === position) ?? {}, [kind, by] = ["field", "by"].map((id) => byId(id).value);
  const parts = { p: position, ...inField(kind), ...(start && { start }), ...(by !== tables.ladder.at(-1)[0] && { by }), verb, ...(verb === "why" && cell && { cell }) };
  byId("cell").value = "";
  keepDrawing();
  history.pushState(null, "", linkTo(parts));
  asked = {};  // anew, even if it is the same
  visit(location.hash);
}

// Path and Compare in the header are about the game or the drawing that is shown, or about what the form holds.
function askAbout(verb) {
  const { view } = document.body.dataset, text = byId("position").value;
  if (view === "play") lead({ ...askedOf(game), verb });
  else if (view === "review" && review) lead({ ...boardReviewed(), verb });
  else askFor(verb, text.trim() ? text : asked.position ?? told.position ?? READY);
}

const base64Of = (bytes) => btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));

// From a review: to another game, and to the path of its board.
function linksOfGame() {
  const link = (text, parts) => make("a", { class: "button", href: linkTo(parts) }, text);
  return [link("Another game", { view: "play" }), link("Path", { ...boardReviewed(), verb: "path" })];
}

const boardReviewed = () => ({ p: boardText(new Set(cellsOf(review.mines)), field), ...inField(fieldName(field)), start: review.moves[0].cell });

// The lesson about the pattern to practise, if there is one.
async function linkLesson({ lesson }) {
  if (lesson) byId("lesson").replaceWith(make("a", { class: "button", href: linkTo({ lesson }) }, `Lesson: ${(await lessons)[lesson].title}`));
}

// A file with a text is asked about as it is, and another as the board or position that it holds.
async function take(file) {
  const bytes = new Uint8Array(await file.arrayBuffer()), text = new TextDecoder().decode(bytes);
  if (text.startsWith("lesson ")) return visitLesson(text);
  if (/\.(?:avf|evf|rmv|mvf)$/i.test(file.name)) return replays.set(file.name, base64Of(bytes)), lead({ view: "review", file: file.name });
  if (!/[\0-\b\x0e-\x1f\ufffd]/.test(text)) return askFor("hint", text);
  const { lines: [made] = [], error } = await answerTo({ verb: "convert", to: "judge", base64: base64Of(bytes) });
  return made ? askFor("hint", made.text) : fail(error);
}

live.visit = visit;

// Ask about a cell that the page has no answer for; the panel shows the answer once it is there.
const questions = new Set();
live.why = (cell) => {
  const request = { ...told, verb: "why", cell: rawNameOf(cell) }, key = JSON.stringify(request), page = data;
  delete request.guess;
  if (!questions.has(key)) {
    questions.add(key);
    answerTo(request).then(({ lines: [answer] = [], error }) => {
      questions.delete(key);
      if (data !== page) return;
      if (!answer) return byId("says").replaceChildren(paragraph(error));
      answer.steps.forEach(read);
      answers.set(cell, answer);
      show();
      if (now.cell === cell) speak(`${shown.title}.`);
    });
  }
  return soft("Working …");
};

byId("ask").addEventListener("submit", (event) => {
  const verb = event.submitter.value, text = byId("position").value;
  event.preventDefault();
  if (text.startsWith("lesson ")) visitLesson(text);
  else askAbout(verb);
});
byId("views").addEventListener("click", (event) => {
  const { verb } = event.target.dataset;
  if (!verb || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  askAbout(verb);
});
byId("cell").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  document.querySelector("button[value=why]").click();
});
byId("stop").addEventListener("click", halt);
byId("file").addEventListener("change", () => take(byId("file").files[0]));
document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
document.addEventListener("drop", (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  take(file);
});
byId("by").append(...tables.ladder.map(([name]) => make("option", { value: name }, capital(name))));
byId("field").append(...FIELDS.map((name) => make("option", { value: name }, capital(name))));
byId("by").value = tables.ladder.at(-1)[0];
byId("verb").after(byId("views"));
byId("views").append(byId("verb"));
byId("theme-button").before(byId("copy-link"));
byId("unfold").addEventListener("click", () => unfold(byId("unfold").getAttribute("aria-expanded") === "false"));
acts["copy-link"] = copyLink;
byId("facts").before(byId("score"));
visit(location.hash);
