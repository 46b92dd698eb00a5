// Keeps all files of a page without a server program, so that it works offline. `logicsweep live --export` fills in:
const FILES = [];
const VERSION = "unknown";
// Where nothing is filled in, a program serves the page: what another page kept for this address goes.

async function keep() {
    if (!FILES.length) return skipWaiting();
    const cache = await caches.open(VERSION);
    const fresh = ["./", ...FILES].map((name) => new Request(name, { cache: "no-cache" })); // as the host has them now
    return cache.addAll(fresh);
}

async function tidy() {
    const former = (await caches.keys()).filter((key) => key !== VERSION);
    await Promise.all(former.map((key) => caches.delete(key)));
    return FILES.length ? clients.claim() : registration.unregister();
}

const find = async (request) => (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => event.respondWith(find(event.request)));
