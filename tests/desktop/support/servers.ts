import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface TestServer {
  origin: string;
  /** the requests: "GET /healthz" */
  seen: string[];
  /** the headers of the last one */
  headers: () => NodeJS.Dict<string | string[]>;
  close: () => Promise<void>;
}

export async function listen(answer: RequestListener): Promise<TestServer> {
  const seen: string[] = [];
  let headers: NodeJS.Dict<string | string[]> = {};
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    headers = request.headers;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, seen, headers: () => headers, close };
}

/** The same, closed after the test. */
export async function serve(answer: RequestListener): Promise<TestServer> {
  const server = await listen(answer);
  onTestFinished(server.close);
  return server;
}

/** Answers with a status, a type and a text. */
export const saying =
  (status: number, type: string, text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "Content-Type": type }).end(text);

const json = "application/json; charset=utf-8";
const well = saying(200, json, '{"status":"ok","product":"visitor"}');
const missing = saying(404, json, '{"id":"notFound","message":"Not found."}');

/** Answers /healthz as our server, and 404 to the rest. */
export const healthy: RequestListener = (request, response) =>
  (request.url === "/healthz" ? well : missing)(request, response);
