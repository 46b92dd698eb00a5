// Keeps all files of a page without a server program, so that it works offline. `logicsweep live --export` fills in:
const FILES = [];
const VERSION = "unknown";

addEventListener("install", (event) => {
    event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(["./", ...FILES])));
});
addEventListener("activate", (event) => {
    const former = async () => Promise.all((await caches.keys()).filter((key) => key !== VERSION).map((key) => caches.delete(key)));
    event.waitUntil(former().then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
