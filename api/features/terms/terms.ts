/** Management of terms (docs/behaviour.md, "Records"). */
import type { Knex } from "knex";
import { onForeignKeyViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import { nextPosition, reorder } from "#api/display-order.ts";
import { invalid, notFound, termsKept } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import { anyOf, containsPattern, type Page, pageOf, readSort } from "#api/paging.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { NewTerms, TermsChange, TermsListQuery, TermsOrder } from "#contract/texts/managed-terms.ts";
import { Terms, TermsVersion } from "#db/models/terms.ts";

const columns = [
  ...(["id", "title", "enTitle", "contentType", "renderHtml", "modalDisplay", "requestAgree"] as const),
  ...(["bgColor", "confirmMsg", "enConfirmMsg", "inUse", "dispOrder", "createdAt", "updatedAt"] as const),
] as const satisfies (keyof Terms)[];

export type TermsRow = Pick<Terms, (typeof columns)[number]> & {
  /** The highest deployed version. */
  readonly deployedVersion: number | null;
};

const rows = (db: Knex) =>
  Terms.query(db).select(
    ...columns.map((name) => `terms.${name}`),
    Terms.relatedQuery("deployedVersions").max("version").as("deployedVersion"),
  );

/** A page of terms, filtered by type, use or a part of the title. */
export function listTerms(
  db: Knex,
  { page, size, sort = "dispOrder", q, contentType, inUse }: TermsListQuery,
): Promise<Page<TermsRow>> {
  const { column, direction } = readSort(sort);
  const found = rows(db).orderBy([{ column, order: direction }, "dispOrder", "id"]);
  if (contentType) found.where("contentType", anyOf(contentType, "text"));
  if (inUse !== undefined) found.where({ inUse });
  if (q !== undefined) found.modify("titled", containsPattern(q));
  return pageOf<Terms, TermsRow>(db, found, { page, size });
}

/** @throws HttpError 404 */
export async function readTerms(db: Knex, id: number): Promise<TermsRow> {
  const row = await rows(db).findById(id).castTo<TermsRow | undefined>();
  if (!row) throw notFound();
  return row;
}

/**
 * Locks terms and thereby their versions: every write of a version takes this lock first.
 * @throws HttpError 404
 */
export async function lockTerms(trx: Knex.Transaction, id: number): Promise<TermsRow> {
  await Terms.query(trx).select("id").findById(id).forUpdate();
  return readTerms(trx, id);
}

type Rendering = Pick<TermsRow, "contentType" | "renderHtml">;

/** A checklist has plain lines, no HTML. */
const renderErrors = ({ contentType, renderHtml }: Rendering): FieldErrors =>
  contentType === "체크리스트" && renderHtml ? { renderHtml: "plainOnly" } : {};

function requireValid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** @throws InvalidInput for a checklist with `renderHtml` */
export async function addTerms(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { title, contentType, renderHtml = false, dispOrder, ...more }: NewTerms,
): Promise<TermsRow> {
  const now = clock();
  requireValid(renderErrors({ contentType, renderHtml }));
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
        dispOrder: dispOrder ?? (await nextPosition(trx, Terms)),
        createdAt: now,
        updatedAt: now,
      })
      .returning("id");
    await publishChanges(trx, [{ kind: "text" }]);
    return readTerms(trx, id);
  });
}

/** @throws InvalidInput for another type after deployment, or a checklist with `renderHtml`; HttpError 404 */
export function changeTerms(
  { db, clock }: Pick<Deps, "db" | "clock">,
  id: number,
  change: TermsChange,
): Promise<TermsRow> {
  return db.transaction(async (trx) => {
    const before = await lockTerms(trx, id);
    const { title, enTitle, modalDisplay, requestAgree, bgColor, confirmMsg, enConfirmMsg } = change;
    const { contentType = before.contentType, renderHtml = before.renderHtml, inUse, dispOrder } = change;
    const isTypeFixed = before.deployedVersion !== null && contentType !== before.contentType;
    requireValid({
      ...renderErrors({ contentType, renderHtml }),
      ...(isTypeFixed && { contentType: "typeFixed" }),
    });
    const named = { title, enTitle, modalDisplay, requestAgree, bgColor, confirmMsg, enConfirmMsg };
    await Terms.query(trx)
      .findById(id)
      .patch({ ...named, contentType, renderHtml, inUse, dispOrder, updatedAt: clock() });
    // The request form may open or close with it.
    await publishChanges(trx, [
      { kind: "text" },
      ...(inUse === undefined ? [] : [{ kind: "configuration" } as const]),
    ]);
    return readTerms(trx, id);
  });
}

/** @throws HttpError 404; 405 where a version was deployed or a consent refers to one */
export function removeTerms(db: Knex, id: number): Promise<void> {
  return onForeignKeyViolation(
    termsKept,
    db.transaction(async (trx) => {
      const { deployedVersion } = await lockTerms(trx, id);
      if (deployedVersion !== null) throw termsKept();
      await TermsVersion.query(trx).where({ termsId: id }).delete();
      await Terms.query(trx).deleteById(id);
      await publishChanges(trx, [{ kind: "text" }]);
    }),
  );
}

/** @throws InvalidInput naming each unknown or duplicate item; nothing is changed then */
export function sortTerms(db: Knex, positions: TermsOrder, now: Date): Promise<void> {
  return db.transaction(async (trx) => {
    await reorder(trx, Terms, positions, now);
    await publishChanges(trx, [{ kind: "text" }]);
  });
}
