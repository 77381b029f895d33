/** Read models of privacy policies as they are managed. */
import type { Knex } from "knex";
import type { PolicyListQuery } from "#contract/texts/privacy-policies.ts";
import type { PrivacyPolicy } from "../models/privacy-policy.ts";
import { anywhere, readPage, readSort } from "./pages.ts";

export interface PolicySummaryRow
  extends Pick<PrivacyPolicy, "id" | "title" | "applied" | "appliedAt" | "createdAt" | "updatedAt"> {
  /** Never applied, and nobody agreed to it. */
  readonly editable: boolean;
  /** When it was in force, oldest first; instants as JSON has them. */
  readonly periods: { readonly from: string; readonly until: string | null }[];
}

export interface WholePolicyRow extends PolicySummaryRow, Pick<PrivacyPolicy, "content" | "enContent"> {}

const columns = `p.id, p.title, p.applied, p.applied_at AS "appliedAt",
  p.applied_at IS NULL AND NOT EXISTS (SELECT FROM visit_consents c WHERE c.privacy_policy_id = p.id) AS editable,
  (SELECT coalesce(json_agg(json_build_object('from', t.applied_at, 'until', t.replaced_at) ORDER BY t.id), '[]')
   FROM policy_periods t WHERE t.privacy_policy_id = p.id) AS periods,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

const orders = {
  title: "p.title",
  appliedAt: "p.applied_at",
  createdAt: "p.created_at",
  updatedAt: "p.updated_at",
} as const;

/** The one in force, then the newest, unless sorted otherwise. */
function orderOf(sort: PolicyListQuery["sort"]): string {
  if (!sort) return "p.applied DESC, p.created_at DESC, p.id DESC";
  const { column, way } = readSort<keyof typeof orders>(sort);
  return `${orders[column]} ${way} NULLS LAST, p.id ${way}`;
}

/** A page of policies by a part of their title. */
export const policyRows = (db: Knex, { page, size, sort, q }: PolicyListQuery) =>
  readPage<PolicySummaryRow>(
    db,
    {
      columns,
      fits: "FROM privacy_policies p WHERE search_text(p.title) LIKE search_text(:like)",
      order: orderOf(sort),
      bindings: { like: q === undefined ? "%" : anywhere(q) },
    },
    { page, size },
  );

/** One policy with its texts. */
export async function policyRow(db: Knex, id: number): Promise<WholePolicyRow | undefined> {
  const { rows } = await db.raw<{ rows: WholePolicyRow[] }>(
    `SELECT ${columns}, p.content, p.en_content AS "enContent" FROM privacy_policies p WHERE p.id = ?`,
    [id],
  );
  return rows[0];
}
