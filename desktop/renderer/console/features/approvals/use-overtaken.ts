import { useEffect, useRef } from "react";
import { toast } from "react-toastify/unstyled";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, hasDraft } from "../../stores/drafts.ts";
import { visitQuery } from "../visits/queries.ts";
import { reasonDraft } from "../visits/reason-form.tsx";

/**
 * Tells whoever writes why they reject a visit that a colleague was faster: its card is gone, and the form with it. A card may also have
 * moved to another page, so that the visit is asked for; then what was written stays.
 * @param rows of the list; undefined while they are another list's
 * @param asked names the list
 * @param decided what the person has just decided
 */
export function useOvertaken(
  rows: readonly VisitAnswer[] | undefined,
  asked: string,
  decided: number | undefined,
): void {
  const t = useTranslate();
  const language = useLanguage();
  const shown = useRef<{ readonly asked: string; readonly rows: readonly VisitAnswer[] }>(undefined);

  useEffect(() => {
    if (!rows) return;
    const before = shown.current?.asked === asked ? shown.current.rows : [];
    shown.current = { asked, rows };
    const gone = before.filter(({ id }) => id !== decided && !rows.some((row) => row.id === id));
    for (const { id, name } of gone) {
      const draft = reasonDraft("reject", id);
      if (!hasDraft(draft)) continue;
      queryClient.fetchQuery({ ...visitQuery(id, language), staleTime: 0 }).then(
        ({ statusCode }) => {
          if (statusCode === "applied") return;
          dropDraft(draft);
          toast.warning(t("console.approvals.overtaken", { name }), { toastId: draft });
        },
        () => {},
      );
    }
  }, [rows, asked, decided, t, language]);
}
