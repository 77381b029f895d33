/**
 * Preview of terms and policies: the selected server's own page in an isolated frame
 * (docs/decisions/public-site/text-editor.md). No other server code runs in the app.
 */
import type { Session } from "electron";
import { previewOrigin, previewPage } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { type RequestHandler, safeHeaders } from "../pages/app-protocol.ts";
import { appOrigin } from "../pages/app-routes.ts";
import type { Reply, ServerRequest } from "./server-request.ts";

export const previewScheme = "app-preview";

/**
 * A separate scheme and thereby a separate process. `corsEnabled` lets the page, which has an opaque origin, fetch its
 * own files; nothing else is served here.
 */
export const previewPrivileges = {
  scheme: previewScheme,
  privileges: { standard: true, secure: true, corsEnabled: true },
} as const;

/** Replaces the server's policy: opaque origin, no calls, no forms, framed by the console only. */
export const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // sanitised terms and policies may set colour and alignment
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${appOrigin}`,
  // printing counts as a modal dialog
  "sandbox allow-scripts allow-modals",
].join("; ");

interface Kind {
  /** content type sent to the frame */
  readonly type: string;
  /** content types accepted from the server */
  readonly from: RegExp;
}

const page: Kind = { type: "text/html; charset=utf-8", from: /^text\/html\b/i };
const files: Readonly<Record<string, Kind>> = {
  js: { type: "text/javascript; charset=utf-8", from: /^(?:text|application)\/javascript\b/i },
  css: { type: "text/css; charset=utf-8", from: /^text\/css\b/i },
  woff2: { type: "font/woff2", from: /^font\/woff2\b/i },
};

/** File names of the site's build: no escapes, no dot segments, no other folder. */
const asset = /^\/assets\/visitor\/assets\/[\w-]+(?:\.[\w-]+)*\.(js|css|woff2)$/;

interface Options {
  /** origin of the selected server */
  readonly currentServer: () => string | undefined;
  /** without cookies */
  readonly session: Session;
  readonly send: ServerRequest;
  readonly log: Log;
}

/**
 * Handles `app-preview://site`: the page and the files of the site's build; refuses all other requests without asking
 * the server.
 */
export function createPreviewPage({ currentServer, session, send, log }: Options): RequestHandler {
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
    const server = currentServer();
    if (server === undefined) return refuse(502, "unreachable");
    const reply = await send({
      url: server + path,
      method: "GET",
      session,
      credentials: "omit",
      // none of the frame's headers
      headers: [["Accept", kind.type.split(";", 1)[0] ?? ""]],
      body: null,
      cache: "default",
      signal,
      onEnd() {},
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

/** Drops all headers of the server. */
const headersWith = (type?: string): Record<string, string> => ({
  ...safeHeaders,
  "Content-Security-Policy": previewPolicy,
  // Electron does not require it; a browser would for an opaque origin
  "Access-Control-Allow-Origin": "*",
  ...(type !== undefined && { "Content-Type": type }),
});
