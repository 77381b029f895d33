/** Tells the app whether a restart would lose something. Only the app asks; a browser need not load it. */
import type { Bridge } from "../../../../ipc.ts";
import { forgetTyping, hasTypedFields, watchTyping } from "../../../shared/typed-fields.ts";
import { hasUnsavedDraft } from "../../stores/drafts.ts";
import { queryClient } from "../query-client.ts";

/** Whoever would ask before the page goes (forms, running uploads) is asked in the same way, and nothing goes. */
const wouldAsk = (): boolean => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

export function answerTyped(app: Pick<Bridge, "answerTyped">): void {
  watchTyping();
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") forgetTyping();
  });
  app.answerTyped(() => wouldAsk() || hasUnsavedDraft() || hasTypedFields());
}
