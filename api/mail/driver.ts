/** What a way of sending e-mail takes and says (docs/behaviour.md, "E-mail"). */
import type { Outcome } from "#api/sms/driver.ts";

/** An e-mail for the server that sends it. */
export interface OutgoingMail {
  /** Ours; part of its Message-ID. */
  readonly ref: string;
  readonly to: string;
  readonly toName: string;
  readonly subject: string;
  readonly text: string;
  /** The same, with everything that somebody typed escaped. */
  readonly html: string;
  /** An iCalendar file that the receiver's calendar acts on. */
  readonly calendar?: { readonly method: "REQUEST" | "CANCEL"; readonly content: string } | undefined;
}

/** How it went; `bounced` where the server knows no such receiver, so that nobody writes there again. */
export type MailOutcome = Outcome & { readonly bounced?: true };

export interface MailDriver {
  readonly name: "outbox" | "smtp";
  /** The address that e-mail comes from; "" where none is sent. */
  readonly sender: string;
  /** Hands one e-mail over, once; what goes wrong is an outcome. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
}
