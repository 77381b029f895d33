/**
 * Privacy policies: written, put in force one at a time, and kept from then on, because visits name the one
 * that was agreed to (docs/behaviour.md, "Records" and "Roles and permissions").
 */
import type { Knex } from "knex";
import { notFound, policyKept } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { storedHtml, storedHtmlOrNothing } from "#api/safe-html.ts";
import type { NewPolicy, PolicyChange } from "#contract/texts/privacy-policies.ts";
import { PrivacyPolicy } from "#db/models/privacy-policy.ts";
import { policyRow, type WholePolicyRow } from "#db/queries/policies.ts";
import { lockTable } from "#db/statements/lock-table.ts";
import { requireRevision, revisionOfPolicy } from "../terms/revisions.ts";

/** @throws HttpError 404 */
export async function readPolicy(db: Knex, id: number): Promise<WholePolicyRow> {
  const row = await policyRow(db, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Serialises writers: applying one policy changes another, so row locks are not enough.
 * Readers and applications that reference a policy do not wait.
 */
const writing = <T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (trx) => {
    await lockTable(trx, PrivacyPolicy);
    return work(trx);
  });

/** @throws InvalidInput where nothing of the text may be shown */
export function addPolicy(
  db: Knex,
  { title, content, enContent = "" }: NewPolicy,
  now: Date,
): Promise<WholePolicyRow> {
  return writing(db, async (trx) => {
    const { id } = await PrivacyPolicy.query(trx)
      .insert({
        title,
        content: storedHtml("content", content),
        enContent: storedHtmlOrNothing(enContent),
        createdAt: now,
        updatedAt: now,
      })
      .returning("id");
    await noteChanges(trx, [{ kind: "text" }]);
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
 * @throws InvalidInput where nothing of the text may be shown; HttpError 404; 405 where it is or was in force, or is not
 * what was read any more
 */
export function changePolicy(
  db: Knex,
  id: number,
  { title, content, enContent, revision }: PolicyChange,
  now: Date,
): Promise<WholePolicyRow> {
  return writing(db, async (trx) => {
    requireRevision(revision, revisionOfPolicy(await readDraft(trx, id)));
    await PrivacyPolicy.query(trx)
      .findById(id)
      .patch({
        ...(title !== undefined && { title }),
        ...(content !== undefined && { content: storedHtml("content", content) }),
        ...(enContent !== undefined && { enContent: storedHtmlOrNothing(enContent) }),
        updatedAt: now,
      });
    await noteChanges(trx, [{ kind: "text" }]);
    return readPolicy(trx, id);
  });
}

/** @throws HttpError 404; 405 where it is or was in force */
export function removePolicy(db: Knex, id: number): Promise<void> {
  return writing(db, async (trx) => {
    await readDraft(trx, id);
    await PrivacyPolicy.query(trx).deleteById(id);
    await noteChanges(trx, [{ kind: "text" }]);
  });
}

/**
 * Applies a policy in place of the current one. Whatever was in force before keeps the date on which it first was; the
 * database keeps each period (policy_periods).
 * @throws HttpError 404
 */
export function applyPolicy(db: Knex, id: number, now: Date): Promise<WholePolicyRow> {
  return writing(db, async (trx) => {
    const policy = await readPolicy(trx, id);
    if (policy.applied) return policy;
    await PrivacyPolicy.query(trx).where({ applied: true }).patch({ applied: false, updatedAt: now });
    await PrivacyPolicy.query(trx)
      .findById(id)
      .patch({ applied: true, appliedAt: policy.appliedAt ?? now, updatedAt: now });
    await noteChanges(trx, [{ kind: "text" }, { kind: "configuration" }]);
    return readPolicy(trx, id);
  });
}
