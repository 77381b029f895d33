import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import * as z from "zod/mini";
import { previewOrigin } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { placeOf, scheme } from "./app-routes.ts";

/**
 * To be registered once and with all others, before the app is ready: Electron honours only the first call. Never with
 * `corsEnabled`: Electron then lets a page of any origin read the answers, whatever their headers say.
 */
export const schemePrivileges = {
  scheme,
  // without `stream` a video is read whole before its first picture
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
} as const;

/** By the ending of a built file. */
export const fileTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Nothing, then what our own pages need from our own files. Nothing inline, nobody may frame us, no form goes out. */
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
 * The same for the console, which also calls the server through us, shows its files, makes style sheets and previews of
 * its own, and frames one page (preview-page.ts). Sanitised terms and policies may colour and align their text.
 * @param nonce of this answer alone
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
    // what zips an .xlsx file; only our own scripts could make one, and it is under this policy, too
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Stands in the built page where each answer has a number of its own. */
const nonceMark = "__NONCE__";
const consoleFile = "console.html";

export const safeHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

const pageHeaders = { ...safeHeaders, "Content-Security-Policy": contentSecurityPolicy };

export type Answer = (request: Request) => Promise<Response>;

interface Options {
  /** where the built renderer lies */
  readonly folder: string;
  /** its files, as the build listed them: "assets/dist/main-x.js" */
  readonly files: readonly string[];
  /** answers for the server */
  readonly forward: Answer;
  readonly random: (size: number) => Uint8Array;
  readonly log: Log;
}

/** The list that the build wrote beside the renderer's files. */
export const parseFileList = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/**
 * Answers for `app://console`: pages and files from the build, calls from the server. An address is only ever looked up
 * in the build's list, never made into a path, so there is nothing that dots and escapes could climb over.
 */
export function createAppProtocol({ folder, files, forward, random, log }: Options): Answer {
  const known = new Map(files.map((file) => [`/${file}`, file]));
  const indexPage = known.get("/index.html");
  if (indexPage !== undefined) known.set("/", indexPage);
  // only ever with a number of its own
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
    const place = placeOf(request);
    if (typeof place === "object") return refuse(place.status, place.reason);
    if (place === "call") return forward(request);
    if (place === "console") return hasConsole ? showConsole() : refuse(404, "unknown");
    const file = known.get(new URL(request.url).pathname);
    const type = file && fileTypes[extname(file)];
    if (!file || !type) return refuse(404, "unknown");
    const body = request.method === "HEAD" ? null : new Uint8Array(await readFile(join(folder, file)));
    return new Response(body, { headers: { ...pageHeaders, "Content-Type": type } });
  };
}
