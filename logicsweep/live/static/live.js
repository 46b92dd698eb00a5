// The page: a text, a verb for each button, and the answer as it comes. The address holds the text: #p=...
import { ask, listen } from "./engine.js";

const part = (id) => document.getElementById(id);
const [form, position, status, answer, stop] = ["form", "position", "status", "answer", "stop"].map(part);
let work = null; // what stops the request under way

listen(({ loaded, total }) => {
    const size = (bytes) => (bytes / 1e6).toFixed(1);
    if (!work) status.textContent = loaded < total ? `Loading Python: ${size(loaded)} of ${size(total)} MB` : "";
});

function requestOf(verb) {
    if (verb === "generate") return { verb, size: "9x9/10", seed: Math.floor(Math.random() * 1e9) };
    const address = new URLSearchParams(location.hash.slice(1));
    const request = { verb, position: position.value };
    if (address.get("p") === position.value && address.get("field")) request.field = address.get("field");
    if (verb === "why") request.cell = part("cell").value;
    if (verb !== "compare" && part("player").value) request.player = part("player").value;
    return request;
}

async function tell(verb) {
    work?.abort();
    const mine = (work = new AbortController());
    const since = performance.now();
    stop.disabled = false;
    status.textContent = "…";
    try {
        const { lines = [], error } = await ask(requestOf(verb), { signal: mine.signal });
        answer.textContent = lines.map((line) => JSON.stringify(line)).join("\n");
        status.textContent = error ?? `${((performance.now() - since) / 1000).toFixed(2)} s`;
        if (verb === "generate" && !error) {
            const [{ layout, field }] = lines;
            position.value = `${field.rows} ${field.cols}\n${layout.join("\n")}\n0 0\n`;
        }
    } catch (error) {
        if (work === mine) status.textContent = mine.signal.aborted ? "Stopped." : String(error.message);
    }
    if (work !== mine) return;
    work = null;
    stop.disabled = true;
}

form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell(event.submitter.value);
});
stop.addEventListener("click", () => work?.abort());
position.addEventListener("change", () => history.replaceState(null, "", `#p=${encodeURIComponent(position.value)}`));
function read() {
    position.value = new URLSearchParams(location.hash.slice(1)).get("p") ?? "mines 3\n###1\n###1\n#311\n#100\n";
}
addEventListener("hashchange", read);
read();
