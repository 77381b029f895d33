/** Configuration by environment, checked once at start. The README has the table. */

import { join } from "node:path";
import proxyAddr from "proxy-addr";
import * as z from "zod";
import { messageEvents } from "#contract/messages/sms.ts";
import { messageOf } from "#contract/thrown.ts";
import { requireDatabaseTls } from "#db/database-tls.ts";
import { parseKeys } from "#db/field-keys.ts";
import {
  type BucketAddress,
  bucketExample,
  isBucketAddress,
  parseBucketAddress,
} from "#db/files/bucket-address.ts";

const megabyte = 1024 * 1024;
const port = z.coerce.number().int().min(0).max(65_535);
const perMinute = (amount: number) => z.coerce.number().int().min(1).max(1_000_000).default(amount);

const megabytes = (amount: number, max: number) => z.coerce.number().int().min(1).max(max).default(amount);

/** Whether the driver can take it apart, and it names a database. */
function isDatabaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    return [username, password, pathname]
      .map(decodeURIComponent)
      .every((part, n) => n < 2 || part.length > 1);
  } catch {
    return false;
  }
}

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be an address like postgres://user:password@host:5432/name")
  .refine(
    isDatabaseAddress,
    "must be an address like postgres://user:password@host:5432/name; in the password, characters such as " +
      "@ : / # ? % are written as %40 %3A %2F %23 %3F %25",
  );

const addresses = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .refine((list) => {
    try {
      proxyAddr.compile(list);
      return true;
    } catch {
      return false;
    }
  }, "must be addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, with commas between");

const keys = z.string().transform((text, context) => {
  try {
    return parseKeys(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: messageOf(error) });
    return z.NEVER;
  }
});

const collector = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text),
    "must be an address like http://collector:4318",
  );

const bucketMistake = `must be an address like ${bucketExample}; credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;

const bucketAddress = z.string().transform((text, context) => {
  const address = parseBucketAddress(text);
  if (address) return address;
  context.addIssue({ code: "custom", message: bucketMistake });
  return z.NEVER;
});

/** "approve:KA01TP…,reject:KA01TP…" */
const kakaoTemplates = z
  .string()
  .regex(
    new RegExp(
      `^\\s*(${messageEvents.join("|")}):[\\w-]+(\\s*,\\s*(${messageEvents.join("|")}):[\\w-]+)*\\s*$`,
    ),
    `must be a list like "approve:KA01TP…,reject:KA01TP…" of these events: ${messageEvents.join(", ")}`,
  )
  .transform((text) => Object.fromEntries(text.split(",").map((part) => part.trim().split(":"))));

/** The standard's names. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).optional(),
  PORT: port.default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  FILES_DIR: z.string().min(1).optional(),
  DESKTOP_UPDATES_DIR: z.string().min(1).optional(),
  FILES_URL: bucketAddress.optional(),
  ERASURE_REGISTER: z
    .string()
    .refine((text) => !isBucketAddress(text) || parseBucketAddress(text) !== undefined, bucketMistake)
    .optional(),
  UPLOAD_IMAGE_MB: megabytes(20, 100),
  UPLOAD_VIDEO_MB: megabytes(500, 2_000),
  DATABASE_URL: databaseAddress.optional(),
  LISTEN_URL: databaseAddress.optional(),
  DATABASE_TLS: z.enum(["required", "off"]).default("required"),
  JOBS: z.enum(["on", "off"]).default("on"),
  STOP_DELAY: z.coerce.number().int().min(0).max(300).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATA_KEYS: keys.optional(),
  HASH_KEYS: keys.optional(),
  PUBLIC_ORIGIN: z
    .string()
    .regex(/^https?:\/\/[^/\s]+$/, "must be like https://visit.example.com, without a path")
    .refine(URL.canParse, "must be like https://visit.example.com:8443, with a host and a port that exist")
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/,
      "must be like mailto:security@example.com or https://example.com/security",
    )
    .optional(),
  TRUSTED_PROXIES: addresses,
  LIMIT_SUBMIT: perMinute(100),
  LIMIT_UNCHALLENGED: perMinute(10),
  LIMIT_LOOKUP: perMinute(30),
  LIMIT_LOOKUP_NUMBER: perMinute(10),
  LIMIT_HOST_SEARCH: perMinute(300),
  LIMIT_HOST_SEARCH_VISITOR: perMinute(60),
  LIMIT_SIGN_IN: perMinute(10),
  LIMIT_SIGN_IN_LOGIN: perMinute(100),
  LIMIT_NUMBER_MISS: perMinute(20),
  LIMIT_REVEAL: perMinute(30),
  SMS_DRIVER: z.enum(["outbox", "solapi", "twilio"]).default("outbox"),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+?[\d-]{7,20}|MG[0-9a-f]{32})$/,
      "must be a telephone number, or a messaging service of Twilio",
    )
    .optional(),
  SMS_URL: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, "must be an address like https://api.coolsms.co.kr")
    .optional(),
  SMS_TIMEOUT: z.coerce.number().int().min(1).max(60).default(10),
  SOLAPI_API_KEY: z.string().optional(),
  SOLAPI_API_SECRET: z.string().optional(),
  SOLAPI_PF_ID: z.string().optional(),
  SOLAPI_TEMPLATES: kakaoTemplates.optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be the account\'s SID, "AC" and 32 digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  METRICS_ALLOW: addresses,
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/json"]).optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(10).max(60_000).default(5_000),
  CONSOLE_ALLOW: addresses,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** What is wrong with the environment, in words for the person who starts the server. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** How messages are sent. */
export type SmsSettings =
  | { readonly driver: "outbox" }
  | {
      readonly driver: "solapi";
      readonly apiKey: string;
      readonly apiSecret: string;
      readonly from: string;
      readonly url: string | undefined;
      readonly timeoutMs: number;
      readonly kakao:
        | { readonly pfId: string; readonly templates: Readonly<Record<string, string>> }
        | undefined;
    }
  | {
      readonly driver: "twilio";
      readonly accountSid: string;
      readonly authToken: string;
      readonly from: string;
      readonly url: string | undefined;
      readonly timeoutMs: number;
    };

/** Where spans go, and which of them. */
export interface TraceSettings {
  /** Takes OTLP in JSON over HTTP. */
  readonly url: string;
  readonly sampler: (typeof samplers)[number];
  /** Of calls, with a sampler that goes by it: 0 to 1. */
  readonly ratio: number;
  /** Spans are collected so long before they are sent. */
  readonly delayMs: number;
}

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
  readonly trustedProxies: readonly string[];
  /** Calls a minute. */
  readonly limits: {
    readonly submit: number;
    /** Submissions after which a challenge is asked for. */
    readonly unchallenged: number;
    /** Calls that one solution of a challenge is good for. */
    readonly solution: number;
    readonly lookup: number;
    readonly lookupNumber: number;
    readonly hostSearch: number;
    /** The same of one visitor, as far as visitors behind an address can be told apart. */
    readonly hostSearchVisitor: number;
    /** Reports of the policy for content. */
    readonly cspReport: number;
    /** By address, or by a device that somebody signed in on. */
    readonly signIn: number;
    /** The same for the second step, counted apart: who proves both factors is not slowed down by it. */
    readonly signInStep: number;
    /** By login id in an hour, from devices that nobody signed in on. */
    readonly signInLogin: number;
    /** Complete numbers that somebody of the staff searches in vain, in ten minutes. */
    readonly numberMiss: number;
    /** Full numbers that somebody of the staff uncovers in an hour. */
    readonly reveal: number;
    /** How often the same one is searched: once is counted, the rest is not. */
    readonly sameNumberMiss: number;
    /** Refusals of somebody not signed in that the event log keeps: of an address, and in all in an hour. */
    readonly refusal: number;
    readonly refusals: number;
  };
  /** Who may read `/metrics`: with a token, from these addresses; undefined and none where nobody may. */
  readonly metrics: { readonly token: string | undefined; readonly addresses: readonly string[] };
  /** Undefined where there are none. */
  readonly traces: TraceSettings | undefined;
  /** From where the console is used; none for everywhere. */
  readonly consoleAddresses: readonly string[];
  readonly logLevel: string;
}

/** What each driver cannot do without. */
const neededBy = {
  outbox: [],
  solapi: ["SOLAPI_API_KEY", "SOLAPI_API_SECRET", "SMS_FROM"],
  twilio: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "SMS_FROM"],
} as const;

/** @throws SettingsError naming what is missing */
function smsSettings(env: z.output<typeof environment>): SmsSettings {
  const { SMS_DRIVER: driver, SMS_FROM: from = "", SMS_URL: url, SMS_TIMEOUT } = env;
  const missing = neededBy[driver].filter((name) => env[name] === undefined);
  if (missing.length > 0) throw new SettingsError(`SMS_DRIVER=${driver} needs ${missing.join(", ")}.`);
  if ((env.SOLAPI_PF_ID === undefined) !== (env.SOLAPI_TEMPLATES === undefined)) {
    throw new SettingsError(
      "SOLAPI_PF_ID and SOLAPI_TEMPLATES belong together: a channel and its templates.",
    );
  }
  const timeoutMs = SMS_TIMEOUT * 1000;
  if (driver === "solapi") {
    const { SOLAPI_API_KEY: apiKey = "", SOLAPI_API_SECRET: apiSecret = "" } = env;
    const { SOLAPI_PF_ID: pfId, SOLAPI_TEMPLATES: templates } = env;
    if (from.startsWith("MG")) throw new SettingsError("SMS_FROM must be a number with SMS_DRIVER=solapi.");
    const kakao = pfId !== undefined && templates ? { pfId, templates } : undefined;
    return { driver, apiKey, apiSecret, from, url, timeoutMs, kakao };
  }
  if (driver === "twilio") {
    const { TWILIO_ACCOUNT_SID: accountSid = "", TWILIO_AUTH_TOKEN: authToken = "" } = env;
    return { driver, accountSid, authToken, from, url, timeoutMs };
  }
  return { driver };
}

function traceSettings(env: z.output<typeof environment>): TraceSettings | undefined {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: all } = env;
  const endpoint = all ?? (exporter === "otlp" ? "http://localhost:4318" : undefined);
  const below = endpoint && `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below;
  if (url === undefined || exporter === "none") return undefined;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = env;
  return { url, sampler, ratio, delayMs: env.OTEL_BSP_SCHEDULE_DELAY };
}

/** What is wrong with a value, without the library's terms. */
function mistake(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return "must be a whole number";
  if (issue.code === "too_small" && issue.origin === "number") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue.message;
}

/**
 * Reads and checks the environment; an empty variable counts as not set.
 * @throws SettingsError naming every variable that is wrong
 */
export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${mistake(issue)}`);
    throw new SettingsError(`The environment is not right:\n${lines.join("\n")}`);
  }
  const env = parsed.data;
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
    trustedProxies: env.TRUSTED_PROXIES,
    limits: {
      submit: env.LIMIT_SUBMIT,
      unchallenged: env.LIMIT_UNCHALLENGED,
      solution: 1,
      lookup: env.LIMIT_LOOKUP,
      lookupNumber: env.LIMIT_LOOKUP_NUMBER,
      hostSearch: env.LIMIT_HOST_SEARCH,
      hostSearchVisitor: env.LIMIT_HOST_SEARCH_VISITOR,
      cspReport: 20,
      signIn: env.LIMIT_SIGN_IN,
      // An attempt to set a factor up takes two calls, and people mistype.
      signInStep: env.LIMIT_SIGN_IN * 2,
      signInLogin: env.LIMIT_SIGN_IN_LOGIN,
      numberMiss: env.LIMIT_NUMBER_MISS,
      reveal: env.LIMIT_REVEAL,
      sameNumberMiss: 1_000_000,
      refusal: 1,
      refusals: 200,
    },
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
