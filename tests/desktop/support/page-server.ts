/** The app's own addresses over http: what Electron asks its protocol handler, asked by a browser. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer } from "../../../desktop/main/app-protocol.ts";
import { appOrigin } from "../../../desktop/main/app-routes.ts";

function requestOf(request: IncomingMessage, origin: string): Request {
  const { method = "GET", url } = request;
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at] as string, request.rawHeaders[at + 1] as string);
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : null;
  return new Request(`${origin}${url}`, { method, headers, body, ...(hasBody && { duplex: "half" }) });
}

interface Options {
  /** what a browser's paths belong to in the app */
  readonly origin?: string;
  /** says the app's origins as the browser knows them */
  readonly translate?: (text: string) => string;
}

/** Where the app names its own origins: in policies and in scripts. */
async function translated(answer: Response, translate: (text: string) => string): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", translate(headers.get("Content-Security-Policy") ?? ""));
  const isScript = headers.get("Content-Type")?.startsWith("text/javascript");
  const body = isScript ? translate(await answer.text()) : answer.body;
  return new Response(body, { status: answer.status, headers });
}

/** Answers a browser as the handler answers Electron: bodies stream, and a page that goes away gives its answers up. */
export async function servePages(answer: Answer, { origin = appOrigin, translate }: Options = {}) {
  const server = createServer(async (request, response) => {
    // Chromium wants one over http; Electron asks for none
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const given = await answer(requestOf(request, origin));
    if (given.type === "error") return response.destroy();
    const answered = translate ? await translated(given, translate) : given;
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.flushHeaders();
    if (!answered.body) return response.end();
    // the same as Electron's: destroyed when the page lets go, which cancels the body
    const body = Readable.fromWeb(answered.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, response).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
