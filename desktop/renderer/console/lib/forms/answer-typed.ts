/** Reports unsaved input to the app before a restart. Not loaded in browsers. */
import type { Bridge } from "../../../../ipc.ts";
import { forgetTyping, hasTypedFields, watchTyping } from "../../../shared/typed-fields.ts";
import { hasUnsavedDraft } from "../../stores/drafts.ts";
import { queryClient } from "../query-client.ts";

/** Dispatches `beforeunload` to ask the handlers (forms, running uploads) without unloading. */
const wouldAsk = (): boolean => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

export function answerTyped(app: Pick<Bridge, "answerTyped">): void {
  watchTyping();
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") forgetTyping();
  });
  app.answerTyped(() => wouldAsk() || hasUnsavedDraft() || hasTypedFields());
}
