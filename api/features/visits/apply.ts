/** A visitor applies for a visit (docs/behaviour.md, "Request form", "Visits" and "Public site"). */

import type { Knex } from "knex";
import { visitor } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { readSiteSettings, type SiteSettings } from "#api/site-settings.ts";
import { fromInstant, toInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { type Application, periodErrors } from "#contract/visits/requests.ts";
import { errorCode } from "#db/error-code.ts";
import { type MessageParties, requestReferences } from "#db/queries/messages/subjects.ts";
import { ChangedSince } from "#db/statements/new-visits.ts";
import { requestMessages } from "../messages/host-messages.ts";
import { tellVisitors } from "../messages/queue.ts";
import { templateOf } from "../messages/templates.ts";
import { consentError, consentsGiven } from "./consents.ts";
import {
  type ClaimFor,
  insertVisit,
  type StoredVisit,
  tryToInsertBatched,
  tryToInsertVisit,
  untilNumberIsFree,
} from "./create.ts";
import { referenceErrors } from "./references.ts";
import { firstStatus } from "./state.ts";

/** How the site was when the call came, and in which language it was answered. */
interface Asked {
  readonly site: SiteSettings;
  readonly lang: Language;
}

interface Read {
  readonly application: Application;
  readonly parties: MessageParties;
  /** The site as it was when they were read. */
  readonly site: SiteSettings;
  readonly lang: Language;
  readonly at: Date;
}

/** @throws InvalidInput with every bad field at once */
async function readApplication(
  db: Knex,
  { value: application, validFields, errors }: ReadFields<Application>,
  { site, lang, at }: Asked & { readonly at: Date },
): Promise<Read> {
  const found = await requestReferences(db, { ...validFields, at });
  // What was in force when the call came may have changed since.
  const now = found.siteVersion === site.version ? site : await readSiteSettings(db, found.siteVersion);
  const { configuration, setUp } = now;
  // Whoever is left out of the search is not to be found out by their number either.
  const seen = found.hostInPublicSearch ? found : { ...found, hostStatus: null };
  const all: FieldErrors = {
    ...periodErrors(
      validFields,
      configuration.maxRequestDays,
      fromInstant(at, configuration.timezone),
      configuration.timezone,
    ),
    ...referenceErrors(validFields, seen),
    // Where that was switched on since the fields were read.
    ...(configuration.submitCode && validFields.code === undefined && { code: "required" as const }),
    ...errors,
  };
  if (!(setUp.policy && setUp.terms && setUp.purposes)) {
    all._ = "notReady";
  } else if (validFields.agreements && !all._) {
    const { privacy, privacyPolicyId, agreements } = validFields;
    const error = consentError({ privacy, privacyPolicyId, agreements }, now, lang);
    if (error) all._ = error;
  }
  if (!application || Object.keys(all).length > 0) throw invalid(all);
  return { application, parties: found.parties, site: now, lang, at };
}

interface Storing {
  readonly claim: ClaimFor | undefined;
  /** Of the site that it was checked against, where it may wait for its turn since. */
  readonly siteVersion?: string;
}

/** How a request that was checked is stored; undefined where the number that it draws is taken. */
interface Store {
  /** Whether it is one visit, of which nothing but its one statement has to be done. */
  readonly isOne: boolean;
  one(db: Knex): Promise<StoredVisit | undefined>;
  whole(trx: Knex.Transaction): Promise<StoredVisit | undefined>;
}

async function storing(
  deps: Deps,
  { application, parties, site, lang, at: now }: Read,
  { claim, siteVersion }: Storing,
): Promise<Store> {
  const { companions = [], ...person } = application;
  const { configuration } = site;
  const statusCode = firstStatus(configuration.autoApprove);
  const making = { action: "apply", actor: visitor, now, site: configuration } as const;
  const asked = { ...person, statusCode, origin: "public", lang } as const;
  const { privacy, privacyPolicyId, agreements } = application;
  const consents = consentsGiven({ privacy, privacyPolicyId, agreements }, site);
  const messaging = { cipher: deps.cipher, now, site: configuration };
  const startAt = toInstant(person.startDate, configuration.timezone);
  const template = templateOf("apply", site.templates);
  const isApproved = statusCode === "approved";
  // Nobody is asked where the site approves by itself.
  const messages = (reserveNo: string) =>
    isApproved
      ? undefined
      : requestMessages(messaging, template, { ...parties, name: person.name, startAt, reserveNo });
  const more = { consents, messages, claim, siteVersion };
  const whole = async (trx: Knex.Transaction) => {
    const visit = await tryToInsertVisit(trx, asked, deps, making, more);
    if (!visit) return undefined;
    const group = [visit.id];
    for (const { name, cellphone, email } of companions) {
      const companion = { ...asked, name, cellphone, email, carNumber: undefined, leaderId: visit.id };
      group.push((await insertVisit(trx, companion, deps, making)).id);
    }
    // Numbers of others are written to only where it is known who named them.
    const told = configuration.submitCode ? group : [visit.id];
    if (isApproved) await tellVisitors({ ...messaging, trx }, "approve", told, { isPublic: true });
    return visit;
  };
  return {
    isOne: companions.length === 0 && !isApproved,
    one: (at) => tryToInsertBatched(at, asked, deps, making, more),
    whole,
  };
}

/** Whether it has changed since it was checked, or whom or what it names was deleted while it was stored. */
const isOutdated = (error: unknown): boolean => error instanceof ChangedSince || errorCode(error) === "23503";

/**
 * Stores an application with its companions, its log, its consents and its message. Companions agree for
 * themselves, by their links. It waits for its turn after it was checked; where something has changed by then, it waits first and is
 * checked after that.
 * @param fields the body, read as the configuration asks
 * @param claim makes the claim of the call's key, for the visit that is stored
 * @throws InvalidInput naming every bad field, KeyTaken where the key is; nothing is stored then
 */
export async function apply(
  deps: Deps,
  fields: ReadFields<Application>,
  asked: Asked,
  claim?: ClaimFor,
): Promise<StoredVisit> {
  const { db } = deps;
  const read = await readApplication(db, fields, { ...asked, at: deps.clock() });
  const store = await storing(deps, read, { claim, siteVersion: read.site.version });
  try {
    return await untilNumberIsFree(() => (store.isOne ? store.one(db) : db.transaction(store.whole)));
  } catch (error) {
    if (!isOutdated(error)) throw error;
  }
  return db.transaction(async (trx) => {
    const again = await readApplication(trx, fields, { ...asked, at: deps.clock() });
    const storeNow = await storing(deps, again, { claim });
    return untilNumberIsFree(() => storeNow.whole(trx));
  });
}
