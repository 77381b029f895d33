/** Polls the server for the playlist and caches media for offline use. */
import type { PublicConfiguration } from "#contract/site/configuration.ts";
import type { Playlist } from "#contract/site/signage.ts";
import { type Item, wallTime } from "./schedule.ts";

/** Also used by the service worker (worker.ts). */
const caching = { media: "did-media", shell: "did-shell" } as const;
const pollMs = 3_000;
const configurationMs = 60_000;
const releaseMs = 600_000;
const brokenMs = 30_000;

/** Undefined without https: the player then keeps playing offline, but does not survive a reload. */
const store = "caches" in globalThis ? globalThis.caches : undefined;

export class Feed {
  playlist: Playlist | undefined;
  configuration: PublicConfiguration | undefined;
  /** Difference between the server's clock and this device's, which is often wrong. */
  #offsetMs = 0;
  readonly #broken = new Map<string, number>();
  readonly #cached = new Set<string>();
  #isCaching = false;

  /** Current local time of the site. */
  now(): string {
    return wallTime(Date.now() + this.#offsetMs, this.configuration?.timezone);
  }

  async #read<T>(path: string): Promise<T | undefined> {
    try {
      const response = await fetch(path, { signal: AbortSignal.timeout(10_000) });
      if (!response.ok) return undefined;
      const serverTime = Date.parse(response.headers.get("Date") ?? "");
      const isFresh = !response.headers.has("X-Kept");
      const value = (await response.json()) as T;
      if (isFresh && Math.abs(serverTime - Date.now()) > 2_000) this.#offsetMs = serverTime - Date.now();
      return value;
    } catch {
      return undefined;
    }
  }

  /** Starts polling; failures keep the current data. */
  async start(): Promise<void> {
    const poll = async () => {
      this.playlist = (await this.#read<Playlist>("/api/did/playlist")) ?? this.playlist;
      void this.#cacheMedia().catch(() => undefined);
    };
    const configure = async () => {
      this.configuration = (await this.#read<PublicConfiguration>("/api/config")) ?? this.configuration;
    };
    await Promise.all([configure(), poll()]);
    const repeat = (work: () => Promise<void>, ms: number) => {
      const next = () => setTimeout(() => work().finally(next), ms);
      next();
    };
    repeat(poll, pollMs);
    repeat(configure, configurationMs);
    repeat(reloadWhenReleased(), releaseMs);
  }

  isBroken({ file }: Item): boolean {
    const until = file && this.#broken.get(file.url);
    return until !== undefined && until > Date.now();
  }

  /** Skips an item for a while. */
  markBroken({ file }: Item): void {
    if (file) this.#broken.set(file.url, Date.now() + brokenMs);
  }

  /** Whether a file is cached: it is shown only then, to avoid stalls. */
  isCached({ file }: Item): boolean {
    return !file || !store || this.#cached.has(file.url);
  }

  /** Downloads missing media one by one and deletes those no longer in the playlist. */
  async #cacheMedia(): Promise<void> {
    if (!store || this.#isCaching || !this.playlist) return;
    this.#isCaching = true;
    try {
      const cache = await store.open(caching.media);
      const items = this.playlist.items.filter(({ file }) => file);
      const urls = new Set(items.map(({ file }) => file?.url ?? ""));
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (urls.has(pathname)) this.#cached.add(pathname);
        else await cache.delete(request);
      }
      for (const item of items) {
        const url = item.file?.url ?? "";
        if (!this.#cached.has(url) && !this.isBroken(item)) await this.#cacheFile(cache, item, url);
      }
    } finally {
      this.#isCaching = false;
    }
  }

  async #cacheFile(cache: Cache, item: Item, url: string): Promise<void> {
    const response = await fetch(url).catch(() => undefined);
    if (response && !response.ok) this.markBroken(item);
    if (!response?.ok) return;
    try {
      await cache.put(url, response);
      this.#cached.add(url);
    } catch {
      // Storage is full or the download failed: falls back to the network.
    }
  }
}

/** Reloads the unattended page after a release. */
function reloadWhenReleased(): () => Promise<void> {
  let known: string | null | undefined;
  return async () => {
    const response = await fetch("/did", { method: "HEAD" }).catch(() => undefined);
    if (!response?.ok) return;
    const release = response.headers.get("ETag");
    if (known !== undefined && known !== release) window.location.reload();
    known = release;
  };
}

/** Caches the page with its fonts for a reload offline. */
export async function cacheShell(): Promise<void> {
  if (!store || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/did/worker.js", { scope: "/did" });
  await navigator.serviceWorker.ready;
  const cache = await store.open(caching.shell);
  const add = async (urls: readonly string[]) => {
    for (const url of urls) await cache.add(url).catch(() => undefined);
  };
  const parts = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    "script[src], link[rel=stylesheet]",
  );
  const own = [...parts].map((part) => ("src" in part ? part.src : part.href));
  await add(["/did", ...own, "/api/config", "/api/did/playlist", "/custom/logo?lang=ko"]);
  const cached = new Set<string>();
  const cacheLoaded = () => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    // The buffer is small and fills up with polling requests.
    performance.clearResourceTimings();
    const fresh = loaded.filter(({ pathname }) => pathname.startsWith("/assets/") && !cached.has(pathname));
    for (const { pathname } of fresh) cached.add(pathname);
    void add(fresh.map(({ pathname }) => pathname));
  };
  cacheLoaded();
  setInterval(cacheLoaded, 5_000);
}
