// Python in a worker of the browser. It gets { number, request } and posts { number, answer }, both JSON; while it
// loads it posts { loaded, total } in bytes. What a hint does not need is loaded after what it needs.
import { files } from "./config.js";

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

async function begin() {
    const { loadPyodide } = await import(new URL("pyodide.mjs", folder));
    const python = await loadPyodide({
        indexURL: folder.href,
        lockFileContents: new TextDecoder().decode(await lock),
        packageBaseUrl: folder.href,
    });
    python.FS.writeFile("/logicsweep.zip", await first);
    python.runPython("import sys; sys.path.insert(0, '/logicsweep.zip'); from logicsweep.live.answer import answer_line");
    return [python, python.globals.get("answer_line")];
}

const begun = begin();
const idle = () => new Promise((go) => setTimeout(go, 0)); // requests that have arrived come first

// What a hint does not need; then what most requests import, piece by piece.
async function finish() {
    const [python] = await begun;
    for (const [name, data] of await late) {
        if (name.endsWith(".whl")) python.unpackArchive(await data, "wheel");
        else python.FS.writeFile(`/${name}`, await data);
        await idle();
    }
    python.runPython("import importlib; sys.path.append('/networkx.zip'); importlib.invalidate_caches()");
}

async function warm() {
    const [python, answer] = await begun;
    for (const module of ["networkx", "pysat.solvers", "logicsweep.verbs.why", "logicsweep.show.why"]) {
        await idle();
        python.runPython(`import ${module}`);
    }
    await idle();
    answer('{"verb": "why", "position": "1##", "cell": "r1c2"}');
    postMessage({ loaded: total, total });
}

const fail = (error) => postMessage({ failed: String(error) });
const finished = finish();
finished.then(warm).catch(fail);

onmessage = async ({ data: { number, request } }) => {
    try {
        const [, answer] = await begun;
        let told = answer(request);
        if (told.startsWith('{"error": "the package')) {
            await finished;
            told = answer(request);
        }
        postMessage({ number, answer: told });
    } catch (error) {
        fail(error); // Python has ended
    }
};
