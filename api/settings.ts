/** Settings from the environment, checked at start. docs/configuration.md has the table. */
import { join, resolve } from "node:path";
import { messageOf } from "#contract/thrown.ts";
import { requireDatabaseTls } from "#db/database-tls.ts";
import { isBucketAddress } from "#db/files/bucket-address.ts";
import { companySettings } from "./settings/company.ts";
import { readEnvironment } from "./settings/environment.ts";
import { SettingsError } from "./settings/error.ts";
import { limitsOf } from "./settings/limits.ts";
import { mailSettings } from "./settings/mail.ts";
import { smsSettings } from "./settings/messages.ts";
import { traceSettings } from "./settings/traces.ts";

const megabyte = 1024 * 1024;

/** Relative paths are meant from the project's folder, wherever a task is called from. */
const inProject = (path: string) => resolve(import.meta.dirname, "..", path);

/**
 * Reads and validates the environment; empty variables count as unset.
 * @param allowMisspelt for tasks, which have to run on a bad day, too
 * @throws SettingsError with all invalid variables
 */
export function readSettings(variables: NodeJS.ProcessEnv, { allowMisspelt = false } = {}) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const env = readEnvironment(given, allowMisspelt);
  const demonstration = env.DATABASE_URL === undefined;
  if (demonstration && env.NODE_ENV === "production") {
    throw new SettingsError(
      "NODE_ENV=production needs DATABASE_URL: without it the server runs on made-up demonstration data.",
    );
  }
  if (!demonstration && !(env.DATA_KEYS && env.HASH_KEYS)) {
    throw new SettingsError(
      "DATABASE_URL needs DATA_KEYS and HASH_KEYS, the keys that mobile numbers are encrypted with.\n" +
        'Each is "<name>:<32 bytes in base64>"; `openssl rand -base64 32` makes one.',
    );
  }
  try {
    requireDatabaseTls(given, ["DATABASE_URL", "LISTEN_URL"]);
  } catch (error) {
    throw new SettingsError(messageOf(error));
  }
  return {
    /** On variables that may be meant for us, and have no effect. */
    warnings: env.warnings,
    port: env.PORT,
    host: env.HOST ?? (demonstration ? "127.0.0.1" : "0.0.0.0"),
    /** Folder of the embedded database and its keys. */
    dataDir: inProject(env.DATA_DIR),
    /** Folder of uploads, shared by all processes. With a bucket it only buffers uploads. */
    filesDir: inProject(env.FILES_DIR ?? join(env.DATA_DIR, "files")),
    /** Bucket of uploads; undefined where they are in the folder. */
    filesUrl: env.FILES_URL,
    /** Folder of the desktop app's releases. */
    desktopUpdatesDir: inProject(env.DESKTOP_UPDATES_DIR ?? join(env.DATA_DIR, "desktop-updates")),
    /** File or bucket for the register of erased visits, outside database and backup; undefined without one. */
    erasureRegister:
      env.ERASURE_REGISTER && !isBucketAddress(env.ERASURE_REGISTER)
        ? inProject(env.ERASURE_REGISTER)
        : env.ERASURE_REGISTER,
    /** Maximum bytes of an upload, by kind. */
    uploads: { image: env.UPLOAD_IMAGE_MB * megabyte, video: env.UPLOAD_VIDEO_MB * megabyte },
    /** Undefined for the embedded database. */
    databaseUrl: env.DATABASE_URL,
    /** Direct address for LISTEN behind a pooler; undefined for `databaseUrl`. */
    listenUrl: env.LISTEN_URL,
    databasePool: env.DATABASE_POOL,
    /** Processes that share the port. */
    processes: env.WEB_CONCURRENCY,
    /** Time during which `/readyz` reports a stop before the process closes its port. */
    stopDelayMs: (env.STOP_DELAY ?? (demonstration ? 0 : 3)) * 1000,
    /** False in a process that runs no jobs. */
    jobs: env.JOBS === "on",
    /** Field keys from the environment; undefined where they are in the data folder. */
    fieldKeys:
      !demonstration && env.DATA_KEYS && env.HASH_KEYS
        ? { data: env.DATA_KEYS, hash: env.HASH_KEYS }
        : undefined,
    /** Demonstration data in the embedded database, with a banner. */
    demonstration,
    /** Lower case. With https, cookies are Secure and browsers use https only. */
    publicOrigin: env.PUBLIC_ORIGIN?.toLowerCase(),
    production: env.NODE_ENV === "production",
    /** Contact for reports of vulnerabilities: `mailto:`, `https:` or `tel:`. */
    securityContact: env.SECURITY_CONTACT,
    sms: smsSettings(env),
    /** Undefined where all users sign in with passwords. */
    company: companySettings(env),
    mail: mailSettings(env),
    trustedProxies: env.TRUSTED_PROXIES,
    limits: limitsOf(env),
    /** Access to `/metrics`: token and addresses; without both it is switched off. */
    metrics: { token: env.METRICS_TOKEN, addresses: env.METRICS_ALLOW },
    /** Undefined where tracing is switched off. */
    traces: traceSettings(env),
    /** Addresses that may use the console; empty for all. */
    consoleAddresses: env.CONSOLE_ALLOW,
    logLevel: env.LOG_LEVEL,
  };
}

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * Without it a production server would trust any host and protocol that a request names, and its cookies would not be
 * Secure.
 * @throws SettingsError
 */
export function requirePublicOrigin({ production, publicOrigin }: Settings): void {
  if (!production || publicOrigin?.startsWith("https://")) return;
  const given = publicOrigin === undefined ? "" : ` with https, not ${publicOrigin}`;
  throw new SettingsError(
    `NODE_ENV=production needs PUBLIC_ORIGIN${given}, the address that visitors use, such as https://visit.example.com.`,
  );
}
