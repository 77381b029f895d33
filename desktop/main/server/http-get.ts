import type { ClientRequest, Net, Session } from "electron";

/** The response. `failed` contains Chromium's error, "net::ERR_…". */
export type HttpGetResult =
  | { readonly kind: "answer"; readonly status: number; readonly type: string; readonly body: string }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "failed"; readonly reason: string };

export type HttpGet = (url: string, signal: AbortSignal) => Promise<HttpGetResult>;

interface Options {
  readonly net: Pick<Net, "request">;
  readonly session: Session;
  readonly timeoutMs: number;
  /** The body is truncated beyond this size. */
  readonly maxBytes: number;
}

/**
 * Fetches a small text through Chromium's network with the system's proxies and certificates, but without cookies,
 * cache or stored passwords. Reports redirects instead of following them; `net.fetch` cannot distinguish them from
 * network errors.
 */
export function createHttpGet({ net, session, timeoutMs, maxBytes }: Options): HttpGet {
  return (url, signal) =>
    new Promise((resolve) => {
      const request = net.request({
        url,
        session,
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        priority: "medium",
      });
      const end = (result: HttpGetResult) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        resolve(result);
        request.abort();
      };
      const giveUp = () => end({ kind: "failed", reason: "aborted" });
      const timer = setTimeout(() => end({ kind: "timeout" }), timeoutMs);
      signal.addEventListener("abort", giveUp);
      request.setHeader("Accept", "application/json");
      listen(request, maxBytes, end);
      request.end();
      if (signal.aborted) giveUp();
    });
}

function listen(request: ClientRequest, maxBytes: number, end: (result: HttpGetResult) => void): void {
  request.on("redirect", (_status, _method, to) => end({ kind: "redirect", to }));
  request.on("login", (_authInfo, callback) => callback());
  // aborting may emit further events; only the first result counts
  request.on("error", (error) => end({ kind: "failed", reason: error.message }));
  request.on("response", (response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      const type = [response.headers["content-type"]].flat()[0] ?? "";
      const body = Buffer.concat(chunks).toString("utf8", 0, maxBytes);
      end({ kind: "answer", status: response.statusCode, type, body });
    };
    response.on("data", (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) finish();
    });
    response.on("end", finish);
    response.on("aborted", () => end({ kind: "failed", reason: "aborted" }));
    response.on("error", () => end({ kind: "failed", reason: "broken" }));
  });
}

/** The JSON value of a text; undefined for other texts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
