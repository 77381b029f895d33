/** Test messages of the set-up list: through the drivers at once, past the outbox. */
import { randomUUID } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import type { Language } from "#api/http/language.ts";
import type { Outcome } from "#api/sms/driver.ts";
import { finishedText, sentBytes, smsKind } from "#contract/messages/sms-text.ts";
import { maskEmail, maskPhone, parsePhone } from "#contract/phone.ts";
import type { TestMessages } from "#contract/site/set-up.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { companyOf, sendsMessages } from "./drafts.ts";
import { mailContent } from "./mail-content.ts";
import { translateReason } from "./presenter.ts";
import { messageTexts } from "./templates.ts";

type Test = Omit<TestMessages[number], "channel">;

const resultOf = (outcome: Outcome, to: string, lang: Language): Test => {
  if (outcome.state === "sent") return { outcome: "sent", to, error: "" };
  const error = "error" in outcome ? translateReason(outcome.error, lang) : "";
  return { outcome: outcome.state === "unknown" ? "unknown" : "failed", to, error };
};

/** Sends a test message by each configured channel to a user. Errors of providers are results. */
export async function sendTestMessages(
  { db, sms, mail, settings }: Pick<Deps, "db" | "sms" | "mail" | "settings">,
  userId: number,
  { site, lang }: { readonly site: Configuration; readonly lang: Language },
): Promise<TestMessages> {
  const user = await HostUser.query(db)
    .select("name", "cellPhone", "email")
    .findById(userId)
    .throwIfNotFound();
  const company = companyOf(site, lang);
  const text = finishedText(messageTexts[lang].test, { company });
  const number = parsePhone(user.cellPhone);

  async function bySms(): Promise<Test> {
    if (!sendsMessages(sms)) return { outcome: "noDriver", to: "", error: "" };
    if (number === undefined) return { outcome: "noRecipient", to: "", error: "" };
    const kind = smsKind(sentBytes(text));
    const message = {
      ref: randomUUID(),
      to: number,
      text,
      kind,
      event: "manual",
      lang,
      variables: {},
    } as const;
    return resultOf(await sms.send(message), maskPhone(number), lang);
  }

  async function byEmail(): Promise<Test> {
    if (!sendsMessages(mail)) return { outcome: "noDriver", to: "", error: "" };
    if (user.email === "") return { outcome: "noRecipient", to: "", error: "" };
    const content = mailContent({ event: "test", lang, text, company, origin: settings.publicOrigin });
    const sent = await mail.send({ ref: randomUUID(), to: user.email, toName: user.name, ...content });
    return resultOf(sent, maskEmail(user.email), lang);
  }

  const [smsTest, emailTest] = await Promise.all([bySms(), byEmail()]);
  return [
    { channel: "sms", ...smsTest },
    { channel: "email", ...emailTest },
  ];
}
