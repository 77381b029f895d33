import { useEffect, useRef } from "react";
import { toast } from "react-toastify/unstyled";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, hasDraft } from "../../stores/drafts.ts";
import { visitQuery } from "../visits/queries.ts";
import { reasonKey } from "../visits/reason-form.tsx";

/**
 * Warns when a colleague decides a visit while the user is typing a rejection reason: its card and form are gone. Fetches
 * the visit first, because the card may only have moved to another page; then the draft stays.
 * @param rows undefined while they belong to another list
 * @param listKey identifies the list
 * @param decidedId visit that the user has just decided
 */
export function useConflictToast(
  rows: readonly VisitAnswer[] | undefined,
  listKey: string,
  decidedId: number | undefined,
): void {
  const t = useTranslate();
  const language = useLanguage();
  const shown = useRef<{ readonly listKey: string; readonly rows: readonly VisitAnswer[] }>(undefined);

  useEffect(() => {
    if (!rows) return;
    const before = shown.current?.listKey === listKey ? shown.current.rows : [];
    shown.current = { listKey, rows };
    const removed = before.filter(({ id }) => id !== decidedId && !rows.some((row) => row.id === id));
    for (const { id, name } of removed) {
      const draftKey = reasonKey("reject", id);
      if (!hasDraft(draftKey)) continue;
      queryClient.fetchQuery({ ...visitQuery(id, language), staleTime: 0 }).then(
        ({ statusCode }) => {
          if (statusCode === "applied") return;
          dropDraft(draftKey);
          toast.warning(t("console.approvals.overtaken", { name }), { toastId: draftKey });
        },
        () => {},
      );
    }
  }, [rows, listKey, decidedId, t, language]);
}
