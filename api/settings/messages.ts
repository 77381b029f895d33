/** Settings of the SMS drivers. */
import * as z from "zod";
import { messageEvents } from "#contract/messages/sms.ts";
import { SettingsError } from "./error.ts";

/** "approve:KA01TP…,reject:KA01TP…" */
const kakaoTemplates = z
  .string()
  .refine(
    (text) =>
      text.split(",").every((part) => {
        const [event, template = "", ...others] = part.trim().split(":");
        return messageEvents.some((known) => known === event) && /^[\w-]+$/.test(template) && !others.length;
      }),
    `must be a list like "approve:KA01TP…,reject:KA01TP…" of these events: ${messageEvents.join(", ")}`,
  )
  .transform((text) => Object.fromEntries(text.split(",").map((part) => part.trim().split(":"))));

export const messageVariables = {
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
};

/** Required variables of each driver. */
const requiredVariables = {
  outbox: [],
  solapi: ["SOLAPI_API_KEY", "SOLAPI_API_SECRET", "SMS_FROM"],
  twilio: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "SMS_FROM"],
} as const;

/** @throws SettingsError for missing variables */
export function smsSettings(env: z.output<z.ZodObject<typeof messageVariables>>) {
  const { SMS_DRIVER: driver, SMS_FROM: from = "", SMS_URL: url, SMS_TIMEOUT } = env;
  const missing = requiredVariables[driver].filter((name) => env[name] === undefined);
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

export type SmsSettings = ReturnType<typeof smsSettings>;
