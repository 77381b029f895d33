/** The passes of a group while they are given out: who has come, who gets the next one, and sending them. */
import { useMutation } from "@tanstack/react-query";
import { issueVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { CallError, call } from "../../../lib/api.ts";
import { showFailure, warn } from "../../../lib/failures.ts";
import { useDraftForm } from "../../../lib/forms/use-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { cacheVisits } from "../queries.ts";
import { toastWithUndo } from "../undo/undo-toast.tsx";
import {
  asksCarNumber,
  type IssuedPasses,
  issuedOf,
  noReasons,
  passesOf,
  useEarly,
} from "./issue-fields.tsx";

type Member = IssuedPasses & { isChosen: boolean };

/** What is entered for a visit, by its id: a colleague may let in one of the others meanwhile. */
export const rowOf = ({ id }: Pick<VisitAnswer, "id">): string => `v${id}`;

/** Those who are let in by one call: a leader with companions, and everybody else alone. */
export function partiesOf<Row extends { readonly visit: Pick<VisitAnswer, "id" | "leader"> }>(
  chosen: readonly Row[],
): Row[][] {
  const parties = Map.groupBy(chosen, ({ visit }) => visit.leader?.id ?? visit.id);
  return [...parties.values()];
}

interface Options {
  /** Who stands at the desk: a leader's visit and the companions', or some that were chosen from a list. */
  readonly group: readonly VisitAnswer[];
  /** Who of them may be let in now. */
  readonly members: readonly VisitAnswer[];
  /** They were chosen before, one by one. */
  readonly areChosen: boolean;
  readonly onDone: () => void;
}

export function usePartyIssue({ group, members, areChosen, onDone }: Options) {
  const t = useTranslate();
  const [leader] = group;
  const key = areChosen ? `issue-chosen-${group.map(({ id }) => id).join("-")}` : `issue-group-${leader?.id}`;
  const form = useDraftForm(key, {
    guide: areChosen ? "" : (leader?.guide ?? ""),
    ...noReasons,
    members: Object.fromEntries(
      group.map((visit): [string, Member] => {
        const isChosen = areChosen && !visit.consentRequired;
        return [rowOf(visit), { ...passesOf(visit), isChosen }];
      }),
    ),
  });
  const { members: rows } = form.values;
  const chosen = members.flatMap((visit) => {
    const row = rows[rowOf(visit)];
    return row?.isChosen ? [{ visit, row, path: `members.${rowOf(visit)}` as const }] : [];
  });
  const next = chosen.find(({ row }) => row.passNo.trim() === "");
  const early = useEarly(chosen.map(({ visit }) => visit));
  // Whoever has not agreed is let in one by one, for a reason, and not with all others.
  const agreed = members.filter(({ consentRequired }) => !consentRequired);
  const isWhole = agreed.length > 0 && agreed.every((visit) => rows[rowOf(visit)]?.isChosen);
  const unagreed = chosen.filter(({ visit }) => visit.consentRequired);

  const issue = useMutation({
    // one party after the other; the first that is refused stops it, and those before are inside
    async mutationFn() {
      const done: VisitAnswer[] = [];
      const { guide, reason, consentReason } = form.values;
      for (const some of partiesOf(chosen)) {
        const [own, ...party] = some.map(({ visit, row }) => ({
          visitID: visit.id,
          ...issuedOf(visit, row),
        }));
        const visitID = own?.visitID ?? 0;
        const isEarly = some.some(({ visit }) => early.includes(visit));
        const isUnagreed = some.some(({ visit }) => visit.consentRequired);
        const reasons = { ...(isEarly && { reason }), ...(isUnagreed && { consentReason }) };
        const body = { ...own, visitID, guide, party, ...reasons };
        try {
          done.push(...(await call(issueVisit, { params: { id: String(visitID) }, body })));
        } catch (error) {
          return { done, refused: renamed(error, (at) => some[at]?.path) };
        }
      }
      return { done };
    },
    onSuccess: ({ done, refused }) => {
      const [first] = done;
      if (first) {
        cacheVisits(done);
        const { name } = first;
        const others = done.length - 1;
        const who = others > 0 ? t("console.issue.party", { name, count: others }) : name;
        toastWithUndo({ text: t("console.done.issue", { name: who }), action: "issue", visits: done });
      }
      if (refused === undefined) {
        form.forget();
        return onDone();
      }
      showFailure(refused);
      warn(form.refuse(refused));
      // One of them may have been let in by a colleague.
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });

  return {
    form,
    rows,
    chosen,
    next,
    early,
    isWhole,
    /** Whom choosing all chooses. */
    wholeCount: agreed.length,
    isPending: issue.isPending,
    chooseAll: () =>
      form.setFieldValue(
        "members",
        Object.fromEntries(
          group.map((visit) => {
            const row = rows[rowOf(visit)] ?? { ...passesOf(visit), isChosen: false };
            return [rowOf(visit), { ...row, isChosen: !isWhole && agreed.includes(visit) }];
          }),
        ),
      ),
    /** Gives a pass to the next who has none. @returns why not */
    give(passNo: string): string | undefined {
      const holder = chosen.find(({ row }) => row.passNo.trim() === passNo);
      if (holder) return t("console.issue.twice", { passNo, name: holder.visit.name });
      if (!next) return t(chosen.length === 0 ? "console.issue.chooseFirst" : "console.issue.allHave");
      form.setFieldValue(`${next.path}.passNo`, passNo);
      return undefined;
    },
    submit() {
      if (issue.isPending || chosen.length === 0) return;
      const missing: Record<string, string> = {};
      for (const { visit, row, path } of chosen) {
        if (!row.passNo.trim()) missing[`${path}.passNo`] = t("error.required");
        if (asksCarNumber(visit, row) && !row.carNumber.trim())
          missing[`${path}.carNumber`] = t("error.required");
      }
      if (early.length > 0 && !form.values.reason.trim()) missing.reason = t("error.required");
      if (unagreed.length > 0 && !form.values.consentReason.trim())
        missing.consentReason = t("error.required");
      if (Object.keys(missing).length > 0) form.show(missing);
      else issue.mutate();
    },
  };
}

/** The server's fields as this form has them: the first one's own, then `party.0.passNo` for the others. */
function renamed(error: unknown, pathOf: (at: number) => string | undefined): unknown {
  if (!(error instanceof CallError) || !error.fields) return error;
  const entries = Object.entries(error.fields).map(([field, text]) => {
    const member = /^party\.(\d+)\.(\w+)$/.exec(field);
    if (member) return [`${pathOf(Number(member[1]) + 1)}.${member[2]}`, text];
    const isOwn = ["passNo", "carPassNo", "carNumber"].includes(field);
    return [isOwn ? `${pathOf(0)}.${field}` : field, text];
  });
  return new CallError("refused", 400, Object.fromEntries(entries));
}
