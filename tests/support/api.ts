/** A server for a test file, with its own database, and a clock that tests move. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { expect, onTestFinished } from "vitest";
import { createApp } from "#api/app.ts";
import type { Deps } from "#api/deps.ts";
import { createProvider } from "#api/features/company-sign-in/provider.ts";
import { openFileStorage } from "#api/files/storage.ts";
import { createFileStore } from "#api/files/store.ts";
import { createLimits } from "#api/limits.ts";
import { createLive, type Intervals } from "#api/live/live.ts";
import { createLog } from "#api/log.ts";
import type { MailDriver } from "#api/mail/driver.ts";
import { createMailDriver } from "#api/mail/drivers.ts";
import { closePools, createCipher } from "#api/server.ts";
import { readSettings, type Settings } from "#api/settings.ts";
import type { SmsDriver } from "#api/sms/driver.ts";
import { createSmsDriver } from "#api/sms/drivers.ts";
import type { Traces } from "#api/traces/traces.ts";
import { createWebhookSender, type WebhookSender } from "#api/webhooks/sender.ts";
import { connectPools } from "#db/connection.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { testDatabase } from "./database/database.ts";

export interface CallOptions {
  readonly lang?: string;
  readonly headers?: Record<string, string>;
  /** sent as JSON, except strings and bytes */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

export interface TestServer {
  readonly url: string;
  readonly databaseUrl: string;
  readonly db: Knex;
  readonly cipher: FieldCipher;
  /** dependencies of the app, to call parts of it directly */
  readonly deps: Deps;
  readonly log: string[];
  /** The server's time; assignments move it, unless the clock is a function. */
  now: Date;
  random: Deps["random"];
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, options?: CallOptions): Promise<Answer>;
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

const testKey = (id: string) => ({ id, secret: randomBytes(32) });

export interface TestServerOptions {
  /** default: Tuesday, 10 March 2026, 10:00 in Seoul; a function is a running clock */
  readonly now?: Date | (() => Date);
  readonly limits?: Partial<Settings["limits"]>;
  readonly env?: Record<string, string>;
  /** intervals of the work on live streams; default: those of production */
  readonly liveIntervals?: Intervals;
  readonly siteDir?: string;
  readonly consoleDir?: string;
  /** default: as configured by `env` */
  readonly sms?: SmsDriver;
  readonly mail?: MailDriver;
  /** default: that of production */
  readonly webhooks?: WebhookSender;
  /** default: new keys */
  readonly cipher?: FieldCipher;
  /** preferred port; by default, and where it is taken, a free one */
  readonly port?: number;
  /** shares the database, files and keys of this server */
  readonly sameDatabaseAs?: TestServer;
  /** database that the test creates and drops itself */
  readonly databaseUrl?: string;
  /** default: none */
  readonly traces?: Traces;
}

const highLimits = {
  submit: 1e6,
  unchallenged: 1e6,
  solution: 1,
  lookup: 1e6,
  lookupNumber: 1e6,
  lookupMiss: 1e6,
  lookupMissAddress: 1e6,
  hostSearch: 1e6,
  hostSearchVisitor: 1e6,
  cspReport: 1e6,
  signIn: 1e6,
  signInStep: 1e6,
  signInLogin: 1e6,
  numberMiss: 1e6,
  reveal: 1e6,
  sameNumberMiss: 1e6,
  testMessages: 1e6,
  apiKey: 1e6,
  apiKeyFailed: 1e6,
  refusal: 1e6,
  refusals: 1e6,
  callerRefusal: 1e6,
  staffWrite: 1e6,
};

export function callsTo(url: string): Pick<TestServer, "send" | "get" | "post"> {
  const send = async (method: string, path: string, { lang, headers, body }: CallOptions = {}) => {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(lang !== undefined && { "Accept-Language": lang }),
        ...(method !== "GET" && { Origin: url }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : text,
    };
  };

  return {
    send,
    get: (path: string, options?: CallOptions) => send("GET", path, options),
    post: (path: string, options?: CallOptions) => send("POST", path, options),
  };
}

/** Awaits an answer, and expects its status. */
export async function answered<A extends { readonly status: number; readonly text?: unknown }>(
  call: Promise<A>,
  status = 200,
): Promise<A> {
  const answer = await call;
  expect(answer.status, String(answer.text)).toBe(status);
  return answer;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const given = options.databaseUrl ?? options.sameDatabaseAs?.databaseUrl;
  const own = given === undefined ? await testDatabase() : undefined;
  const databaseUrl = given ?? own?.url ?? "";
  const pools = connectPools(databaseUrl, {
    poolSize: 12,
    onStatement: options.traces?.statement,
  });
  const { db, publicDb } = pools;
  const base = readSettings({ ...options.env });
  const filesDir =
    options.sameDatabaseAs?.deps.settings.filesDir ?? mkdtempSync(join(tmpdir(), "visitor-files-"));
  const settings = { ...base, filesDir, limits: { ...highLimits, ...options.limits } };
  const log: string[] = [];
  const { now = new Date("2026-03-10T01:00:00Z") } = options;
  const running = typeof now === "function" ? now : undefined;
  const server = { now: typeof now === "function" ? now() : now, random: randomBytes as Deps["random"] };
  const clock = () => running?.() ?? server.now;
  const logger = createLog("info", { write: (line) => log.push(line) });
  const cipher =
    options.cipher ??
    options.sameDatabaseAs?.cipher ??
    createCipher({ data: [testKey("d1")], hash: [testKey("h1")] }, logger);
  const deps: Deps = {
    ...pools,
    cipher,
    clock,
    random: (size) => server.random(size),
    limits: createLimits(db, settings.limits, publicDb),
    files: createFileStore(openFileStorage(settings, options.traces?.follow("bucket"))),
    live: createLive({
      db,
      clock,
      log: logger,
      url: settings.listenUrl ?? databaseUrl,
      ...(options.liveIntervals && { intervals: options.liveIntervals }),
    }),
    log: logger,
    settings,
    sms: options.sms ?? createSmsDriver(settings.sms, options.traces?.follow(settings.sms.driver)),
    company: settings.company && createProvider(settings.company),
    mail: options.mail ?? createMailDriver(settings.mail),
    webhooks: options.webhooks ?? createWebhookSender(),
    traceJob: options.traces?.job,
    traceRegister: options.traces?.follow("bucket"),
  };
  const http = createServer(
    createApp(deps, {
      siteDir: options.siteDir,
      consoleDir: options.consoleDir,
      traces: options.traces,
    }).callback(),
  );
  const listen = (port: number) => once(http.listen(port, "127.0.0.1"), "listening");
  await listen(options.port ?? 0).catch(() => listen(0));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  return Object.assign(server, {
    url,
    db,
    cipher,
    log,
    databaseUrl,
    deps,
    ...callsTo(url),
    async close() {
      await deps.live.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await closePools(pools);
      await own?.drop();
      if (!options.sameDatabaseAs) rmSync(filesDir, { recursive: true, force: true });
    },
  });
}

export async function startOwnServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}
