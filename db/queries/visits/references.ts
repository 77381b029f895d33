/** What applications name, as it stands in the database, in one read. */

import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import { unseen } from "../../planner.ts";

export interface NamedByApplication {
  readonly hostUser?: number | undefined;
  readonly userCompany?: number | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
  /** The instant at which that matters for what else is read. */
  readonly at?: Date;
}

export interface ApplicationReferences {
  readonly hostStatus: "active" | "resigned" | null;
  readonly hostCompany: number | null;
  readonly hostInPublicSearch: boolean | null;
  readonly companyInUse: boolean;
  readonly locationInUse: boolean;
  readonly purposeInUse: boolean;
  readonly policyId: number | null;
  /** Of what is kept of the site. */
  readonly siteVersion: string;
}

/**
 * Reads what some applications name, in their order.
 * @param further columns, of the host `h` and of the `place` too, each with a comma before it
 * @param joined what else is joined for these
 */
export const referencesSelect = (
  further = "",
  joined = "",
) => `SELECT h.status AS "hostStatus", h.company_id AS "hostCompany",
    h.in_public_search AS "hostInPublicSearch",
    EXISTS (SELECT FROM companies WHERE id = asked.company AND in_use) AS "companyInUse",
    coalesce(place.kind = ${codeKinds.place} AND place.in_use, false) AS "locationInUse",
    EXISTS (SELECT FROM user_codes WHERE id = asked.purpose AND kind = ${codeKinds.purpose} AND in_use) AS "purposeInUse",
    (SELECT id FROM privacy_policies WHERE applied) AS "policyId",
    (SELECT version FROM site_version) AS "siteVersion"${further}
  FROM unnest(${["hosts", "companies", "places", "purposes"].map((ids) => unseen(`:${ids}`, "integer[]")).join(", ")},
    ${unseen(":times", "timestamptz[]")}) WITH ORDINALITY AS asked(host, company, place, purpose, at, nth)
  LEFT JOIN host_users h ON h.id = asked.host
  LEFT JOIN user_codes place ON place.id = asked.place ${joined}
  ORDER BY asked.nth`;

/** Values of the places in it. */
export const referencesValues = (applications: readonly NamedByApplication[]) => ({
  hosts: applications.map(({ hostUser }) => hostUser ?? null),
  companies: applications.map(({ userCompany }) => userCompany ?? null),
  places: applications.map(({ location }) => location ?? null),
  purposes: applications.map(({ purpose }) => purpose ?? null),
  times: applications.map(({ at }) => at ?? null),
});

/** Looks up everything an application points at; what is not named is not found. */
export async function applicationReferences(
  db: Knex,
  application: NamedByApplication,
): Promise<ApplicationReferences> {
  const { rows } = await db.raw<{ rows: [ApplicationReferences] }>(
    referencesSelect(),
    referencesValues([application]),
  );
  return rows[0];
}
