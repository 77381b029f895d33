/** Reservations by staff (docs/behaviour.md, "Visits"). */

import type { Knex } from "knex";
import { type AuthContext, actorOf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { fromInstant } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { periodErrors } from "#contract/visits/requests.ts";
import { maxStayDays, type Reservation } from "#contract/visits/visit-actions.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { notifyHosts } from "../messages/host-messages.ts";
import { notifyVisitors } from "../messages/visitor-messages.ts";
import { createVisits, referenceErrors, type StoredVisit } from "./create.ts";
import { readPreviousNumber } from "./previous-visitors.ts";
import { readReferences } from "./queries/new-visits.ts";

/** A host or their deputy reserves only for the host's own visitors, and needs no approval. */
function ownErrors({ hostUser, askHost }: Partial<Reservation>, { hosts, scope }: AuthContext): FieldErrors {
  if (scope === "all") return {};
  return {
    ...(hostUser !== undefined && !hosts.includes(hostUser) && { hostUser: "ownVisitsOnly" as const }),
    ...(askHost && { askHost: "invalid" as const }),
  };
}

async function readReservation(
  deps: Deps,
  trx: Knex.Transaction,
  { value, validFields, errors }: ReadFields<Reservation>,
  { caller, site, now }: { caller: AuthContext; site: Configuration; now: Date },
): Promise<Reservation> {
  const { previousVisit, companions = [] } = validFields;
  const copied = (visit: number | undefined) =>
    visit === undefined ? undefined : readPreviousNumber(deps, trx, caller, visit);
  const previous = await copied(previousVisit);
  const previousOf: Awaited<ReturnType<typeof copied>>[] = [];
  for (const companion of companions) previousOf.push(await copied(companion.previousVisit));
  const all: FieldErrors = {
    ...periodErrors(validFields, maxStayDays, fromInstant(now, site.timezone), site.timezone),
    ...referenceErrors(validFields, await readReferences(trx, validFields, now)),
    ...ownErrors(validFields, caller),
    ...(site.requestInputPlace && validFields.location === undefined && { location: "required" as const }),
    ...(previousVisit !== undefined && !previous && { previousVisit: "visitUnknown" as const }),
    ...Object.fromEntries(
      companions.flatMap((companion, index) =>
        companion.previousVisit !== undefined && !previousOf[index]
          ? [[`companions.${index}.previousVisit`, "visitUnknown" as const]]
          : [],
      ),
    ),
    ...errors,
  };
  if (!value || Object.keys(all).length > 0) throw invalid(all);
  return {
    ...value,
    cellphone: value.cellphone ?? previous?.cellphone,
    email: value.email ?? previous?.email,
    companions: value.companions.map((companion, index) => ({
      ...companion,
      cellphone: companion.cellphone ?? previousOf[index]?.cellphone,
      email: companion.email ?? previousOf[index]?.email,
    })),
  };
}

type PersonGiven = Pick<Reservation, "name" | "cellphone" | "email" | "company" | "position" | "carNumber">;

/** Messages to foreign numbers are in English; the visitor's language is not known otherwise. */
const personOf = ({ name, cellphone, email, company, position, carNumber }: PersonGiven) => ({
  name,
  cellphone,
  email,
  company,
  position,
  carNumber,
  lang: cellphone?.startsWith("+") ? ("en" as const) : ("ko" as const),
});

/**
 * Creates a reservation in the caller's transaction, approved or, with `askHost`, pending, and notifies visitors or the host.
 * A missing number or address is copied from a previous visit. Companions default to the leader's company. Visitors have not
 * agreed to anything yet.
 * @returns the id of the leader's visit
 * @throws InvalidInput naming every invalid field; nothing is stored then
 */
export async function reserve(
  deps: Deps,
  trx: Knex.Transaction,
  fields: ReadFields<Reservation>,
  { caller, site }: { caller: AuthContext; site: Configuration },
): Promise<number> {
  const now = deps.clock();
  const given = await readReservation(deps, trx, fields, { caller, site, now });
  const visit = {
    statusCode: given.askHost ? "applied" : "approved",
    hostUser: given.hostUser,
    location: given.location,
    purpose: given.purpose,
    startDate: given.startDate,
    endDate: given.endDate,
    origin: "console",
  } as const;
  const context = { action: "reserve", actor: actorOf(caller), now, site } as const;
  const { phone, note } = given;
  const party = [
    { ...visit, ...personOf(given), phone, note },
    ...given.companions.map((companion) => ({
      ...visit,
      ...personOf({ ...companion, company: companion.company ?? given.company }),
    })),
  ];
  const stored = await createVisits(trx, party, deps, context);
  const [leader] = stored as [StoredVisit];
  const messaging = { ...deps, trx, now, site };
  const ids = stored.map(({ id }) => id);
  if (given.askHost) await notifyHosts(messaging, "apply", [leader.id]);
  else await notifyVisitors(messaging, "approve", ids);
  return leader.id;
}
