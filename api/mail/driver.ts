/** The interface of e-mail drivers (docs/behaviour.md, "E-mail"). */
import type { Outcome } from "#api/sms/driver.ts";

/** An e-mail for the server that sends it. */
export interface OutgoingMail {
  /** Our id; part of the Message-ID. */
  readonly ref: string;
  readonly to: string;
  readonly toName: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML version; user input is escaped. */
  readonly html: string;
  /** An iCalendar invitation or cancellation. */
  readonly calendar?: { readonly method: "REQUEST" | "CANCEL"; readonly content: string } | undefined;
}

/** The outcome; `bounced` where the server rejects the recipient as unknown, so that nothing is sent there again. */
export type MailOutcome = Outcome & { readonly bounced?: true };

export interface MailDriver {
  readonly name: "outbox" | "smtp";
  /** The sender's address; "" where no e-mail is sent. */
  readonly sender: string;
  /** Sends one e-mail once; errors are outcomes and never thrown. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
}
