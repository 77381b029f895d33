/** Saved views of lists: a person's own, and those that administrators share with everyone. */

import type { Knex } from "knex";
import { raw } from "objection";
import type * as z from "zod/mini";
import type { SessionUser } from "#api/auth/sessions.ts";
import { onUniqueViolation } from "#api/constraint-errors.ts";
import { invalid, notFound } from "#api/errors.ts";
import { scopeOf } from "#api/permissions.ts";
import {
  type addSavedView,
  type changeSavedView,
  maxSavedViews,
  type SavedView as Shown,
  shareSavedView,
  type ViewList,
} from "#contract/people/saved-views.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { DefaultView, SavedView } from "#db/models/people/preferences.ts";

interface SavedViewRow extends Pick<SavedView, "id" | "list" | "hostUserId" | "name" | "state" | "shared"> {
  readonly isDefault: boolean;
}

/** A person's own views and the shared ones, by name. @param which all views of a list, or one */
const savedViewRows = async (
  db: Knex,
  hostUserId: number,
  which: { readonly list?: ViewList; readonly id?: number },
): Promise<SavedViewRow[]> =>
  SavedView.query(db)
    .select(
      ...(["id", "list", "hostUserId", "name", "state", "shared"] as const),
      raw("EXISTS ?", SavedView.relatedQuery("defaultOf").select(raw("1")).where({ hostUserId })).as(
        "isDefault",
      ),
    )
    .where(which)
    .where((view) => void view.where({ hostUserId }).orWhere({ shared: true }))
    .orderBy(["name", "id"])
    .castTo<SavedViewRow[]>();

type Person = Pick<SessionUser, "id" | "role">;

/** Shared views are edited by the roles that may share. */
const mayEdit = ({ hostUserId, shared }: SavedViewRow, { id, role }: Person): boolean =>
  shared ? scopeOf(shareSavedView.permission, role) !== undefined : hostUserId === id;

const present = (row: SavedViewRow, person: Person): Shown => {
  const { id, name, state, shared, isDefault } = row;
  return { id, name, state, shared, isDefault, editable: mayEdit(row, person) };
};

/** A person's own views of a list and the shared ones. */
export async function readViews(db: Knex, person: Person, list: ViewList): Promise<Shown[]> {
  return (await savedViewRows(db, person.id, { list })).map((row) => present(row, person));
}

/** @throws HttpError 404, also for another person's own */
async function readView(db: Knex, person: Person, id: number): Promise<SavedViewRow> {
  const [row] = await savedViewRows(db, person.id, { id });
  if (!row) throw notFound();
  return row;
}

/** @throws HttpError 404, also for a shared one that only administrators edit */
async function requireEditable(trx: Knex, person: Person, id: number): Promise<SavedViewRow> {
  await SavedView.query(trx).findById(id).select("id").forUpdate();
  const row = await readView(trx, person, id);
  if (!mayEdit(row, person)) throw notFound();
  return row;
}

const taken = { name: "nameTaken" } as const;

/** @throws InvalidInput on name where it is taken, or at the maximum of views of the list */
export function addView(
  db: Knex,
  person: Person,
  view: z.output<typeof addSavedView.body>,
  now: Date,
): Promise<Shown> {
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      // Serialises a person's calls, so that the limit holds.
      await HostUser.query(trx).findById(person.id).select("id").forNoKeyUpdate();
      const owned = await SavedView.query(trx).where({ hostUserId: person.id, list: view.list }).resultSize();
      if (owned >= maxSavedViews) throw invalid({ name: "tooMany" });
      const { id } = await SavedView.query(trx)
        .insert({ ...view, hostUserId: person.id, shared: false, createdAt: now, updatedAt: now })
        .returning("id");
      return present(await readView(trx, person, id), person);
    }),
  );
}

/** @throws InvalidInput on name where it is taken; HttpError 404 */
export function changeView(
  db: Knex,
  person: Person,
  id: number,
  { name, state }: Omit<z.output<typeof changeSavedView.body>, "id">,
  now: Date,
): Promise<Shown> {
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      await requireEditable(trx, person, id);
      await SavedView.query(trx).findById(id).patch({ name, state, updatedAt: now });
      return present(await readView(trx, person, id), person);
    }),
  );
}

/** Sets or clears the person's default view of the list. @throws HttpError 404 */
export function setDefault(db: Knex, person: Person, id: number, isDefault: boolean): Promise<Shown> {
  return db.transaction(async (trx) => {
    const { list } = await readView(trx, person, id);
    if (isDefault) {
      await DefaultView.query(trx)
        .insert({ hostUserId: person.id, list, savedViewId: id })
        .onConflict(["hostUserId", "list"])
        .merge();
    } else {
      await DefaultView.query(trx).delete().where({ hostUserId: person.id, savedViewId: id });
    }
    return present(await readView(trx, person, id), person);
  });
}

/** Shares a view, or stops sharing it, which clears it as other people's default. @throws HttpError 404 */
export function shareView(db: Knex, person: Person, id: number, shared: boolean, now: Date): Promise<void> {
  return db.transaction(async (trx) => {
    const { hostUserId } = await requireEditable(trx, person, id);
    await SavedView.query(trx).findById(id).patch({ shared, updatedAt: now });
    if (!shared) {
      await DefaultView.query(trx).delete().where({ savedViewId: id }).whereNot({ hostUserId });
    }
  });
}

/** @throws HttpError 404 */
export function removeView(db: Knex, person: Person, id: number): Promise<void> {
  return db.transaction(async (trx) => {
    await requireEditable(trx, person, id);
    await SavedView.query(trx).deleteById(id);
  });
}
