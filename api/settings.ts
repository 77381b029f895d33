/** Configuration by environment, checked once at start. The README has the table. */
import { join } from "node:path";
import { messageOf } from "#contract/thrown.ts";
import { requireDatabaseTls } from "#db/database-tls.ts";
import { companySettings } from "./settings/company.ts";
import { readEnvironment } from "./settings/environment.ts";
import { SettingsError } from "./settings/error.ts";
import { limitsOf } from "./settings/limits.ts";
import { mailSettings } from "./settings/mail.ts";
import { smsSettings } from "./settings/messages.ts";
import { traceSettings } from "./settings/traces.ts";

const megabyte = 1024 * 1024;

/**
 * Reads and checks the environment; an empty variable counts as not set.
 * @throws SettingsError naming every variable that is wrong
 */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const env = readEnvironment(given);
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
    port: env.PORT,
    host: env.HOST ?? (demonstration ? "127.0.0.1" : "0.0.0.0"),
    /** Folder of the embedded database and its keys. */
    dataDir: env.DATA_DIR,
    /** Folder of uploads; several processes share one. With a bucket uploads only pass through it. */
    filesDir: env.FILES_DIR ?? join(env.DATA_DIR, "files"),
    /** Bucket of uploads; undefined where they stay in the folder. */
    filesUrl: env.FILES_URL,
    /** Folder of the desktop app's releases. */
    desktopUpdatesDir: env.DESKTOP_UPDATES_DIR ?? join(env.DATA_DIR, "desktop-updates"),
    /** File or bucket outside database and backup that names erased visits; undefined where there is none. */
    erasureRegister: env.ERASURE_REGISTER,
    /** Largest upload in bytes, by kind. */
    uploads: { image: env.UPLOAD_IMAGE_MB * megabyte, video: env.UPLOAD_VIDEO_MB * megabyte },
    /** Undefined for the embedded database. */
    databaseUrl: env.DATABASE_URL,
    /** Direct address for LISTEN, where a pooler is in between; undefined for the database's own address. */
    listenUrl: env.LISTEN_URL,
    databasePool: env.DATABASE_POOL,
    /** Processes that share the port. */
    processes: env.WEB_CONCURRENCY,
    /** How long `/readyz` reports a stop before the process takes no more connections. */
    stopDelayMs: (env.STOP_DELAY ?? (demonstration ? 0 : 3)) * 1000,
    /** False in a process that only serves. */
    jobs: env.JOBS === "on",
    /** Field keys from the environment; undefined where they come from the data folder. */
    fieldKeys:
      !demonstration && env.DATA_KEYS && env.HASH_KEYS
        ? { data: env.DATA_KEYS, hash: env.HASH_KEYS }
        : undefined,
    /** Invented data on the embedded database, and a banner that says so. */
    demonstration,
    /** Lower case. Where it is https, cookies are Secure and browsers are told to use nothing else. */
    publicOrigin: env.PUBLIC_ORIGIN?.toLowerCase(),
    production: env.NODE_ENV === "production",
    /** Contact for reports of vulnerabilities: `mailto:`, `https:` or `tel:`. */
    securityContact: env.SECURITY_CONTACT,
    sms: smsSettings(env),
    /** Undefined where all staff sign in with passwords. */
    company: companySettings(env),
    mail: mailSettings(env),
    trustedProxies: env.TRUSTED_PROXIES,
    limits: limitsOf(env),
    /** Who may read `/metrics`: with the token, from these addresses; without both it is off. */
    metrics: { token: env.METRICS_TOKEN, addresses: env.METRICS_ALLOW },
    /** Undefined where nothing is traced. */
    traces: traceSettings(env),
    /** Addresses that may use the console; none for every address. */
    consoleAddresses: env.CONSOLE_ALLOW,
    logLevel: env.LOG_LEVEL,
  };
}

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * Without it a production server believes whatever host and protocol a request names, and its cookies are not Secure.
 * @throws SettingsError
 */
export function requirePublicOrigin({ production, publicOrigin }: Settings): void {
  if (!production || publicOrigin !== undefined) return;
  throw new SettingsError(
    "NODE_ENV=production needs PUBLIC_ORIGIN, the address that visitors use, such as https://visit.example.com.",
  );
}
