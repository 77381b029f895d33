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

/** Looks up everything an application points at; what is not named is not found. */
export async function applicationReferences(
  db: Knex,
  { hostUser, userCompany, location, purpose }: NamedByApplication,
): Promise<ApplicationReferences> {
  const { rows } = await db.raw<{ rows: [ApplicationReferences] }>(
    `SELECT h.status AS "hostStatus", h.company_id AS "hostCompany",
       h.in_public_search AS "hostInPublicSearch",
       EXISTS (SELECT FROM companies WHERE id = ? AND in_use) AS "companyInUse",
       EXISTS (SELECT FROM user_codes WHERE id = ? AND kind = ${codeKinds.place} AND in_use) AS "locationInUse",
       EXISTS (SELECT FROM user_codes WHERE id = ? AND kind = ${codeKinds.purpose} AND in_use) AS "purposeInUse",
       (SELECT id FROM privacy_policies WHERE applied) AS "policyId",
       (SELECT version FROM site_version) AS "siteVersion"
     FROM (VALUES (?::integer)) AS asked(host) LEFT JOIN host_users h ON h.id = asked.host`,
    [userCompany ?? null, location ?? null, purpose ?? null, hostUser ?? null],
  );
  return rows[0];
}
