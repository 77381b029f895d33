/** Escalates undecided requests to the host's deputies, then to the desk (docs/decisions/front-desk/delegations.md). */
import { readWorkingHours, workingTimeBefore } from "#api/features/holidays/holidays.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { type Deputy, deputiesOf } from "../delegations/deputies.ts";
import type { Draft, Messaging } from "./drafts.ts";
import { applyHostLimits, staffDrafts, summaryOf } from "./host-messages.ts";
import { claimUndecided } from "./queries/claims.ts";
import { queueMessages } from "./queue.ts";
import { deskStaff, type MessageSubject, messageSubjects } from "./subjects.ts";
import { readTemplate } from "./templates.ts";

const hourMs = 3_600_000;
const limit = 200;
/** Messages with a link each that a deputy gets at once; more are summarised in one. */
const maxAtOnce = 5;

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/**
 * Notifies deputies.
 * @returns how many messages were queued, and ids of visits whose host has no reachable deputy
 */
async function notifyDeputies(messaging: Messaging, subjects: readonly MessageSubject[]) {
  const template = await readTemplate(messaging.trx, "applyDeputy");
  const hosts = distinct(subjects.map(({ hostId }) => hostId));
  const deputies = template.enabled ? await deputiesOf(messaging.trx, hosts, messaging.now) : [];
  const notified = new Set<number>();
  const draftsFor = ({ hostId, deputyId, ...person }: Deputy): Draft[] => {
    const ofHost = subjects.filter((subject) => subject.hostId === hostId);
    const drafts = ofHost.flatMap((subject) =>
      staffDrafts(messaging, template, subject, { ...person, id: deputyId }),
    );
    for (const { visitId } of drafts) notified.add(visitId as number);
    return drafts;
  };
  const byPerson = Map.groupBy(deputies.flatMap(draftsFor), ({ hostUserId }) => hostUserId);
  const drafts = [...byPerson.values()].flatMap((own) =>
    own.length <= maxAtOnce ? own : own.slice(0, 1).map((draft) => summaryOf(messaging, draft, "applyMany")),
  );
  const queued = await queueMessages(messaging, await applyHostLimits(messaging, drafts));
  return {
    queued: queued.length,
    withoutDeputy: subjects.map(({ id }) => id).filter((id) => !notified.has(id)),
  };
}

/** Sends one message to each user of the desk, which names the first visit and the number of others. */
async function notifyDesk(messaging: Messaging, visitIds: readonly number[]): Promise<number> {
  const template = await readTemplate(messaging.trx, "applyDesk");
  if (!template.enabled) return 0;
  const [first, ...others] = await messageSubjects(messaging.trx, visitIds);
  if (!first) return 0;
  const drafts = (await deskStaff(messaging.trx)).flatMap((person) =>
    staffDrafts(messaging, template, first, person, others.length),
  );
  return (await queueMessages(messaging, await applyHostLimits(messaging, drafts))).length;
}

/**
 * Notifies deputies of requests that have waited for the site's number of working hours, and the desk after twice as many or
 * where there is no deputy; once per request, and again after it was renewed.
 * @returns how many messages were queued
 */
export async function escalateUndecided(messaging: Messaging, site: Configuration): Promise<number> {
  if (site.escalateAfterHours === 0) return 0;
  const { trx, now } = messaging;
  const hours = await readWorkingHours(trx, site, now);
  const waitedFor = (times: 1 | 2) => workingTimeBefore(now, times * site.escalateAfterHours * hourMs, hours);
  const [once, twice] = [waitedFor(1), waitedFor(2)];
  if (!once) return 0;
  const late = await claimUndecided(trx, "applyDeputy", { now, until: once, limit });
  const { queued, withoutDeputy } = await notifyDeputies(messaging, await messageSubjects(trx, late));
  const toDesk =
    withoutDeputy.length === 0
      ? []
      : await claimUndecided(trx, "applyDesk", { now, until: once, limit, only: withoutDeputy });
  const longLate = twice ? await claimUndecided(trx, "applyDesk", { now, until: twice, limit }) : [];
  return queued + (await notifyDesk(messaging, distinct([...toDesk, ...longLate])));
}
