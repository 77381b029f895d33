import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import * as z from "zod/mini";
import type { Log } from "./log.ts";

export const scheme = "app";
export const appOrigin = "app://console";
export const startPage = `${appOrigin}/`;

/** To be registered once, before the app is ready: Electron honours only the first call. */
export const schemePrivileges = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
} as const;

const types: Readonly<Record<string, string>> = {
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

const safeHeaders = {
  "Content-Security-Policy": contentSecurityPolicy,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

export type Answer = (request: Request) => Promise<Response>;

interface Options {
  /** where the built renderer lies */
  readonly folder: string;
  /** its files, as the build listed them: "assets/dist/main-x.js" */
  readonly files: readonly string[];
  readonly log: Log;
}

/** The list that the build wrote beside the renderer's files. */
export const parseFileList = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/**
 * Answers for `app://console` from the files of the build. An address is only ever looked up in their list, never made
 * into a path, so there is nothing that dots and escapes could climb over.
 */
export function createAppProtocol({ folder, files, log }: Options): Answer {
  const known = new Map(files.map((file) => [`/${file}`, file]));
  const indexPage = known.get("/index.html");
  if (indexPage !== undefined) known.set("/", indexPage);

  return async (request) => {
    const refuse = (status: number, reason: string) => {
      log("app-request-refused", { status, reason });
      return new Response(null, { status, headers: safeHeaders });
    };
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "method");
    const url = URL.parse(request.url);
    if (url?.protocol !== `${scheme}:` || url.host !== "console") return refuse(403, "host");
    if (/[%\\]|\/\/|\/\.{1,2}(\/|$)/.test(url.pathname)) return refuse(400, "path");
    const file = known.get(url.pathname);
    const type = file && types[extname(file)];
    if (!file || !type) return refuse(404, "unknown");
    const body = request.method === "HEAD" ? null : new Uint8Array(await readFile(join(folder, file)));
    return new Response(body, { headers: { ...safeHeaders, "Content-Type": type } });
  };
}
