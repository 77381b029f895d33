/**
 * Limits of the whole site for text messages that strangers cause on the public site, because each costs money
 * (docs/decisions/messages/notices.md).
 */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { codesPaused, invalid } from "#api/errors.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { OwnReason } from "#api/sms/driver.ts";
import { isForeignPhone } from "#contract/phone.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { countMessage } from "./queries/outbox.ts";

type Site = Pick<Configuration, "publicMessagesPerHour" | "publicMessagesPerDay" | "messageCountries">;

const hour = 3_600_000;

const budgetsOf = (site: Site) =>
  [
    { purpose: "publicHour", max: site.publicMessagesPerHour, ms: hour },
    { purpose: "publicDay", max: site.publicMessagesPerDay, ms: 24 * hour },
  ] as const;

export function isCountryAllowed(
  { messageCountries }: Pick<Configuration, "messageCountries">,
  number: string,
): boolean {
  const international = isForeignPhone(number) ? number : `+82${number.replaceAll("-", "").slice(1)}`;
  return messageCountries.some((code) => international.startsWith(code));
}

/**
 * Counts a message that is about to be sent.
 * @param isToVisitor staff may have any number
 * @returns why it is not sent
 */
export async function countPublicMessage(
  { db, clock }: Pick<Deps, "db" | "clock">,
  to: string,
  isToVisitor: boolean,
): Promise<OwnReason | undefined> {
  const site = await readConfiguration(db);
  if (isToVisitor && !isCountryAllowed(site, to)) return "country";
  const now = clock();
  return db.transaction(async (trx) => {
    for (const { ms, ...budget } of budgetsOf(site)) {
      const until = new Date(now.getTime() + ms);
      if ((await countMessage(trx, { ...budget, key: "", now, until })) === undefined) return "budget";
    }
    return undefined;
  });
}

/** What is left of the budgets of the current hour and day. */
export async function remainingBudgets(db: Knex, site: Site, now: Date) {
  const counts = await db("messageCounts").where({ key: "" }).where("expiresAt", ">", now);
  return budgetsOf(site).map(({ purpose, max }) => {
    const count: { used: number; expiresAt: Date } | undefined = counts.find(
      (one) => one.purpose === purpose,
    );
    return { left: Math.max(0, max - (count?.used ?? 0)), until: count?.expiresAt ?? now };
  });
}

/**
 * Refuses a code that would not be sent.
 * @throws InvalidInput on `field` for a country without messages; HttpError 429 while a budget is used up
 */
export async function requireBudget(
  { db, clock }: Pick<Deps, "db" | "clock">,
  site: Site,
  { to, field }: { readonly to: string; readonly field: string },
): Promise<void> {
  if (!isCountryAllowed(site, to)) throw invalid({ [field]: "countryNotServed" });
  const now = clock();
  const usedUp = (await remainingBudgets(db, site, now)).filter(({ left }) => left === 0);
  const waits = usedUp.map(({ until }) => Math.ceil((until.getTime() - now.getTime()) / 1000));
  if (waits.length > 0) throw codesPaused(Math.max(...waits));
}
