/** Configuration by environment, checked once at start. The README has the table. */
import { join } from "node:path";
import { messageOf } from "#contract/thrown.ts";
import { requireDatabaseTls } from "#db/database-tls.ts";
import type { parseKeys } from "#db/field-keys.ts";
import type { BucketAddress } from "#db/files/bucket-address.ts";
import { type CompanySettings, companySettings } from "./settings/company.ts";
import { readEnvironment } from "./settings/environment.ts";
import { SettingsError } from "./settings/error.ts";
import { type Limits, limitsOf } from "./settings/limits.ts";
import { type MailSettings, mailSettings } from "./settings/mail.ts";
import { type SmsSettings, smsSettings } from "./settings/messages.ts";
import { type TraceSettings, traceSettings } from "./settings/traces.ts";

const megabyte = 1024 * 1024;

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database and its keys. */
  readonly dataDir: string;
  /** Folder of what people uploaded; several processes share one. With a bucket uploads only pass through it. */
  readonly filesDir: string;
  /** Bucket of what people uploaded; undefined where they stay in the folder. */
  readonly filesUrl: BucketAddress | undefined;
  /** Folder of the desktop app's releases. */
  readonly desktopUpdatesDir: string;
  /** File or bucket outside database and backup that names what was erased; undefined where there is none. */
  readonly erasureRegister: string | undefined;
  /** Most bytes of an upload, by kind. */
  readonly uploads: { readonly image: number; readonly video: number };
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Where live changes are listened for, past a pooler; undefined for the database's own address. */
  readonly listenUrl: string | undefined;
  readonly databasePool: number;
  /** Processes that share the port. */
  readonly processes: number;
  /** How long `/readyz` says that the process stops before it takes no more connections. */
  readonly stopDelayMs: number;
  /** False in a process that only serves. */
  readonly jobs: boolean;
  /** Field keys from the environment; undefined where they come from the data folder. */
  readonly fieldKeys: { data: ReturnType<typeof parseKeys>; hash: ReturnType<typeof parseKeys> } | undefined;
  readonly production: boolean;
  /** Made-up data on the embedded database, and a banner that says so. */
  readonly demonstration: boolean;
  /** Lower case. Where it is https, cookies are Secure and browsers are told to use nothing else. */
  readonly publicOrigin: string | undefined;
  /** Whom to tell of a weakness: an address of e-mail, the web or telephone, with its scheme. */
  readonly securityContact: string | undefined;
  readonly sms: SmsSettings;
  /** Undefined where everybody signs in with a password. */
  readonly company: CompanySettings | undefined;
  readonly mail: MailSettings;
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  /** Who may read `/metrics`: with a token, from these addresses; undefined and none where nobody may. */
  readonly metrics: { readonly token: string | undefined; readonly addresses: readonly string[] };
  /** Undefined where there are none. */
  readonly traces: TraceSettings | undefined;
  /** From where the console is used; none for everywhere. */
  readonly consoleAddresses: readonly string[];
  readonly logLevel: string;
}

/**
 * Reads and checks the environment; an empty variable counts as not set.
 * @throws SettingsError naming every variable that is wrong
 */
export function readSettings(variables: NodeJS.ProcessEnv): Settings {
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
    dataDir: env.DATA_DIR,
    filesDir: env.FILES_DIR ?? join(env.DATA_DIR, "files"),
    filesUrl: env.FILES_URL,
    desktopUpdatesDir: env.DESKTOP_UPDATES_DIR ?? join(env.DATA_DIR, "desktop-updates"),
    erasureRegister: env.ERASURE_REGISTER,
    uploads: { image: env.UPLOAD_IMAGE_MB * megabyte, video: env.UPLOAD_VIDEO_MB * megabyte },
    databaseUrl: env.DATABASE_URL,
    listenUrl: env.LISTEN_URL,
    databasePool: env.DATABASE_POOL,
    processes: env.WEB_CONCURRENCY,
    stopDelayMs: (env.STOP_DELAY ?? (demonstration ? 0 : 3)) * 1000,
    jobs: env.JOBS === "on",
    fieldKeys:
      !demonstration && env.DATA_KEYS && env.HASH_KEYS
        ? { data: env.DATA_KEYS, hash: env.HASH_KEYS }
        : undefined,
    demonstration,
    publicOrigin: env.PUBLIC_ORIGIN?.toLowerCase(),
    production: env.NODE_ENV === "production",
    securityContact: env.SECURITY_CONTACT,
    sms: smsSettings(env),
    company: companySettings(env),
    mail: mailSettings(env),
    trustedProxies: env.TRUSTED_PROXIES,
    limits: limitsOf(env),
    metrics: { token: env.METRICS_TOKEN, addresses: env.METRICS_ALLOW },
    traces: traceSettings(env),
    consoleAddresses: env.CONSOLE_ALLOW,
    logLevel: env.LOG_LEVEL,
  };
}

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
