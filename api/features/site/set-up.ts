/** The set-up list, read from the data each time (docs/behaviour.md, "Set-up list"). */
import type { Deps } from "#api/deps.ts";
import { isSetUp, type SiteSettings } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import { bracketsIn, type SetUpAnswer, type SetUpStep, setUpKeys } from "#contract/site/set-up.ts";
import { codeKinds } from "#contract/site/user-codes.ts";
import { readJobStates } from "#db/job-states.ts";
import { Logo } from "#db/models/configuration.ts";
import { Message } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { sendsMessages, usedChannels } from "../messages/drafts.ts";
import { registerIn } from "../privacy/register-storage.ts";
import { countUndelivered, hasSearchableHost } from "./queries.ts";

type Key = SetUpStep["key"];

const weekMs = 7 * 86_400_000;

/** Published texts in which placeholders are left. */
function unfinishedTexts({ policy, terms }: SiteSettings): Partial<Record<Key, SetUpStep["texts"]>> {
  const unfinished = (id: number, title: string, ...texts: string[]): SetUpStep["texts"] => {
    const placeholders = bracketsIn(...texts).length;
    return placeholders > 0 ? [{ id, title, placeholders }] : [];
  };
  return {
    policy: policy ? unfinished(policy.id, "", policy.content, policy.enContent) : [],
    terms: terms.flatMap(({ id, title, body, enBody }) => unfinished(id, title, body, enBody)),
  };
}

const recommended: readonly Key[] = ["logo", "passes", "desk", "privacyOfficer"];

/** @param untrustedProxy address of the proxy that forwarded the call, where it is not trusted */
export async function readSetUp(
  deps: Pick<Deps, "db" | "clock" | "mail" | "sms" | "settings">,
  site: SiteSettings,
  untrustedProxy: string | undefined,
): Promise<SetUpAnswer> {
  const { db, clock, sms, mail, settings } = deps;
  const { configuration, setUp, codes, companies } = site;
  const active = () => HostUser.query(db).select("id").where({ status: "active" });
  const weekAgo = new Date(clock().getTime() - weekMs);
  const [logo, hasHost, pass, desk, officer, unreachable, stored, undelivered] = await Promise.all([
    Logo.query(db).select("lang").first(),
    hasSearchableHost(db),
    Pass.query(db).select("id").where({ vehicle: false }).whereNot({ status: "retired" }).first(),
    active().where({ role: "desk" }).first(),
    active().where({ role: "privacy" }).first(),
    active().modify("unreachableBy", usedChannels(deps)).resultSize(),
    Message.query(db).where({ status: "kept" }).where("createdAt", ">", weekAgo).resultSize(),
    countUndelivered(db, weekAgo),
  ]);
  const texts = unfinishedTexts(site);
  const asksForCodes = configuration.lookupCode || configuration.submitCode;
  const done: Record<Key, boolean> = {
    company: configuration.customerCompany !== "",
    logo: logo !== undefined,
    policy: setUp.policy && texts.policy?.length === 0,
    terms: setUp.terms && texts.terms?.length === 0,
    purposes: setUp.purposes,
    places: codes.some(({ kind }) => kind === codeKinds.place),
    companies: companies.length > 0,
    hosts: hasHost,
    contacts: unreachable === 0,
    messages: sendsMessages(sms) && undelivered === 0,
    desk: desk !== undefined,
    privacyOfficer: officer !== undefined,
    passes: pass !== undefined,
  };
  const counts: Partial<Record<Key, number>> = { contacts: unreachable, messages: stored };
  const isNeeded = (key: Key): boolean => {
    if (key === "places") return configuration.requestInputPlace;
    // The demonstration only stores messages. E-mail alone tells the hosts, who can tell their visitors.
    if (key === "messages") {
      const emailSuffices = sendsMessages(mail) && !asksForCodes;
      return !settings.demonstration && (sendsMessages(sms) || !emailSuffices || undelivered > 0);
    }
    return !recommended.includes(key);
  };
  return {
    ready: isSetUp(setUp) && hasHost,
    steps: setUpKeys.map((key) => ({
      key,
      done: done[key],
      needed: isNeeded(key),
      count: counts[key] ?? 0,
      texts: texts[key] ?? [],
    })),
    channels: {
      sms: sendsMessages(sms) ? sms.name : "",
      email: mail.sender,
      codes: asksForCodes,
      undelivered,
    },
    untrustedProxy: untrustedProxy ?? null,
    erasureRegisterIn: (await registerIn(settings)) ?? null,
    overdueJobs: (await readJobStates(db))
      .filter(({ isOverdue }) => isOverdue)
      .map(({ name, doneAt }) => ({ name, doneAt: doneAt && fromInstant(doneAt, configuration.timezone) })),
  };
}
