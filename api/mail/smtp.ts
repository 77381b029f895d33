/** E-mail through an SMTP server, one connection a message. */
import type { SentMessageInfo, Transporter } from "nodemailer";
import type { MailSettings } from "#api/settings/mail.ts";
import { type OwnReason, reasonOf } from "#api/sms/driver.ts";
import type { MailDriver, MailOutcome } from "./driver.ts";

type SmtpSettings = NonNullable<MailSettings>;

interface SmtpError {
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** Errors before any part of the message was transmitted. */
const beforeTransmission = new Set(["EDNS", "ETLS", "EAUTH", "ENOAUTH"]);

/** Whether no SMTP connection was established: unreachable, or the greeting is not SMTP. */
const isUnconnected = ({ syscall, code, message }: SmtpError): boolean =>
  syscall === "connect" ||
  (typeof code === "string" && beforeTransmission.has(code)) ||
  (code === "EPROTOCOL" && typeof message === "string" && message.startsWith("Invalid greeting"));

/** A reply without addresses, which are personal data: servers repeat the rejected one. */
export const smtpReason = (reply: string): string =>
  reasonOf(reply.replace(/[^\s<>"']+/g, (word) => (word.includes("@") ? "***" : word))) || "SMTP";

/**
 * Maps an SMTP error to an outcome. A permanent rejection of the recipient (5xx at RCPT) is the address's fault; a failed
 * authentication is the site's, and may be fixed while the message waits. Without a reply the outcome is unknown.
 */
function outcomeOfError(error: unknown): MailOutcome {
  const { syscall, command, responseCode, response } = error as SmtpError;
  const text = String(response ?? (error instanceof Error ? error.message : ""));
  const reason = smtpReason(text);
  if (isUnconnected(error as SmtpError)) {
    return { state: "busy", error: syscall === "connect" ? ("unreachable" satisfies OwnReason) : reason };
  }
  if (typeof responseCode !== "number" || responseCode < 400)
    return { state: "unknown", error: "noAnswer" satisfies OwnReason };
  if (responseCode < 500) return { state: "busy", error: reason };
  return { state: "failed", error: reason, ...(command === "RCPT TO" && { bounced: true }) };
}

/** Loads nodemailer with the first message. */
async function connect({ url, from, timeoutMs }: SmtpSettings): Promise<Transporter<SentMessageInfo>> {
  const { default: nodemailer } = await import("nodemailer");
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  // message content must never make nodemailer fetch a URL or read a file
  return nodemailer.createTransport(
    { url, ...timeouts },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
}

export function smtpDriver(options: SmtpSettings): MailDriver {
  let transporter: ReturnType<typeof connect> | undefined;
  return {
    name: "smtp",
    sender: senderAddress(options.from),
    async send({ ref, to, toName, subject, text, html, calendar }) {
      transporter ??= connect(options);
      try {
        const { messageId } = await (await transporter).sendMail({
          to: { name: toName, address: to },
          subject,
          text,
          html,
          ...(calendar && { icalEvent: { ...calendar, filename: "invite.ics" } }),
          // a stable id, so that recipients recognise a repeated message
          messageId: `<${ref}@${senderAddress(options.from).split("@")[1] ?? "localhost"}>`,
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.timeout(options.timeoutMs),
        });
        return { state: "sent", providerMessageId: messageId };
      } catch (error) {
        return isAbort(error)
          ? { state: "unknown", error: "noAnswer" satisfies OwnReason }
          : outcomeOfError(error);
      }
    },
  };
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");

/** "Desk <visit@example.com>" → "visit@example.com" */
const senderAddress = (from: string): string => /(?<![^\s<>])[^\s<>@]+@[^\s<>]+/.exec(from)?.[0] ?? from;
