/** Starts the HTTP server, and stops it gracefully. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "#contract/dates.ts";
import { requireRestored } from "#db/backup/restored.ts";
import { connectPools, databaseState } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { watchedKeys } from "#db/field-keys.ts";
import { claimFiles } from "#db/files/owner.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { isSuperuser } from "#db/transfer-audit-ownership.ts";
import { createApp } from "./app.ts";
import type { Deps } from "./deps.ts";
import { createProvider } from "./features/company-sign-in/provider.ts";
import { hasAdmin } from "./features/host-users/admin-commands.ts";
import { startDelivery } from "./features/messages/delivery.ts";
import { registerIn, registerWarning } from "./features/privacy/register-storage.ts";
import { startWebhooks } from "./features/webhooks/delivery.ts";
import { openFileStorage } from "./files/storage.ts";
import { createFileStore } from "./files/store.ts";
import { limitConnections, limitRequestTime } from "./http/bodies/request-timeouts.ts";
import { createLimits } from "./limits.ts";
import { createLive } from "./live/live.ts";
import { createLog, type Logger } from "./log.ts";
import { createMailDriver } from "./mail/drivers.ts";
import type { Life } from "./monitoring/health.ts";
import { watchStandby } from "./monitoring/standby.ts";
import { requirePublicOrigin, type Settings } from "./settings.ts";
import { createSmsDriver } from "./sms/drivers.ts";
import type { Traces } from "./traces/traces.ts";
import { createWebhookSender } from "./webhooks/sender.ts";

export interface ServeOptions {
  readonly settings: Settings;
  readonly databaseUrl: string;
  /** Folder of the field keys, where the environment does not contain them. */
  readonly keysDir?: string | undefined;
  /** Built public site. */
  readonly siteDir?: string | undefined;
  /** Built console. */
  readonly consoleDir?: string | undefined;
}

export interface Running {
  /** URL for a browser on this machine. */
  readonly url: string;
  /** Waits for the stop delay, finishes requests in flight, at most 10 seconds, and closes. */
  close(): Promise<void>;
}

/** Creates the cipher, and logs numbers that could not be decrypted, by key. */
export const createCipher = (keys: ConstructorParameters<typeof FieldCipher>[0], log: Logger): FieldCipher =>
  new FieldCipher(keys, (rowsByKey) => log.warn({ rowsByKey }, "numbers could not be read"));

/**
 * Creates the dependencies of one process.
 * @param log by default standard output at the configured level
 */
export function createDeps(
  { settings, databaseUrl, keysDir }: ServeOptions,
  log = createLog(settings.logLevel),
  traces?: Traces,
): Deps {
  const keys = settings.fieldKeys ?? (keysDir === undefined ? undefined : watchedKeys(keysDir));
  if (!keys) throw new Error("no field keys: neither the environment nor a folder holds them");
  const pools = connectPools(databaseUrl, {
    poolSize: settings.databasePool,
    onStatement: traces?.statement,
  });
  const { db, publicDb } = pools;
  const clock = systemClock;
  return {
    ...pools,
    cipher: createCipher(keys, log),
    clock,
    random: randomBytes,
    limits: createLimits(db, settings.limits, publicDb),
    files: createFileStore(openFileStorage(settings, traces?.follow("bucket"))),
    live: createLive({ db, clock, log, url: settings.listenUrl ?? databaseUrl }),
    log,
    settings,
    sms: createSmsDriver(settings.sms, traces?.follow(settings.sms.driver)),
    company: settings.company && createProvider(settings.company),
    mail: createMailDriver(settings.mail),
    webhooks: createWebhookSender(),
    traceJob: traces?.job,
    traceRegister: traces?.follow("bucket"),
  };
}

export const closePools = ({ db, publicDb, slowDb }: Pick<Deps, "db" | "publicDb" | "slowDb">) =>
  Promise.all([db.destroy(), publicDb.destroy(), slowDb.destroy()]);

const graceMs = 10_000;

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

/** Only warns of the register, the database role and a missing administrator, so that an existing site keeps running. */
async function warnOfSetUp({ db, settings, log }: Pick<Deps, "db" | "settings" | "log">): Promise<void> {
  const place = await registerIn(settings);
  if (place !== undefined) log.warn(registerWarning(settings.erasureRegister ?? "", place));
  // The demonstration's embedded database has no other role.
  if (settings.demonstration) return;
  if (await isSuperuser(db))
    log.warn(
      'the server connects to PostgreSQL as a superuser: give it a role of its own (docs/operations.md, "The database\'s roles")',
    );
  if (!(await hasAdmin(db)))
    log.warn(
      'there is no administrator yet: visitor admin create --login admin --name "…" --company "…" (docs/deploy-server.md)',
    );
}

/**
 * @throws SettingsError in production without PUBLIC_ORIGIN; Error EADDRINUSE and the like, where the port is not
 *   available; Error with a sentence where a restore is incomplete, or keys or files belong to another database
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const { settings, siteDir, consoleDir } = options;
  requirePublicOrigin(settings);
  const log = createLog(settings.logLevel);
  const traces = settings.traces && (await import("./traces/traces.ts")).createTraces(settings.traces, log);
  const deps = createDeps(options, log, traces);
  const life: Life = { stopping: false };
  const { token, addresses } = settings.metrics;
  const metrics =
    token !== undefined || addresses.length > 0
      ? (await import("./monitoring/metrics.ts")).createMetrics(deps)
      : undefined;
  const handle = createApp(deps, { siteDir, consoleDir, life, metrics, traces }).callback();
  const server = limitConnections(
    createServer((request, response) => {
      limitRequestTime(request);
      if (life.stopping) response.setHeader("Connection", "close");
      handle(request, response);
    }),
  );
  const standby = watchStandby(settings.listenUrl ?? options.databaseUrl, {
    state: databaseState(deps.db),
    log,
  });
  try {
    await requireRestored(deps.db);
    await confirmKeys(deps.db, deps.cipher);
    await claimFiles(deps.db, deps.files.storage);
    await warnOfSetUp(deps);
    await once(server.listen(settings.port, settings.host), "listening");
    const { port } = server.address() as AddressInfo;
    // Loaded on demand, after the server answers: the library is a tenth of the memory.
    const jobs = settings.jobs
      ? (await import("./jobs/jobs.ts")).startJobs(deps, options.databaseUrl)
      : undefined;
    const delivery = settings.jobs ? startDelivery(deps) : undefined;
    const webhooks = settings.jobs ? startWebhooks(deps) : undefined;
    const shown = ["0.0.0.0", "::"].includes(settings.host) ? "localhost" : settings.host;
    return {
      url: `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`,
      async close() {
        life.stopping = true;
        const workers = Promise.all([jobs?.stop(), delivery?.stop(), webhooks?.stop()]);
        // Until then a load balancer may still send requests.
        await delay(settings.stopDelayMs);
        await deps.live.close();
        await Promise.all([stop(server), workers]);
        await standby.stop();
        await closePools(deps);
        await traces?.close();
      },
    };
  } catch (error) {
    await deps.live.close();
    await standby.stop();
    await closePools(deps);
    await traces?.close();
    throw error;
  }
}
