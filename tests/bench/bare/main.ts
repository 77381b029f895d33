/**
 * The ceiling (docs/performance.md): bare node:http and pg, by hand, with the same answers and the same rows left behind
 * as the product. It keeps nothing between two calls, so that every answer is as fresh as the database. Says where it
 * listens; ends with its parent.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { Database } from "./database.ts";
import { decidingCalls } from "./deciding.ts";
import { Numbers } from "./numbers.ts";
import { readingCalls } from "./reading.ts";
import { type Call, type Handler, Refusal } from "./request.ts";
import { siteCalls } from "./site.ts";
import { submissionCalls } from "./submission.ts";

const calls: Readonly<Record<string, Handler>> = {
  ...siteCalls,
  ...submissionCalls,
  ...readingCalls,
  ...decidingCalls,
};
const origin = process.env.PUBLIC_ORIGIN;
const database = await Database.connect(process.env.DATABASE_URL ?? "");
const numbers = new Numbers();
const log = pino({ level: "info", base: null }, pino.destination({ dest: "/dev/null", sync: true }));

/** As the product's: what browsers are told not to do. */
const guards = {
  "Content-Security-Policy":
    "default-src 'self';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "Cache-Control": "no-store",
};

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function answer(request: IncomingMessage): Promise<{ status: number; route: string; body: string }> {
  const { method = "GET", headers } = request;
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  const route = `${method} ${path.replace(/\/$/, "").replace(/\/\d+(?=\/|$)/, "/:id")}`;
  try {
    const handler = calls[route];
    if (!handler) throw new Refusal(404);
    if (method !== "GET" && headers.origin !== origin) throw new Refusal(403);
    const header = (name: string) => headers[name] as string | undefined;
    const call: Call = {
      path,
      query: new URLSearchParams(query),
      header,
      body: method === "GET" ? {} : await bodyOf(request),
      address: header("x-forwarded-for") ?? "",
      lang: /^en\b/i.test(headers["accept-language"] ?? "") ? "en" : "ko",
      now: new Date(),
      database,
      numbers,
    };
    return { status: 200, route, body: JSON.stringify(await handler(call)) };
  } catch (error) {
    const { message } = error as Error;
    return {
      status: error instanceof Refusal ? error.status : 500,
      route,
      body: JSON.stringify({ message }),
    };
  }
}

const server = createServer((request, response) => {
  const began = performance.now();
  const requestId = randomUUID();
  answer(request).then(({ status, route, body }) => {
    response.writeHead(status, {
      ...guards,
      "X-Request-Id": requestId,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
    log.info({ requestId, route, status, ms: Math.round(performance.now() - began) }, "request");
  });
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.once("disconnect", () => process.exit(0));
