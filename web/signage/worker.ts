/**
 * Service worker of the lobby player, for `/did` only: serves media from the cache of feed.ts, including ranges, and
 * everything else from the network with the cache as a fallback. A classic script without imports.
 */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const timeoutMs = 5_000;

/** A range of a cached file, as requested by video elements. */
async function rangeOf(cached: Response, range: string): Promise<Response> {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const blob = await cached.blob();
  const start = from === "" ? Math.max(0, blob.size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? blob.size - 1 : Math.min(Number(to), blob.size - 1);
  const type = cached.headers.get("Content-Type") ?? "";
  return new Response(blob.slice(start, end + 1, type), {
    status: 206,
    headers: {
      "Content-Type": type,
      "Content-Length": String(end - start + 1),
      "Content-Range": `bytes ${start}-${end}/${blob.size}`,
      "Accept-Ranges": "bytes",
    },
  });
}

async function media(request: Request): Promise<Response> {
  const cached = await (await caches.open("did-media")).match(request.url);
  if (!cached) return fetch(request);
  const range = request.headers.get("Range");
  return range ? rangeOf(cached, range) : cached;
}

/** Network first, cache as fallback. Marks cached responses, because their `Date` is outdated. */
async function networkFirst(request: Request): Promise<Response> {
  const shell = await caches.open("did-shell");
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await (request.mode === "navigate"
      ? fetch(request.url, { signal })
      : fetch(request, { signal }));
    // a full disk must not replace the answer with an older one
    if (answer.ok) await shell.put(request.url, answer.clone()).catch(() => undefined);
    return answer.status >= 500 ? ((await shell.match(request.url)) ?? answer) : answer;
  } catch (error) {
    const cached = await shell.match(request.url);
    if (!cached) throw error;
    const headers = new Headers(cached.headers);
    headers.set("X-Kept", "1");
    return new Response(cached.body, { status: cached.status, headers });
  }
}

/** Hashed files are immutable: cache first. */
async function cacheFirst(request: Request): Promise<Response> {
  const cached = await (await caches.open("did-shell")).match(request.url);
  return cached ?? networkFirst(request);
}

const routes: readonly [RegExp, (request: Request) => Promise<Response>][] = [
  [/^\/files\//, media],
  [/^\/assets\//, cacheFirst],
  [/^\/(did|api\/did\/playlist|api\/config|custom\/logo)$/, networkFirst],
];

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== scope.location.origin) return;
  const handler = routes.find(([path]) => path.test(pathname))?.[1];
  if (handler) event.respondWith(handler(event.request));
});
