/** Requests of visitors (docs/behaviour.md, "Request form", "Visits" and "Public site"). */

import type { Knex } from "knex";
import { visitor } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { isSetUp, readSiteSettings, type SiteSettings } from "#api/site-settings.ts";
import { fromInstant, toInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { type Application, periodErrors } from "#contract/visits/requests.ts";
import { notifyOfRequest } from "../messages/host-messages.ts";
import { templateOf } from "../messages/templates.ts";
import { notifyVisitors } from "../messages/visitor-messages.ts";
import { consentError, consentsGiven } from "./consents.ts";
import { createVisits, referenceErrors, type StoredVisit } from "./create.ts";
import { type RequestReferences, readReferences } from "./queries/new-visits.ts";

/** @throws InvalidInput naming every invalid field */
function requireValid(
  { value: application, validFields, errors }: ReadFields<Application>,
  found: RequestReferences,
  { configuration, setUp, ...inForce }: SiteSettings,
  { lang, now }: { readonly lang: Language; readonly now: Date },
): Application {
  // A host who opted out of the search is refused as unknown (null): an id must not find them either.
  const visible = found.hostInPublicSearch ? found : { ...found, hostStatus: null };
  const all: FieldErrors = {
    ...periodErrors(
      validFields,
      configuration.maxRequestDays,
      fromInstant(now, configuration.timezone),
      configuration.timezone,
    ),
    ...referenceErrors(validFields, visible),
    // The site may have switched codes on since the fields were read.
    ...(configuration.submitCode && validFields.code === undefined && { code: "required" as const }),
    ...errors,
  };
  if (!isSetUp(setUp)) {
    all._ = "notReady";
  } else if (validFields.agreements && !all._) {
    const { privacy, privacyPolicyId, agreements } = validFields;
    const error = consentError({ privacy, privacyPolicyId, agreements }, inForce, lang);
    if (error) all._ = error;
  }
  if (!application || Object.keys(all).length > 0) throw invalid(all);
  return application;
}

/**
 * Creates the visits of a request and its companions, with log, consents and messages. Companions agree for themselves, by
 * their links.
 * @param fields the body, validated by the site's configuration
 * @throws InvalidInput naming every invalid field; nothing is stored then
 */
export async function apply(
  deps: Deps,
  trx: Knex.Transaction,
  fields: ReadFields<Application>,
  lang: Language,
): Promise<StoredVisit> {
  const now = deps.clock();
  const found = await readReferences(trx, fields.validFields, now);
  const settings = await readSiteSettings(trx, found.siteVersion);
  const { companions = [], ...person } = requireValid(fields, found, settings, { lang, now });
  const site = settings.configuration;
  const { privacy, privacyPolicyId, agreements } = person;
  const statusCode = site.autoApprove ? "approved" : "applied";
  const visit = { ...person, statusCode, origin: "public", lang } as const;
  const party = [
    { ...visit, consents: consentsGiven({ privacy, privacyPolicyId, agreements }, settings) },
    ...companions.map(({ name, cellphone, email }) => ({
      ...visit,
      name,
      cellphone,
      email,
      carNumber: undefined,
    })),
  ];
  const stored = await createVisits(trx, party, deps, { action: "apply", actor: visitor, now, site });
  const [leader] = stored as [StoredVisit];
  const messaging = { ...deps, trx, now, site, isPublic: true };
  if (visit.statusCode === "approved") {
    // Companions get a message only where the applicant's number was verified.
    const ids = (site.submitCode ? stored : [leader]).map(({ id }) => id);
    await notifyVisitors(messaging, "approve", ids);
  } else {
    await notifyOfRequest(messaging, templateOf("apply", settings.templates), {
      ...found,
      ...leader,
      name: person.name,
      startAt: toInstant(person.startDate, site.timezone),
    });
  }
  return leader;
}
