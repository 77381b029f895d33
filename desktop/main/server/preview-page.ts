/**
 * The preview of terms and policies: the chosen server's own page, as its visitors have it, in a frame where it can reach
 * nothing (docs/decisions/public-site/text-editor.md). It is all of a server's that ever runs in the app.
 */
import type { Session } from "electron";
import { previewOrigin, previewPage } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { type Answer, safeHeaders } from "../pages/app-protocol.ts";
import { appOrigin } from "../pages/app-routes.ts";
import type { Reply, ServerRequest } from "./server-request.ts";

export const previewScheme = "app-preview";

/**
 * A scheme of its own, and so a process of its own. The page has no origin and may fetch its own files all the same, which
 * takes `corsEnabled`; nothing else is ever answered here.
 */
export const previewPrivileges = {
  scheme: previewScheme,
  privileges: { standard: true, secure: true, corsEnabled: true },
} as const;

/** Our words for the server's: no origin, no calls, no forms, and nobody but the console around it. */
export const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // sanitised terms and policies may colour and align their text
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${appOrigin}`,
  // the page can be printed, which counts as a dialog
  "sandbox allow-scripts allow-modals",
].join("; ");

interface Kind {
  /** as we call it to the frame, whatever the server calls it */
  readonly type: string;
  /** what the server may call it */
  readonly from: RegExp;
}

const page: Kind = { type: "text/html; charset=utf-8", from: /^text\/html\b/i };
const files: Readonly<Record<string, Kind>> = {
  js: { type: "text/javascript; charset=utf-8", from: /^(?:text|application)\/javascript\b/i },
  css: { type: "text/css; charset=utf-8", from: /^text\/css\b/i },
  woff2: { type: "font/woff2", from: /^font\/woff2\b/i },
};

/** What the site's build names its files: no escapes, no dots but between words, no folder besides. */
const asset = /^\/assets\/visitor\/assets\/[\w-]+(?:\.[\w-]+)*\.(js|css|woff2)$/;

interface Options {
  /** the chosen server's origin */
  readonly serverNow: () => string | undefined;
  /** nobody's: there are no cookies in it, and none get into it */
  readonly session: Session;
  readonly send: ServerRequest;
  readonly log: Log;
}

/** Answers for `app-preview://site`: the page and the files of the site's build; all else is refused unasked. */
export function createPreviewPage({ serverNow, session, send, log }: Options): Answer {
  const refuse = (status: 403 | 404 | 405 | 502, reason: string) => {
    log("preview-refused", { status, reason });
    return new Response(null, { status, headers: headersWith() });
  };

  return async ({ url, method, signal }) => {
    if (!url.startsWith(`${previewOrigin}/`)) return refuse(403, "host");
    const path = url.slice(previewOrigin.length);
    const kind = url === previewPage ? page : files[asset.exec(path)?.[1] ?? ""];
    if (!kind) return refuse(404, "unknown");
    if (method !== "GET") return refuse(405, "method");
    const server = serverNow();
    if (server === undefined) return refuse(502, "unreachable");
    const reply = await send({
      url: server + path,
      method: "GET",
      session,
      credentials: "omit",
      // nothing of the frame's own
      headers: [["Accept", kind.type.split(";", 1)[0] ?? ""]],
      body: null,
      cache: "default",
      signal,
      onOver() {},
    });
    const problem = problemOf(reply, kind);
    if (problem !== undefined || reply.kind !== "answer") {
      if (reply.kind === "answer") void reply.body.cancel();
      return refuse(502, problem ?? "unreachable");
    }
    return new Response(reply.body, { headers: headersWith(kind.type) });
  };
}

function problemOf(reply: Reply, { from }: Kind): string | undefined {
  if (reply.kind !== "answer") return reply.kind;
  if (reply.status !== 200) return "status";
  return from.test([reply.headers["content-type"]].flat()[0] ?? "") ? undefined : "type";
}

/** None of the server's headers pass. */
const headersWith = (type?: string): Record<string, string> => ({
  ...safeHeaders,
  "Content-Security-Policy": previewPolicy,
  // Electron does not ask for it; a browser without an origin would
  "Access-Control-Allow-Origin": "*",
  ...(type !== undefined && { "Content-Type": type }),
});
