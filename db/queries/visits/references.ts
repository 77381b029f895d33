/** What an application names, as it stands in the database, in one read. */

import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import { type MessageParties, partyColumns } from "../messages/subjects.ts";

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

const select = (further = "") => `SELECT h.status AS "hostStatus", h.company_id AS "hostCompany",
    h.in_public_search AS "hostInPublicSearch",
    EXISTS (SELECT FROM companies WHERE id = :userCompany AND in_use) AS "companyInUse",
    coalesce(place.kind = ${codeKinds.place} AND place.in_use, false) AS "locationInUse",
    EXISTS (SELECT FROM user_codes WHERE id = :purpose AND kind = ${codeKinds.purpose} AND in_use) AS "purposeInUse",
    (SELECT id FROM privacy_policies WHERE applied) AS "policyId",
    (SELECT version FROM site_version) AS "siteVersion"${further}
  FROM (VALUES (:hostUser::integer, :location::integer)) AS asked(host, place)
  LEFT JOIN host_users h ON h.id = asked.host
  LEFT JOIN user_codes place ON place.id = asked.place`;

const named = ({ hostUser, userCompany, location, purpose }: NamedByApplication) => ({
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
  const { rows } = await db.raw<{ rows: [ApplicationReferences] }>(select(), named(application));
  return rows[0];
}

const requestSelect = `${select(`, ${partyColumns(":awayAt::timestamptz")}`)}
  LEFT JOIN host_user_preferences p ON p.host_user_id = h.id`;

/** As above, with how the host is reached; null in all of that where the host is unknown. */
export interface RequestReferences extends ApplicationReferences {
  readonly parties: MessageParties;
}

/**
 * Looks up what a request of a visitor points at, and what the message to its host needs.
 * @param awayAt when deputies of a host who is away are in force
 */
export async function requestReferences(
  db: Knex,
  application: NamedByApplication,
  awayAt: Date,
): Promise<RequestReferences> {
  const { rows } = await db.raw<{ rows: [ApplicationReferences & MessageParties] }>(requestSelect, {
    ...named(application),
    awayAt,
  });
  return { ...rows[0], parties: rows[0] };
}
