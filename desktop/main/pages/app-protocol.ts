import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import * as z from "zod/mini";
import { previewOrigin } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { routeOf, scheme } from "./app-routes.ts";

/**
 * Register once, with all other schemes, before the app is ready: Electron honours only the first call. Never set
 * `corsEnabled`: pages of any origin could then read the responses.
 */
export const schemePrivileges = {
  scheme,
  // without `stream` videos load completely before they play
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
} as const;

/** Content types of built files by extension. */
export const fileTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Policy of local pages: only their own files, nothing inline, no framing, no form submission. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Policy of the console, which also calls the server, displays its files, creates style sheets and previews, and frames
 * one page (preview-page.ts). Sanitised terms and policies may set colour and alignment.
 * @param nonce unique per response
 */
export const consolePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    `frame-src ${previewOrigin}`,
    // the .xlsx export runs in a blob worker, which inherits this policy
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Placeholder for the nonce in the built page. */
const nonceMark = "__NONCE__";
const consoleFile = "console.html";

export const safeHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

const pageHeaders = { ...safeHeaders, "Content-Security-Policy": contentSecurityPolicy };

export type RequestHandler = (request: Request) => Promise<Response>;

interface Options {
  /** folder of the built renderer */
  readonly folder: string;
  /** its files, as listed by the build: "assets/dist/main-x.js" */
  readonly files: readonly string[];
  /** forwards calls to the server */
  readonly forward: RequestHandler;
  readonly random: (size: number) => Uint8Array;
  readonly log: Log;
}

/** Parses the file list that the build writes next to the renderer's files. */
export const parseFileList = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/**
 * Handles `app://console`: pages and files from the build, calls from the server. Paths are looked up in the build's
 * list, never resolved on disk, so path traversal is impossible.
 */
export function createAppProtocol({ folder, files, forward, random, log }: Options): RequestHandler {
  const known = new Map(files.map((file) => [`/${file}`, file]));
  const indexPage = known.get("/index.html");
  if (indexPage !== undefined) known.set("/", indexPage);
  // served only by showConsole, with a nonce
  const hasConsole = known.delete(`/${consoleFile}`);

  const refuse = (status: number, reason: string) => {
    log("app-request-refused", { status, reason });
    return new Response(null, { status, headers: pageHeaders });
  };

  async function showConsole(): Promise<Response> {
    const page = await readFile(join(folder, consoleFile), "utf8");
    const nonce = Buffer.from(random(16)).toString("base64");
    return new Response(page.replaceAll(nonceMark, nonce), {
      headers: {
        ...safeHeaders,
        "Content-Security-Policy": consolePolicy(nonce),
        "Content-Type": "text/html; charset=utf-8",
      },
    });
  }

  return async (request) => {
    const route = routeOf(request);
    if (typeof route === "object") return refuse(route.status, route.reason);
    if (route === "call") return forward(request);
    if (route === "console") return hasConsole ? showConsole() : refuse(404, "unknown");
    const file = known.get(new URL(request.url).pathname);
    const type = file && fileTypes[extname(file)];
    if (!file || !type) return refuse(404, "unknown");
    const body = request.method === "HEAD" ? null : new Uint8Array(await readFile(join(folder, file)));
    return new Response(body, { headers: { ...pageHeaders, "Content-Type": type } });
  };
}
