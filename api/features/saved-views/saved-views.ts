/** Views of lists: kept by person, and given to everybody by administrators. */

import type { Knex } from "knex";
import { raw } from "objection";
import { onUniqueViolation } from "#api/constraint-errors.ts";
import { invalid, notFound } from "#api/errors.ts";
import { mayCall } from "#api/permissions.ts";
import {
  maxSavedViews,
  type SavedView as Shown,
  shareSavedView,
  type ViewList,
  type ViewState,
} from "#contract/people/saved-views.ts";
import type { Role } from "#contract/roles.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { DefaultView, SavedView } from "#db/models/people/preferences.ts";

interface SavedViewRow extends Pick<SavedView, "id" | "list" | "hostUserId" | "name" | "state" | "shared"> {
  readonly isDefault: boolean;
}

/** A person's own views and the shared ones, by name. @param which all of a list, or one */
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
    .where((seen) => void seen.where({ hostUserId }).orWhere({ shared: true }))
    .orderBy(["name", "id"])
    .castTo<SavedViewRow[]>();

/** Who asks. */
interface Person {
  readonly id: number;
  readonly role: Role;
}

/** Whoever may give a view to everybody keeps those that everybody has. */
const mayEdit = ({ hostUserId, shared }: SavedViewRow, { id, role }: Person): boolean =>
  shared ? mayCall(shareSavedView, role, hostUserId === id) : hostUserId === id;

const shown = (row: SavedViewRow, person: Person): Shown => {
  const { id, name, state, shared, isDefault } = row;
  return { id, name, state, shared, isDefault, editable: mayEdit(row, person) };
};

/** Somebody's own views of a list and those that everybody has. */
export async function readViews(db: Knex, person: Person, list: ViewList): Promise<Shown[]> {
  return (await savedViewRows(db, person.id, { list })).map((row) => shown(row, person));
}

/** @throws HttpError 404 for one that there is not, and somebody else's own */
async function readView(db: Knex, person: Person, id: number): Promise<SavedViewRow> {
  const [row] = await savedViewRows(db, person.id, { id });
  if (!row) throw notFound();
  return row;
}

/** @throws HttpError 404 also for one that everybody has and administrators keep */
async function requireEditable(trx: Knex, person: Person, id: number): Promise<SavedViewRow> {
  await SavedView.query(trx).findById(id).select("id").forUpdate();
  const row = await readView(trx, person, id);
  if (!mayEdit(row, person)) throw notFound();
  return row;
}

const taken = { name: "nameTaken" } as const;

interface NewView {
  readonly list: ViewList;
  readonly name: string;
  readonly state: ViewState;
}

/** @throws InvalidInput on name where it is taken, or somebody has as many views of the list as one may */
export function addView(db: Knex, person: Person, view: NewView, now: Date): Promise<Shown> {
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      // one after the other, so that nobody has more than they may
      await HostUser.query(trx).findById(person.id).select("id").forNoKeyUpdate();
      const owned = await SavedView.query(trx).where({ hostUserId: person.id, list: view.list }).resultSize();
      if (owned >= maxSavedViews) throw invalid({ name: "tooMany" });
      const { id } = await SavedView.query(trx)
        .insert({ ...view, hostUserId: person.id, shared: false, createdAt: now, updatedAt: now })
        .returning("id");
      return shown(await readView(trx, person, id), person);
    }),
  );
}

interface ViewChange {
  readonly name?: string | undefined;
  readonly state?: ViewState | undefined;
}

/** @throws InvalidInput on name where it is taken; HttpError 404 */
export function changeView(
  db: Knex,
  person: Person,
  id: number,
  { name, state }: ViewChange,
  now: Date,
): Promise<Shown> {
  return onUniqueViolation(
    taken,
    db.transaction(async (trx) => {
      await requireEditable(trx, person, id);
      await SavedView.query(trx).findById(id).patch({ name, state, updatedAt: now });
      return shown(await readView(trx, person, id), person);
    }),
  );
}

/** Opens the list with a view from now on, for whoever asks, or no longer. @throws HttpError 404 */
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
    return shown(await readView(trx, person, id), person);
  });
}

/** Gives a view to everybody or takes it back; then no list of others opens with it any more. @throws HttpError 404 */
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
