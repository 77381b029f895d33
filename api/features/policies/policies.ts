/**
 * Management of privacy policies. One is in force at a time; one that was in force is kept, because consents refer to it
 * (docs/behaviour.md, "Records" and "Roles and permissions").
 */
import type { Knex } from "knex";
import { raw } from "objection";
import type { Deps } from "#api/deps.ts";
import { notFound, policyKept } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { containsPattern, type Page, pageOf, readSort } from "#api/paging.ts";
import { safeHtml, storedHtml, storedOptionalHtml } from "#api/safe-html.ts";
import type { PolicyRow } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type {
  AppliedPolicy,
  NewPolicy,
  Policy,
  PolicyChange,
  PolicyListQuery,
  PolicyPreview,
  PolicySummary,
} from "#contract/texts/privacy-policies.ts";
import { takeLock } from "#db/lock.ts";
import { PrivacyPolicy } from "#db/models/terms.ts";
import { requireRevision, revisionOf } from "../terms/versions.ts";

const columns = ["id", "title", "applied", "appliedAt", "createdAt", "updatedAt"] as const;

interface PolicySummaryRow extends Pick<PrivacyPolicy, (typeof columns)[number]> {
  /** Never applied, and no visitor consented to it. */
  readonly editable: boolean;
  /** Periods in force, oldest first; instants in ISO 8601. */
  readonly periods: readonly { readonly from: string; readonly until: string | null }[];
}

interface WholePolicyRow extends PolicySummaryRow, Pick<PrivacyPolicy, "content" | "enContent"> {}

const summaries = (db: Knex) =>
  PrivacyPolicy.query(db).select(
    ...columns,
    raw(`applied_at IS NULL AND NOT EXISTS
      (SELECT FROM visit_consents c WHERE c.privacy_policy_id = privacy_policies.id)`).as("editable"),
    raw(`(SELECT coalesce(json_agg(json_build_object('from', t.applied_at, 'until', t.replaced_at) ORDER BY t.id), '[]')
      FROM policy_periods t WHERE t.privacy_policy_id = privacy_policies.id)`).as("periods"),
  );

/** A page of policies by a part of their title; the current one, then the newest, unless sorted otherwise. */
export function listPolicies(
  db: Knex,
  { page, size, sort, q }: PolicyListQuery,
): Promise<Page<PolicySummaryRow>> {
  const found = summaries(db);
  if (q !== undefined) found.modify("titled", containsPattern(q));
  if (sort) {
    const { column, direction } = readSort(sort);
    found.orderBy([
      { column, order: direction, nulls: "last" },
      { column: "id", order: direction },
    ]);
  } else {
    const newestFirst = ["applied", "createdAt", "id"].map((column) => ({ column, order: "desc" as const }));
    found.orderBy(newestFirst);
  }
  return pageOf<PrivacyPolicy, PolicySummaryRow>(db, found, { page, size });
}

const revisionOfPolicy = ({
  title,
  content,
  enContent,
}: Pick<PrivacyPolicy, "title" | "content" | "enContent">): string => revisionOf(title, content, enContent);

/** @throws HttpError 404 */
export async function readPolicy(db: Knex, id: number): Promise<WholePolicyRow> {
  const row = await summaries(db)
    .select("content", "enContent")
    .findById(id)
    .castTo<WholePolicyRow | undefined>();
  if (!row) throw notFound();
  return row;
}

/**
 * Serialises writers, because applying one policy changes another. Readers and consents that refer to a policy do not wait.
 */
const withPolicyLock = <T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (trx) => {
    await takeLock(trx, "privacyPolicies");
    return work(trx);
  });

/** @throws InvalidInput where sanitising leaves no text */
export function addPolicy(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { title, content, enContent = "" }: NewPolicy,
): Promise<WholePolicyRow> {
  const now = clock();
  return withPolicyLock(db, async (trx) => {
    const { id } = await PrivacyPolicy.query(trx)
      .insert({
        title,
        content: storedHtml("content", content),
        enContent: storedOptionalHtml(enContent),
        createdAt: now,
        updatedAt: now,
      })
      .returning("id");
    await publishChanges(trx, [{ kind: "text" }]);
    return readPolicy(trx, id);
  });
}

/** @throws HttpError 404; 405 where it is or was in force */
async function readDraft(trx: Knex.Transaction, id: number): Promise<WholePolicyRow> {
  const policy = await readPolicy(trx, id);
  if (!policy.editable) throw policyKept();
  return policy;
}

/**
 * @throws InvalidInput where sanitising leaves no text; HttpError 404; 405 where it is or was in force, or was changed since it
 *   was read
 */
export function changePolicy(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: number,
  { title, content, enContent, revision }: PolicyChange,
): Promise<WholePolicyRow> {
  return withPolicyLock(db, async (trx) => {
    requireRevision(revision, revisionOfPolicy(await readDraft(trx, id)));
    await PrivacyPolicy.query(trx)
      .findById(id)
      .patch({
        title,
        content: content === undefined ? undefined : storedHtml("content", content),
        enContent: enContent === undefined ? undefined : storedOptionalHtml(enContent),
        updatedAt: clock(),
      });
    await publishChanges(trx, [{ kind: "text" }]);
    return readPolicy(trx, id);
  });
}

/** @throws HttpError 404; 405 where it is or was in force */
export function removePolicy(db: Knex, id: number): Promise<void> {
  return withPolicyLock(db, async (trx) => {
    await readDraft(trx, id);
    await PrivacyPolicy.query(trx).deleteById(id);
    await publishChanges(trx, [{ kind: "text" }]);
  });
}

/**
 * Applies a policy in place of the current one. `appliedAt` keeps the first date; policy_periods has every period.
 * @throws HttpError 404
 */
export function applyPolicy({ db, clock }: Pick<Deps, "db" | "clock">, id: number): Promise<WholePolicyRow> {
  const now = clock();
  return withPolicyLock(db, async (trx) => {
    const policy = await readPolicy(trx, id);
    if (policy.applied) return policy;
    await PrivacyPolicy.query(trx).where({ applied: true }).patch({ applied: false, updatedAt: now });
    await PrivacyPolicy.query(trx)
      .findById(id)
      .patch({ applied: true, appliedAt: policy.appliedAt ?? now, updatedAt: now });
    await publishChanges(trx, [{ kind: "text" }, { kind: "configuration" }]);
    return readPolicy(trx, id);
  });
}

export const presentPolicy = (row: PolicyRow): AppliedPolicy => ({
  id: row.id,
  content: safeHtml(row.content),
  enContent: safeHtml(row.enContent),
});

export const presentPolicySummary = (row: PolicySummaryRow, timezone: string): PolicySummary => ({
  ...row,
  appliedAt: row.appliedAt && fromInstant(row.appliedAt, timezone),
  periods: row.periods.map(({ from, until }) => ({
    from: fromInstant(new Date(from), timezone),
    until: until && fromInstant(new Date(until), timezone),
  })),
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentPolicyWhole = (row: WholePolicyRow, timezone: string): Policy => ({
  ...presentPolicySummary(row, timezone),
  content: safeHtml(row.content),
  enContent: safeHtml(row.enContent),
  revision: revisionOfPolicy(row),
});

export const presentPolicyPreview = (draft: PolicyPreview): PolicyPreview => ({
  content: storedOptionalHtml(draft.content),
  enContent: storedOptionalHtml(draft.enContent),
});
