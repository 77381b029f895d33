/** Saved views of lists. */
import { route } from "#api/http/route.ts";
import {
  addSavedView,
  changeSavedView,
  getSavedViews,
  removeSavedView,
  setDefaultView,
  shareSavedView,
} from "#contract/people/saved-views.ts";
import { addView, changeView, readViews, removeView, setDefault, shareView } from "./saved-views.ts";

export const savedViewRoutes = [
  route(getSavedViews, ({ deps: { db }, me, query: { list } }) => readViews(db, me, list)),

  route(addSavedView, ({ deps: { db, clock }, me, body }) => addView(db, me, body, clock())),

  route(changeSavedView, ({ deps: { db, clock }, me, params: { id }, body: { id: _, ...change } }) =>
    changeView(db, me, id, change, clock()),
  ),

  route(setDefaultView, ({ deps: { db }, me, params: { id }, body: { isDefault } }) =>
    setDefault(db, me, id, isDefault),
  ),

  route(shareSavedView, ({ deps: { db, clock }, me, params: { id }, body: { shared } }) =>
    shareView(db, me, id, shared, clock()),
  ),

  route(removeSavedView, ({ deps: { db }, me, params: { id } }) => removeView(db, me, id)),
];
