/**
 * Serves the lobby player: its page from the bundle, and public resources of the selected server, requested without
 * credentials (docs/decisions/signage/lobby-player.md).
 */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Session } from "electron";
import type { Log } from "../logging/log.ts";
import { fileTypes, type RequestHandler, safeHeaders } from "../pages/app-protocol.ts";
import type { Reply, ServerRequest } from "../server/server-request.ts";

/**
 * An https origin that never resolves (RFC 2606): pages of a custom scheme have no Cache API, which the player needs
 * offline. Only the player's session handles it, and refuses all other https requests.
 */
export const lobbyOrigin = "https://lobby.invalid";
export const lobbyPage = `${lobbyOrigin}/did`;

export const lobbyPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Allowed requests to the server and their content types. */
const allowedRequests: readonly {
  readonly path: RegExp;
  readonly type: RegExp;
  readonly isCacheable: boolean;
}[] = [
  { path: /^\/api\/(?:did\/playlist|config)$/, type: /^application\/json\b/i, isCacheable: true },
  { path: /^\/custom\/logo\?lang=(?:ko|en)$/, type: /^image\//i, isCacheable: true },
  // large, and the player caches them itself
  { path: /^\/files\/[\w-]+(?:\.\w+)?$/, type: /^(?:image|video)\//i, isCacheable: false },
];

const requestHeaders = ["accept", "accept-language", "range"];
const responseHeaders = ["accept-ranges", "content-length", "content-range", "date", "etag", "last-modified"];

const headersWith = (type?: string): Record<string, string> => ({
  ...safeHeaders,
  "Content-Security-Policy": lobbyPolicy,
  ...(type !== undefined && { "Content-Type": type }),
});

interface Options {
  /** folder of the built player */
  readonly folder: string;
  /** its files, as listed by the build */
  readonly files: readonly string[];
  /** origin of the selected server */
  readonly currentServer: () => string | undefined;
  /** without cookies */
  readonly session: Session;
  readonly send: ServerRequest;
  readonly log: Log;
}

/**
 * Handles every https request of the player's session. Paths are looked up in the build's file list, never resolved on
 * disk.
 */
export function createPlayerPages({
  folder,
  files,
  currentServer,
  session,
  send,
  log,
}: Options): RequestHandler {
  const known = new Map(files.map((file) => [`/${file}`, file]));
  const page = known.get("/signage/index.html");
  if (page !== undefined) known.set("/did", page);

  const refuse = (status: 403 | 404 | 405 | 502, reason: string) => {
    log("lobby-request-refused", { status, reason });
    return new Response(null, { status, headers: headersWith() });
  };

  async function showFile(file: string, method: string): Promise<Response> {
    const headers = headersWith(fileTypes[extname(file)] ?? "text/plain");
    // the worker's path is below the page that it controls
    if (file === "did/worker.js") headers["Service-Worker-Allowed"] = "/did";
    const body = method === "HEAD" ? null : new Uint8Array(await readFile(join(folder, file)));
    return new Response(body, { headers });
  }

  async function ask(
    path: string,
    { type, isCacheable }: (typeof allowedRequests)[number],
    request: Request,
  ) {
    const server = currentServer();
    if (server === undefined) return Response.error();
    const reply = await send({
      url: server + path,
      method: "GET",
      session,
      credentials: "omit",
      headers: requestHeaders.flatMap((name) => {
        const value = request.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
      body: null,
      // polled every few seconds: allows "304 Not Modified"
      cache: isCacheable ? "no-cache" : "no-store",
      signal: request.signal,
      onEnd() {},
    });
    // a network error, which the player handles
    if (reply.kind !== "answer") return Response.error();
    return passResponse(reply, type) ?? refuse(502, "type");
  }

  return async (request) => {
    if (!request.url.startsWith(`${lobbyOrigin}/`)) return refuse(403, "host");
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "method");
    const file = known.get(pathname);
    if (file !== undefined) return showFile(file, request.method);
    const path = pathname + search;
    const call = allowedRequests.find((each) => each.path.test(path));
    if (!call || request.method !== "GET") return refuse(404, "unknown");
    return ask(path, call, request);
  };
}

/** Passes the server's response on without active headers; undefined for an unexpected content type. */
function passResponse(
  { status, headers, body }: Extract<Reply, { kind: "answer" }>,
  expected: RegExp,
): Response | undefined {
  const one = (name: string) => [headers[name]].flat()[0] ?? "";
  const type = one("content-type");
  if (status !== 200 && status !== 206) {
    void body.cancel();
    return new Response(null, { status: status >= 400 ? status : 502, headers: headersWith() });
  }
  if (!expected.test(type)) {
    void body.cancel();
    return undefined;
  }
  const own = headersWith(type);
  // the body is already decoded, so its length differs
  const isDecoded = one("content-encoding") !== "";
  for (const name of responseHeaders) {
    const value = one(name);
    if (value !== "" && !(isDecoded && name === "content-length")) own[name] = value;
  }
  return new Response(body, { status, headers: own });
}
