/**
 * Forwards the console's calls to the selected server. Cookies stay in the main process; the page's own are ignored.
 * The page gets the server's response or an error that explains its absence.
 */
import type { Session } from "electron";
import type { Language, ServerProblem } from "../../ipc.ts";
import { uploadId } from "../ipc-arguments.ts";
import { languageFor, texts } from "../language.ts";
import type { Log } from "../logging/log.ts";
import { contentSecurityPolicy, type RequestHandler, safeHeaders } from "../pages/app-protocol.ts";
import { createCallFailures } from "./call-failures.ts";
import { headersForPage, headersForServer, uploadHeader } from "./proxy-headers.ts";
import { failureOf, hostOf, isPage } from "./server-problem.ts";
import type { Reply, ServerRequest } from "./server-request.ts";

interface Options {
  /** origin of the selected server */
  readonly currentServer: () => string | undefined;
  readonly sessionOf: (server: string) => Session;
  readonly send: ServerRequest;
  /** reports upload progress in bytes; the page chose the id */
  readonly onUploadProgress: (id: string, bytes: number) => void;
  readonly log: Log;
}

export interface ServerProxy {
  readonly forward: RequestHandler;
  /**
   * Cancels an upload. Aborting the request in the page has no effect here.
   * @param id chosen by the page
   */
  readonly cancelUpload: (id: string) => void;
  /** Ends event streams, which reconnect where their page is still open. */
  readonly endEvents: () => void;
  /** Ends event streams and uploads, whose page is gone. */
  readonly endStreams: () => void;
  /** Ends all requests: another server was selected, or this one is removed. */
  readonly endAll: () => void;
}

type Answered = Extract<Reply, { kind: "answer" }>;

const maxCancelled = 20;
/** Content types of code, which no call returns. */
const runnable = /\b(?:java|ecma)script\b|\bcss\b|\bwasm\b/i;
const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304;
const first = (value: string | string[] | undefined): string => [value].flat()[0] ?? "";

export function createServerProxy({
  currentServer,
  sessionOf,
  send,
  onUploadProgress,
  log,
}: Options): ServerProxy {
  const open = new Set<AbortController>();
  const streams = new Set<AbortController>();
  const uploads = new Map<string, AbortController>();
  /** Uploads cancelled before their request arrived. */
  const cancelled = new Set<string>();
  const failures = createCallFailures(log, () => performance.now());
  const end = (requests: Set<AbortController>) => {
    for (const request of [...requests]) request.abort();
  };

  async function forward(request: Request): Promise<Response> {
    const server = currentServer();
    const { pathname, search } = new URL(request.url);
    if (server === undefined) return refuse(request, { code: "unreachable" });
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    request.signal.addEventListener("abort", stop);
    open.add(stopping);
    const name = request.headers.get(uploadHeader) ?? "";
    const isUpload = uploadId.test(name);
    if (isUpload) uploads.set(name, stopping);
    if (cancelled.delete(name)) stop();
    const reply = await send({
      url: `${server}${pathname}${search}`,
      method: request.method,
      session: sessionOf(server),
      credentials: "include",
      headers: headersForServer(request.headers, server),
      body: request.body,
      // media are immutable; everything else is personal data and stays off the disk
      cache: pathname.startsWith("/files/") ? "default" : "no-store",
      signal: stopping.signal,
      ...(isUpload && { onSent: (bytes: number) => onUploadProgress(name, bytes) }),
      onEnd: () => {
        request.signal.removeEventListener("abort", stop);
        open.delete(stopping);
        streams.delete(stopping);
        uploads.delete(name);
      },
    });
    const problem = problemOf(reply);
    // requests aborted here do not count as server failures
    if (problem && !stopping.signal.aborted) failures.failed(problem.code);
    if (problem || reply.kind !== "answer") {
      stop();
      return refuse(request, problem ?? { code: "unreachable" });
    }
    failures.answered();
    if (first(reply.headers["content-type"]).startsWith("text/event-stream") && open.has(stopping))
      streams.add(stopping);
    return pass(reply, request.method);
  }

  function cancelUpload(id: string): void {
    const sending = uploads.get(id);
    sending?.abort();
    if (sending) return;
    // several times the number of parallel uploads
    if (cancelled.size >= maxCancelled) cancelled.clear();
    cancelled.add(id);
  }

  return {
    forward,
    cancelUpload,
    endEvents: () => end(streams),
    endStreams: () => end(new Set([...streams, ...uploads.values()])),
    endAll: () => end(open),
  };
}

function pass({ status, headers, body }: Answered, method: string): Response {
  const isEmpty = hasNoBody(status) || method === "HEAD";
  if (isEmpty) void body.cancel();
  return new Response(isEmpty ? null : body, { status, headers: headersForPage(headers) });
}

/** Why a response is not passed on; undefined for any response of our server, whatever its status. */
function problemOf(reply: Reply): ServerProblem | undefined {
  if (reply.kind === "timeout") return { code: "timeout" };
  if (reply.kind === "redirect") return { code: "redirect", to: hostOf(reply.to) };
  if (reply.kind === "failed") return { code: failureOf(reply.reason) };
  const type = first(reply.headers["content-type"]);
  // a reverse proxy answers with a page while the server is down
  if (isPage(type))
    return reply.status >= 500 ? { code: "status", status: reply.status } : { code: "webPage" };
  if (runnable.test(type)) return { code: "otherProduct" };
  return undefined;
}

const gateway = { timeout: 504, status: 503 } as const;

/**
 * An unreachable server becomes a network error, as in a browser. Other problems become a response in the server's
 * format (docs/behaviour.md, "Errors"): `{id, message}` with the id "desktop.<code>".
 */
function refuse(request: Request, problem: ServerProblem): Response {
  if (problem.code === "unreachable") return Response.error();
  const language: Language = languageFor(null, [request.headers.get("Accept-Language") ?? ""]);
  const { code, ...values } = problem;
  const message = texts[language].problem[code].replace(/\{(\w+)\}/g, (place, name: string) =>
    String(values[name as keyof typeof values] ?? place),
  );
  const status = code === "timeout" || code === "status" ? gateway[code] : 502;
  return Response.json(
    { id: `desktop.${code}`, message },
    { status, headers: { ...safeHeaders, "Content-Security-Policy": contentSecurityPolicy } },
  );
}
