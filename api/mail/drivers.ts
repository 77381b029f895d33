/** The driver of e-mail that the settings ask for. */
import type { MailSettings } from "#api/settings/mail.ts";
import type { MailDriver } from "./driver.ts";
import { smtpDriver } from "./smtp.ts";

/** The driver of a site without a mail server: e-mails are kept, and the console shows them. */
const outboxDriver: MailDriver = { name: "outbox", sender: "", send: async () => ({ state: "kept" }) };

export const createMailDriver = (settings: MailSettings): MailDriver =>
  settings === undefined ? outboxDriver : smtpDriver(settings);
