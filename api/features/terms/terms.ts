/** Terms: added, described, sorted, taken out of use (docs/behaviour.md, "Records"). */
import type { Knex } from "knex";
import { onForeignKeyViolation } from "#api/constraint-errors.ts";
import { invalid, notFound, termsKept } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { NewTerms, TermsChange, TermsOrder } from "#contract/texts/managed-terms.ts";
import { Terms, TermsVersion } from "#db/models/terms.ts";
import { type TermsRow, termsRow } from "#db/queries/terms.ts";
import { setDisplayOrder } from "#db/statements/display-order.ts";

/** @throws HttpError 404 */
export async function readTerms(db: Knex, id: number): Promise<TermsRow> {
  const row = await termsRow(db, id);
  if (!row) throw notFound();
  return row;
}

/**
 * Locks terms, which covers their versions: whoever writes one takes this lock first.
 * @throws HttpError 404
 */
export async function lockTerms(trx: Knex.Transaction, id: number): Promise<TermsRow> {
  await Terms.query(trx).select("id").findById(id).forUpdate();
  return readTerms(trx, id);
}

type Shown = Pick<TermsRow, "contentType" | "renderHtml">;

/** A checklist's lines are read one by one, as text. */
const shownErrors = ({ contentType, renderHtml }: Shown): FieldErrors =>
  contentType === "체크리스트" && renderHtml ? { renderHtml: "plainOnly" } : {};

function requireValid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

async function nextPlace(trx: Knex.Transaction): Promise<number> {
  const last = await Terms.query(trx).select("dispOrder").orderBy("dispOrder", "desc").first();
  return (last?.dispOrder ?? 0) + 1;
}

/** @throws InvalidInput for a checklist that would be shown as HTML */
export async function addTerms(
  db: Knex,
  { title, contentType, renderHtml = false, dispOrder, ...more }: NewTerms,
  now: Date,
): Promise<TermsRow> {
  requireValid(shownErrors({ contentType, renderHtml }));
  return db.transaction(async (trx) => {
    const { id } = await Terms.query(trx)
      .insert({
        title,
        contentType,
        renderHtml,
        enTitle: more.enTitle ?? "",
        modalDisplay: more.modalDisplay ?? false,
        requestAgree: more.requestAgree ?? false,
        bgColor: more.bgColor ?? "",
        confirmMsg: more.confirmMsg ?? "",
        enConfirmMsg: more.enConfirmMsg ?? "",
        inUse: more.inUse ?? true,
        dispOrder: dispOrder ?? (await nextPlace(trx)),
        createdAt: now,
        updatedAt: now,
      })
      .returning("id");
    await noteChanges(trx, [{ kind: "text" }]);
    return readTerms(trx, id);
  });
}

const changeable = [
  "title",
  "enTitle",
  "contentType",
  "renderHtml",
  "modalDisplay",
  "requestAgree",
  "bgColor",
  "confirmMsg",
  "enConfirmMsg",
  "inUse",
  "dispOrder",
] as const;

/** @throws InvalidInput for a type that is fixed or a checklist as HTML; HttpError 404 */
export function changeTerms(db: Knex, id: number, change: TermsChange, now: Date): Promise<TermsRow> {
  return db.transaction(async (trx) => {
    const before = await lockTerms(trx, id);
    const named = Object.fromEntries(
      changeable.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
    ) as Partial<Pick<TermsRow, (typeof changeable)[number]>>;
    const after = { ...before, ...named };
    const isTypeFixed = before.deployedVersion !== null && after.contentType !== before.contentType;
    requireValid({ ...shownErrors(after), ...(isTypeFixed && { contentType: "typeFixed" }) });
    await Terms.query(trx)
      .findById(id)
      .patch({ ...named, updatedAt: now });
    // Whether applications are taken may hang on it.
    await noteChanges(trx, [{ kind: "text" }, ...(named.inUse === undefined ? [] : [configuration])]);
    return readTerms(trx, id);
  });
}

const configuration = { kind: "configuration" } as const;

/** @throws HttpError 404; 405 once a version was deployed, or a consent names one all the same */
export function removeTerms(db: Knex, id: number): Promise<void> {
  return onForeignKeyViolation(
    termsKept,
    db.transaction(async (trx) => {
      const { deployedVersion } = await lockTerms(trx, id);
      if (deployedVersion !== null) throw termsKept();
      await TermsVersion.query(trx).where({ termsId: id }).delete();
      await Terms.query(trx).deleteById(id);
      await noteChanges(trx, [{ kind: "text" }]);
    }),
  );
}

/** The places that name terms that are not there, or name some twice. */
function orderErrors(places: TermsOrder, known: ReadonlySet<number>): FieldErrors {
  const seen = new Set<number>();
  const errors: FieldErrors = {};
  for (const [index, { id }] of places.entries()) {
    if (!known.has(id) || seen.has(id)) errors[`dispOrders.${index}.id`] = "invalid";
    seen.add(id);
  }
  return errors;
}

/** @throws InvalidInput naming each place whose terms are not there or come twice; nothing is moved then */
export function sortTerms(db: Knex, places: TermsOrder, now: Date): Promise<void> {
  return db.transaction(async (trx) => {
    const ids = places.map(({ id }) => id);
    // By id, so that two who sort at once wait for each other instead of deadlocking.
    const rows = await Terms.query(trx).select("id").modify("withIds", ids).orderBy("id").forUpdate();
    requireValid(orderErrors(places, new Set(rows.map(({ id }) => id))));
    await setDisplayOrder(trx, Terms, places, now);
    await noteChanges(trx, [{ kind: "text" }]);
  });
}
