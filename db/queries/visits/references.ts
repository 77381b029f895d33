/** What an application names, as it stands in the database, in one read. */

import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";

export interface NamedByApplication {
  readonly hostUser?: number | undefined;
  readonly userCompany?: number | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
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

/** @param further columns, of the host `h` and of the `place` too, each with a comma before it */
export const referencesSelect = (
  further = "",
) => `SELECT h.status AS "hostStatus", h.company_id AS "hostCompany",
    h.in_public_search AS "hostInPublicSearch",
    EXISTS (SELECT FROM companies WHERE id = :userCompany AND in_use) AS "companyInUse",
    coalesce(place.kind = ${codeKinds.place} AND place.in_use, false) AS "locationInUse",
    EXISTS (SELECT FROM user_codes WHERE id = :purpose AND kind = ${codeKinds.purpose} AND in_use) AS "purposeInUse",
    (SELECT id FROM privacy_policies WHERE applied) AS "policyId",
    (SELECT version FROM site_version) AS "siteVersion"${further}
  FROM (VALUES (:hostUser::integer, :location::integer)) AS asked(host, place)
  LEFT JOIN host_users h ON h.id = asked.host
  LEFT JOIN user_codes place ON place.id = asked.place`;

/** Values of the places in it. */
export const referencesValues = ({ hostUser, userCompany, location, purpose }: NamedByApplication) => ({
  hostUser: hostUser ?? null,
  userCompany: userCompany ?? null,
  location: location ?? null,
  purpose: purpose ?? null,
});

/** Looks up everything an application points at; what is not named is not found. */
export async function applicationReferences(
  db: Knex,
  application: NamedByApplication,
): Promise<ApplicationReferences> {
  const { rows } = await db.raw<{ rows: [ApplicationReferences] }>(
    referencesSelect(),
    referencesValues(application),
  );
  return rows[0];
}
