/** Test messages of the set-up list: through the drivers at once, past the outbox. */
import { randomUUID } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import type { Language } from "#api/http/language.ts";
import type { Outcome, OwnReason } from "#api/sms/driver.ts";
import { finishedText, sentBytes, smsKind } from "#contract/messages/sms-text.ts";
import { maskEmail, maskPhone, parsePhone } from "#contract/phone.ts";
import type { TestMessages } from "#contract/site/set-up.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { isCountryAllowed } from "./budget.ts";
import { companyOf, sendsMessages } from "./drafts.ts";
import { mailContent } from "./mail-content.ts";
import { translateReason } from "./presenter.ts";
import { messageTexts } from "./templates.ts";

type Test = TestMessages[number];

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
  const number = parsePhone(user.cellPhone) ?? "";
  const ref = randomUUID();

  async function test(
    { channel, driver, to }: Pick<Test, "channel" | "to"> & { readonly driver: typeof sms | typeof mail },
    send: () => Promise<Outcome>,
  ): Promise<Test> {
    if (!sendsMessages(driver)) return { channel, outcome: "noDriver", to: "", error: "" };
    if (to === "") return { channel, outcome: "noRecipient", to: "", error: "" };
    const sent = await send();
    const outcome = sent.state === "sent" || sent.state === "unknown" ? sent.state : "failed";
    return { channel, outcome, to, error: "error" in sent ? translateReason(sent.error, lang) : "" };
  }

  return Promise.all([
    test({ channel: "sms", driver: sms, to: maskPhone(number) }, async () => {
      // Administrators enter any number in their own profile.
      if (!isCountryAllowed(site, number)) return { state: "failed", error: "country" satisfies OwnReason };
      const kind = smsKind(sentBytes(text));
      return sms.send({ ref, to: number, text, kind, event: "manual", lang, variables: {} });
    }),
    test({ channel: "email", driver: mail, to: maskEmail(user.email) }, () => {
      const content = mailContent({ event: "test", lang, text, company, origin: settings.publicOrigin });
      return mail.send({ ref, to: user.email, toName: user.name, ...content });
    }),
  ]);
}
