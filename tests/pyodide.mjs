// Runs a program in Pyodide, the Python of browsers, and prints the program's value. Standard input is JSON: the
// path of `pyodide` (its pyodide.mjs), `mounts` (a folder there: the folder here), the `program`, and `given`, a
// text that the program finds under this name.
import { readFileSync } from "node:fs";

try {
    const { pyodide, mounts, program, given } = JSON.parse(readFileSync(0, "utf8"));
    const { loadPyodide } = await import(pyodide);
    const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1" } });
    for (const [there, root] of Object.entries(mounts)) {
        python.FS.mkdirTree(there);
        python.FS.mount(python.FS.filesystems.NODEFS, { root }, there);
    }
    python.globals.set("given", given);
    process.stdout.write(python.runPython(program));
} catch (error) {
    console.error(error.message); // alone: node would show the line of Pyodide's source, which is all of it
    process.exitCode = 1;
}
