/**
 * The ceiling (docs/performance.md): bare node:http and pg, by hand, with the same answers and the same rows left behind
 * as the product. It keeps nothing between two calls, so that every answer is as fresh as the database. Says where it
 * listens; ends with its parent.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answered, guards, log, origin, refusalOf } from "./answering.ts";
import { bareCalls } from "./calls.ts";
import { Database } from "./database.ts";
import { Numbers } from "./numbers.ts";
import { type Call, HttpError, languageOf } from "./request.ts";

const database = await Database.connect(process.env.DATABASE_URL ?? "", { name: "bare", pipeline: true });
const numbers = new Numbers();

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function answer(request: IncomingMessage): Promise<Answered & { route: string }> {
  const { method = "GET", headers } = request;
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  const route = `${method} ${path.replace(/\/$/, "").replace(/\/\d+(?=\/|$)/, "/:id")}`;
  try {
    const handler = bareCalls[route];
    if (!handler) throw new HttpError(404);
    if (method !== "GET" && headers.origin !== origin) throw new HttpError(403);
    const header = (name: string) => headers[name] as string | undefined;
    const call: Call = {
      path,
      query: new URLSearchParams(query),
      header,
      body: method === "GET" ? {} : await bodyOf(request),
      address: header("x-forwarded-for") ?? "",
      lang: languageOf(headers["accept-language"]),
      now: new Date(),
      database,
      numbers,
    };
    return { status: 200, route, body: JSON.stringify(await handler(call)) };
  } catch (error) {
    return { ...refusalOf(error), route };
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
