// Python in a worker of the browser. It gets { number, request } and posts { number, answer }, both JSON; while it
// loads it posts { loaded, total } in bytes. What a hint does not need is loaded after what it needs.
import { files, version } from "./config.js";

const folder = new URL("engine/", import.meta.url);
const network = self.fetch.bind(self);
const total = files.reduce((sum, file) => sum + file.size, 0);
let loaded = 0;

async function open(name) {
    const response = await network(new URL(name, folder));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const counted = new TransformStream({
        transform(part, out) {
            loaded += part.byteLength;
            postMessage({ loaded, total });
            out.enqueue(part);
        },
    });
    return response.body.pipeThrough(counted);
}

const bytes = async (name) => new Uint8Array(await new Response(await open(name)).arrayBuffer());

// Pyodide asks for these two by name. Its program is kept compressed, as not every host compresses.
const library = bytes("python_stdlib.zip");
const wasm = open("pyodide.asm.wasm.bin");
self.fetch = async (what, options) => {
    const name = String(what.url ?? what).split("/").pop();
    if (name === "python_stdlib.zip") return new Response(await library);
    if (name !== "pyodide.asm.wasm") return network(what, options);
    const program = (await wasm).pipeThrough(new DecompressionStream("gzip"));
    return new Response(program, { headers: { "Content-Type": "application/wasm" } });
};

const first = bytes("logicsweep.zip");
const lock = bytes("lock.json");
const late = Promise.all([first, library]).then(() =>
    files.filter((one) => one.late).map(({ name }) => [name, bytes(name)]),
);

// Python's memory once a hint can be given is kept beside the files: the next start takes it from there and is ready
// in a third of the time. Pyodide 314.0.7 can take it back only if it has not grown, and without compiled packages.
const SNAPSHOT = new URL("snapshot", folder);
const cache = self.caches?.open(version); // not every place keeps something
const snapshot = cache?.then((kept) => kept.match(SNAPSHOT)).then((found) => found?.arrayBuffer());

async function begin() {
    const { loadPyodide } = await import(new URL("pyodide.mjs", folder));
    const former = await snapshot;
    const python = await loadPyodide({
        indexURL: folder.href,
        lockFileContents: new TextDecoder().decode(await lock),
        packageBaseUrl: folder.href,
        ...(former ? { _loadSnapshot: former } : { _makeSnapshot: Boolean(cache) }),
    });
    const size = python._module.HEAP8.length;
    python.FS.writeFile("/logicsweep.zip", await first);
    if (!former) python.runPython("import sys; sys.path.insert(0, '/logicsweep.zip')");
    python.runPython("from logicsweep.live.answer import answer_line");
    const answer = python.globals.get("answer_line");
    answer('{"verb": "hint", "position": "1##"}');
    if (cache && !former && python._module.HEAP8.length === size) {
        (await cache).put(SNAPSHOT, new Response(python.makeMemorySnapshot())).catch(() => {});
    }
    return [python, answer];
}

const begun = begin();
const idle = () => new Promise((go) => setTimeout(go, 0)); // requests that have arrived come first

async function finish() {
    const [python] = await begun;
    for (const [name, data] of await late) {
        await idle();
        if (name.endsWith(".whl")) python.unpackArchive(await data, "wheel");
        else python.FS.writeFile(`/${name}`, await data);
    }
    python.runPython("import importlib; sys.path.append('/networkx.zip'); importlib.invalidate_caches()");
}

// What most requests need is imported before they come, piece by piece.
async function warm() {
    const [python, answer] = await begun;
    for (const module of ["networkx", "pysat.solvers", "logicsweep.show.stages"]) {
        await idle();
        python.runPython(`import ${module}`);
    }
    await idle();
    answer('{"verb": "why", "position": "1##", "cell": "r1c2"}');
    postMessage({ loaded: total, total });
}

const fail = async (error) => {
    await cache?.then((kept) => kept.delete(SNAPSHOT));
    postMessage({ failed: String(error) });
};
const MISSING = /[{ ]"error": "the package \S+ is not installed"\}\n?$/; // quotes inside other texts have a backslash
const finished = finish();
finished.then(warm).catch(fail);

onmessage = async ({ data: { number, request } }) => {
    try {
        const [, answer] = await begun;
        let told = answer(request);
        if (MISSING.test(told)) {
            await finished;
            told = answer(request);
        }
        postMessage({ number, answer: told });
    } catch (error) {
        fail(error); // Python has ended
    }
};
