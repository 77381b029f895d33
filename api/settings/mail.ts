/** Settings of e-mail. docs/configuration.md has the table. */
import * as z from "zod";
import { SettingsError } from "./error.ts";

const example = "smtp://user:password@mail.example.com:587";

/** Whether the library can parse it: a host, and user and password in URL encoding. */
function isSmtpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, username, password, pathname } = new URL(text);
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
  } catch {
    return false;
  }
  return hostname !== "" && pathname.length <= 1;
}

export const mailVariables = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, `must be an address like ${example}, or smtps://… for TLS from the start`)
    .refine(
      isSmtpAddress,
      `must be an address like ${example}; in the password, characters such as @ : / # ? % are written as ` +
        "%40 %3A %2F %23 %3F %25",
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      "must be an address like visit@example.com, or a name with it: Visitor Desk <visit@example.com>",
    )
    .optional(),
  SMTP_TIMEOUT: z.coerce.number().int().min(1).max(60).default(20),
};

/**
 * @returns undefined without a mail server; e-mail is then kept in the outbox
 * @throws SettingsError for missing variables
 */
export function mailSettings(env: z.output<z.ZodObject<typeof mailVariables>>) {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_TIMEOUT } = env;
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined) throw new SettingsError("MAIL_FROM needs SMTP_URL, the server that sends e-mail.");
  if (from === undefined) {
    throw new SettingsError("SMTP_URL needs MAIL_FROM, the address that e-mail comes from.");
  }
  return { url, from, timeoutMs: SMTP_TIMEOUT * 1000 };
}

export type MailSettings = ReturnType<typeof mailSettings>;
