/** The passes of a group while they are given out: who has come, who gets the next one, and sending them. */
import { useMutation } from "@tanstack/react-query";
import { issueVisit } from "#contract/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits.ts";
import { CallError, call } from "../../../lib/api.ts";
import { warn } from "../../../lib/failures.ts";
import { useTranslate } from "../../../lib/language.ts";
import { useDraftForm } from "../../../lib/use-form.ts";
import { cacheVisits } from "../queries.ts";
import { toastWithUndo } from "../undo/undo-toast.tsx";
import { asksCarNumber, type IssuedPasses, issuedOf, passesOf, useEarly } from "./issue-fields.tsx";

type Member = IssuedPasses & { isChosen: boolean };

/** @param members who of the group may be let in now */
export function usePartyIssue(members: readonly VisitAnswer[], guide: string, onDone: () => void) {
  const t = useTranslate();
  const form = useDraftForm(`issue-${members.map(({ id }) => id).join("-")}`, {
    guide,
    reason: "",
    members: members.map((visit): Member => ({ ...passesOf(visit), isChosen: false })),
  });
  const { members: rows } = form.values;
  const chosen = members.flatMap((visit, index) => {
    const row = rows[index];
    return row?.isChosen ? [{ visit, row, index }] : [];
  });
  const next = chosen.find(({ row }) => row.passNo.trim() === "");
  const early = useEarly(chosen.map(({ visit }) => visit));
  const isWhole = chosen.length === members.length;

  const issue = useMutation({
    mutationFn: () => {
      const [own, ...party] = chosen.map(({ visit, row }) => ({
        visitID: visit.id,
        ...issuedOf(visit, row),
      }));
      const visitID = own?.visitID ?? 0;
      const { guide: escort, reason } = form.values;
      const body = { ...own, visitID, guide: escort, party, ...(early && { reason }) };
      return call(issueVisit, { params: { id: String(visitID) }, body });
    },
    onSuccess: (visits) => {
      form.forget();
      cacheVisits(visits);
      const [first] = visits;
      const name = first?.name ?? "";
      const others = visits.length - 1;
      const who = others > 0 ? t("console.issue.party", { name, count: others }) : name;
      toastWithUndo({ text: t("console.done.issue", { name: who }), action: "issue", visits });
      onDone();
    },
    onError: (error) => warn(form.refuse(renamed(error, (at) => chosen[at]?.index ?? at))),
  });

  return {
    form,
    rows,
    chosen,
    next,
    early,
    isWhole,
    isPending: issue.isPending,
    chooseAll: () =>
      form.setFieldValue(
        "members",
        rows.map((row) => ({ ...row, isChosen: !isWhole })),
      ),
    /** Gives a pass to the next who has none. @returns why not */
    give(passNo: string): string | undefined {
      const holder = chosen.find(({ row }) => row.passNo.trim() === passNo);
      if (holder) return t("console.issue.twice", { passNo, name: holder.visit.name });
      if (!next) return t(chosen.length === 0 ? "console.issue.chooseFirst" : "console.issue.allHave");
      form.setFieldValue(`members.${next.index}.passNo`, passNo);
      return undefined;
    },
    submit() {
      if (issue.isPending || chosen.length === 0) return;
      const missing: Record<string, string> = {};
      for (const { visit, row, index } of chosen) {
        if (!row.passNo.trim()) missing[`members.${index}.passNo`] = t("error.required");
        if (asksCarNumber(visit, row) && !row.carNumber.trim())
          missing[`members.${index}.carNumber`] = t("error.required");
      }
      if (early && !form.values.reason.trim()) missing.reason = t("error.required");
      if (Object.keys(missing).length > 0) form.show(missing);
      else issue.mutate();
    },
  };
}

/** The server's fields as this form has them: the first one's own, then `party.0.passNo` for the others. */
function renamed(error: unknown, indexOf: (at: number) => number): unknown {
  if (!(error instanceof CallError) || !error.fields) return error;
  const entries = Object.entries(error.fields).map(([field, text]) => {
    const member = /^party\.(\d+)\.(\w+)$/.exec(field);
    if (member) return [`members.${indexOf(Number(member[1]) + 1)}.${member[2]}`, text];
    const isOwn = ["passNo", "carPassNo", "carNumber"].includes(field);
    return [isOwn ? `members.${indexOf(0)}.${field}` : field, text];
  });
  return new CallError("refused", 400, Object.fromEntries(entries));
}
