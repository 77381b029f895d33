/** A user's saved views of a list. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import {
  addSavedView,
  changeSavedView,
  getSavedViews,
  removeSavedView,
  setDefaultView,
  shareSavedView,
  type ViewList,
  type ViewState,
} from "#contract/people/saved-views.ts";
import { CallError, call, read } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

export const savedViewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: ["savedViews", list],
    queryFn: ({ signal }) => read(getSavedViews, { query: { list } }, signal),
  });

type ViewChange =
  | { readonly action: "change"; readonly name?: string; readonly state?: ViewState }
  | { readonly action: "default"; readonly isDefault: boolean }
  | { readonly action: "share"; readonly shared: boolean }
  | { readonly action: "remove" };

function sendChange(id: number, change: ViewChange): Promise<unknown> {
  const params = { id: String(id) };
  if (change.action === "remove") return call(removeSavedView, { params });
  if (change.action === "default")
    return call(setDefaultView, { params, body: { isDefault: change.isDefault } });
  if (change.action === "share") return call(shareSavedView, { params, body: { shared: change.shared } });
  const { action: _, ...body } = change;
  return call(changeSavedView, { params, body });
}

/** Changes or removes a view. */
export const useViewAction = (list: ViewList, id: number) =>
  useMutation({
    mutationFn: (change: ViewChange) => sendChange(id, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey }),
  });

interface NewView {
  readonly name: string;
  readonly state: ViewState;
  readonly isDefault: boolean;
  readonly isShared: boolean;
}

/** Saves a new view. @param onStored called before it is shared, which may fail and is then offered by its editor */
export const useSaveView = (list: ViewList, onStored: () => void) =>
  useMutation({
    mutationFn: async ({ name, state, isDefault, isShared }: NewView) => {
      const { id } = await call(addSavedView, { body: { list, name, state } });
      onStored();
      if (isShared) await sendChange(id, { action: "share", shared: true });
      if (isDefault) await sendChange(id, { action: "default", isDefault: true });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery(list).queryKey }),
  });

export const maxNameLength = 40;

/** Server error of a view's name. */
export const nameError = (error: unknown): string | undefined =>
  error instanceof CallError ? error.fields?.name : undefined;
