/** The configured e-mail driver. */
import type { MailSettings } from "#api/settings/mail.ts";
import type { MailDriver } from "./driver.ts";
import { smtpDriver } from "./smtp.ts";

/** The driver without a mail server: e-mails are stored unsent, and the console shows them. */
const outboxDriver: MailDriver = { name: "outbox", sender: "", send: async () => ({ state: "kept" }) };

export const createMailDriver = (settings: MailSettings): MailDriver =>
  settings === undefined ? outboxDriver : smtpDriver(settings);
