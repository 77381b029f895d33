/** Reports unsaved input to the app before a restart. Not loaded in browsers. */
import type { Bridge } from "../../../../ipc.ts";
import { clearUnsavedFields, hasUnsavedFields, trackUnsavedFields } from "../../../shared/unsaved-fields.ts";
import { hasUnsavedDraft } from "../../stores/drafts.ts";
import { queryClient } from "../query-client.ts";

/** Dispatches `beforeunload` to ask the handlers (forms, running uploads) without unloading. */
const wouldAsk = (): boolean => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

export function reportUnsaved(app: Pick<Bridge, "answerUnsaved">): void {
  trackUnsavedFields();
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") clearUnsavedFields();
  });
  app.answerUnsaved(() => wouldAsk() || hasUnsavedDraft() || hasUnsavedFields());
}
