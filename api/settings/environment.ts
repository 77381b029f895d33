/** Schema of all environment variables. */
import proxyAddr from "proxy-addr";
import * as z from "zod";
import { messageOf } from "#contract/thrown.ts";
import { parseKeys } from "#db/field-keys.ts";
import { bucketExample, isBucketAddress, parseBucketAddress } from "#db/files/bucket-address.ts";
import { companyVariables } from "./company.ts";
import { SettingsError } from "./error.ts";
import { limitVariables } from "./limits.ts";
import { mailVariables } from "./mail.ts";
import { messageVariables } from "./messages.ts";
import { unknownVariables } from "./misspelt.ts";
import { traceVariables } from "./traces.ts";

const port = z.coerce.number().int().min(0).max(65_535);

const megabytes = (amount: number, max: number) => z.coerce.number().int().min(1).max(max).default(amount);

/** Whether the driver can parse it, and it names a database. */
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

const bucketMistake = `must be an address like ${bucketExample}; credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;

const bucketAddress = z.string().transform((text, context) => {
  const address = parseBucketAddress(text);
  if (address) return address;
  context.addIssue({ code: "custom", message: bucketMistake });
  return z.NEVER;
});

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
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
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
  ...limitVariables,
  ...messageVariables,
  ...companyVariables,
  ...mailVariables,
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  METRICS_ALLOW: addresses,
  ...traceVariables,
  CONSOLE_ALLOW: addresses,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** Describes an invalid value without terms of the library. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return "must be a whole number";
  if (issue.code === "too_small" && issue.origin === "number") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return issue.message;
}

/**
 * @param allowMisspelt a misspelt name is a warning only
 * @throws SettingsError with all invalid variables
 */
export function readEnvironment(
  variables: NodeJS.ProcessEnv,
  allowMisspelt: boolean,
): z.output<typeof environment> & { warnings: readonly string[] } {
  const parsed = environment.safeParse(variables);
  // The demonstration has to start on any developer's machine, whatever other programs have set there.
  const { misspelt, foreign } = unknownVariables(
    variables.DATABASE_URL ? variables : {},
    Object.keys(environment.shape),
  );
  if (parsed.success && (allowMisspelt || misspelt.length === 0))
    return { ...parsed.data, warnings: [...misspelt, ...foreign] };
  const issues = parsed.error?.issues ?? [];
  const lines = issues.map((issue) => `${issue.path.join(".")}: ${describeIssue(issue)}`);
  throw new SettingsError(`The environment is not right:\n  ${[...lines, ...misspelt].join("\n  ")}`);
}
