/**
 * Development only (`npm run desktop`), not part of the build. Serves Vite's pages under the production address, so
 * that origin, bridge and guards are the real ones.
 */
import type { Net } from "electron";
import { previewOrigin } from "../../ipc.ts";
import type { RequestHandler } from "./app-protocol.ts";
import { routeOf } from "./app-routes.ts";

/**
 * @param viteServer "http://127.0.0.1:5183"
 * @param forward forwards calls to the server
 */
export function createDevProtocol(
  net: Pick<Net, "fetch">,
  viteServer: string,
  forward: RequestHandler,
): RequestHandler {
  const { origin, host } = new URL(viteServer);
  // Vite injects inline scripts and styles and uses a web socket
  const policy = [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    `connect-src 'self' ws://${host}`,
    `frame-src ${previewOrigin}`,
  ].join("; ");
  return async (request) => {
    const route = routeOf(request);
    if (route === "call") return forward(request);
    const { pathname, search } = new URL(request.url);
    const path = route === "console" ? "/console.html" : `${pathname}${search}`;
    const answer = await net.fetch(`${origin}${path}`, { method: request.method });
    const headers = new Headers(answer.headers);
    headers.set("Content-Security-Policy", policy);
    return new Response(answer.body, { status: answer.status, headers });
  };
}
