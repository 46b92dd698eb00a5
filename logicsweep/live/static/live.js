// The page that answers: a text, a verb for each button, and the page of the answer. It follows page.js in one file.
// The address holds what is asked (#p=...&verb=hint), and what page.js adds: the step, the cell and the view.
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
  byId("facts").textContent = data ? plain(data.title) : "";
}

function say(headline, about) {
  byId("headline-says").textContent = plain(headline);
  byId("headline-says").nextElementSibling.textContent = plain(about);
}

// An error takes the place of the headline; the board stays.
function fail(error) {
  say(error, "");
  byId("answer").hidden = true;
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
  const { p = READY, verb = "hint", field: kind, start, cell } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return { verb, position: p, ...(kind && { field: kind }), ...(start && { start }), ...(verb === "why" && { cell: cell ?? "r1c1" }), ...(verb === "hint" && { guess: "best" }) };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Show what an address asks; another request that is slow is given up.
async function tell(hash) {
  const wanted = (asked = requestIn(hash));
  byId("position").value = new URLSearchParams(hash.slice(1)).get("p") ?? "";
  if (!byId("stop").hidden) halt();
  const question = wanted.reader === undefined ? null : await questionIn(hash), request = question?.request ?? wanted;
  if (asked !== wanted) return;
  if (question?.error) return fail(question.error);
  const { verb, position, field: kind, start } = request;
  const { lines: [json] = [], error } = await answerTo({ ...request, page: true, ...(verb === "hint" && { asks: !question }) });
  if (asked !== wanted) return;
  if (!json) return fail(error);
  live.kept = { p: position, ...(kind && { field: kind }), ...(start && { start }), verb };
  [shows, told] = [wanted, request];
  leaveQuiz();
  say(json.headline, json.about);
  byId("verb").textContent = document.body.dataset.verb = json.verb;
  document.title = plain(`${json.headline} · ${json.title}`);
  begin(json);
  if (question) askReader(question);
  if (!loads) sayFacts();
}

// The text and the verb become the address, which leads to the answer.
function askFor(verb, position) {
  const cell = byId("cell").value.trim() || (field && rawNameOf(now.cell ?? (target < 0 ? Math.max(0, run().first.indexOf(COVERED)) : target)));
  const { field: kind, start } = [asked, told].find((one) => one.position === position) ?? {};
  const parts = { p: position, ...(kind && { field: kind }), ...(start && { start }), verb, ...(verb === "why" && cell && { cell }) };
  byId("cell").value = "";
  history.pushState(null, "", `#${new URLSearchParams(parts)}`);
  tell(location.hash);
}

async function newBoard(wishes = { size: "9x9/10" }) {
  const { lines: [made] = [], error } = await answerTo({ verb: "generate", ...wishes, seed: Math.floor(Math.random() * 1e9) });
  if (!made) return fail(error);
  askFor("path", `${made.field.rows} ${made.field.cols}\n${made.layout.join("\n")}\n0 0\n`);
}

// A file with a text is asked about as it is, and another as the board or position that it holds.
async function take(file) {
  const bytes = new Uint8Array(await file.arrayBuffer()), text = new TextDecoder().decode(bytes);
  if (text.startsWith("lesson ")) return visitLesson(text);
  if (!/[\0-\b\x0e-\x1f\ufffd]/.test(text)) return askFor("hint", text);
  const base64 = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  const { lines: [made] = [], error } = await answerTo({ verb: "convert", to: "judge", base64 });
  return made ? askFor("hint", made.text) : fail(error);
}

live.visit = (hash) => {
  if (!isSame(requestIn(hash), asked)) tell(hash);
  else if (shows === asked) readAddress(hash);
};

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
  if (verb === "generate") newBoard();
  else if (text.startsWith("lesson ")) visitLesson(text);
  else askFor(verb, text.trim() ? text : asked.position ?? told.position);
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
tell(location.hash);
