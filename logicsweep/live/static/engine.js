// One function asks: `ask(request, { signal })` gives what the library's `answer` returns, as an object.
// `listen(hear)` is told how much of the engine is loaded: hear({ loaded, total }) in bytes, in the browser alone.
import { engine } from "./config.js";

let hear = () => {};
let last = { loaded: 0, total: 0 };

export function listen(listener) {
    hear = listener;
    hear(last);
}

async function askLocal(request, signal) {
    const response = await fetch("answer", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        signal,
    });
    return response.json();
}

// --- Python in the browser: a worker answers one request after another; to stop is to end it and start another.

let worker = null;
let count = 0;
const waiting = new Map(); // number of a request: how to settle it

function start() {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
        if (data.failed) return fail(new Error(data.failed));
        if (data.loaded !== undefined) {
            hear((last = data));
            if (data.loaded === data.total) keep();
            return;
        }
        waiting.get(data.number)?.resolve(JSON.parse(data.answer));
        waiting.delete(data.number);
    };
    worker.onerror = (event) => fail(new Error(event.message || "Python could not be started"));
}

function fail(error) {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
}

function askWorker(request, signal) {
    if (!worker) start();
    const number = ++count;
    return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, request: JSON.stringify(request) });
        signal?.addEventListener("abort", () => {
            if (!waiting.has(number)) return;
            fail(signal.reason);
            start();
        });
    });
}

export const isLocal = engine === "local";
export const ask = (request, { signal } = {}) => (isLocal ? askLocal : askWorker)(request, signal);

// Keep all files for use offline, once they are there; where that is not allowed, all works online.
const keep = () => navigator.serviceWorker?.register("sw.js").catch(() => {});

if (!isLocal) start();
