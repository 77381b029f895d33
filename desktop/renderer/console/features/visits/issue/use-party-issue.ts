/** Form state and submission of issuing passes to a group. */
import { useMutation } from "@tanstack/react-query";
import { passNoOf } from "#contract/visits/passes.ts";
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
  emptyReasons,
  type IssuedPasses,
  initialPasses,
  needsCarNumber,
  passesBody,
  useEarlyVisits,
} from "./issue-fields.tsx";

type Member = IssuedPasses & { isChosen: boolean };

/** Key of a visit's values. By id, because the group may change when a colleague checks in a member. */
export const memberKey = ({ id }: Pick<VisitAnswer, "id">): string => `v${id}`;

/** Groups the visits to check in with one call: a leader with companions. */
export function groupByParty<Row extends { readonly visit: Pick<VisitAnswer, "id" | "leader"> }>(
  chosen: readonly Row[],
): Row[][] {
  const parties = Map.groupBy(chosen, ({ visit }) => visit.leader?.id ?? visit.id);
  return [...parties.values()];
}

interface Options {
  /** The leader's visit and the companions', or visits selected from a list. */
  readonly group: readonly VisitAnswer[];
  /** Those of the group who can be checked in now. */
  readonly members: readonly VisitAnswer[];
  /** The visits were selected from a list. */
  readonly areChosen: boolean;
  readonly onDone: () => void;
}

export function usePartyIssue({ group, members, areChosen, onDone }: Options) {
  const t = useTranslate();
  const [leader] = group;
  const key = areChosen ? `issue-chosen-${group.map(({ id }) => id).join("-")}` : `issue-group-${leader?.id}`;
  const form = useDraftForm(key, {
    guide: areChosen ? "" : (leader?.guide ?? ""),
    ...emptyReasons,
    members: Object.fromEntries(
      group.map((visit): [string, Member] => {
        const isChosen = areChosen && !visit.consentRequired;
        return [memberKey(visit), { ...initialPasses(visit), isChosen }];
      }),
    ),
  });
  const { members: rows } = form.values;
  const chosen = members.flatMap((visit) => {
    const row = rows[memberKey(visit)];
    return row?.isChosen ? [{ visit, row, path: `members.${memberKey(visit)}` as const }] : [];
  });
  const next = chosen.find(({ row }) => row.passNo.trim() === "");
  const early = useEarlyVisits(chosen.map(({ visit }) => visit));
  // "Select all" skips visitors without consent, who need a reason.
  const selectable = members.filter(({ consentRequired }) => !consentRequired);
  const areAllChosen = selectable.length > 0 && selectable.every((visit) => rows[memberKey(visit)]?.isChosen);
  const withoutConsent = chosen.filter(({ visit }) => visit.consentRequired);

  const issue = useMutation({
    // one call per party; stops at the first refusal, but earlier parties stay checked in
    async mutationFn() {
      const done: VisitAnswer[] = [];
      const { guide, reason, consentReason } = form.values;
      for (const partyRows of groupByParty(chosen)) {
        const [own, ...party] = partyRows.map(({ visit, row }) => ({
          visitID: visit.id,
          ...passesBody(visit, row),
        }));
        const visitID = own?.visitID ?? 0;
        const isEarly = partyRows.some(({ visit }) => early.includes(visit));
        const lacksConsent = partyRows.some(({ visit }) => visit.consentRequired);
        const reasons = { ...(isEarly && { reason }), ...(lacksConsent && { consentReason }) };
        const body = { ...own, visitID, guide, party, ...reasons };
        try {
          done.push(...(await call(issueVisit, { params: { id: String(visitID) }, body })));
        } catch (error) {
          return { done, refused: mapFieldErrors(error, (index) => partyRows[index]?.path) };
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
      warn(form.showServerErrors(refused));
      // a colleague may have checked in a member
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });

  return {
    form,
    rows,
    chosen,
    next,
    early,
    areAllChosen,
    selectableCount: selectable.length,
    isPending: issue.isPending,
    chooseAll: () =>
      form.setFieldValue(
        "members",
        Object.fromEntries(
          group.map((visit) => {
            const row = rows[memberKey(visit)] ?? { ...initialPasses(visit), isChosen: false };
            return [memberKey(visit), { ...row, isChosen: !areAllChosen && selectable.includes(visit) }];
          }),
        ),
      ),
    /** Assigns a pass to the next member without one. @returns error text */
    assignPass(passNo: string): string | undefined {
      const holder = chosen.find(({ row }) => passNoOf(row.passNo) === passNoOf(passNo));
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
        if (needsCarNumber(visit, row) && !row.carNumber.trim())
          missing[`${path}.carNumber`] = t("error.required");
      }
      if (early.length > 0 && !form.values.reason.trim()) missing.reason = t("error.required");
      if (withoutConsent.length > 0 && !form.values.consentReason.trim())
        missing.consentReason = t("error.required");
      if (Object.keys(missing).length > 0) form.showErrors(missing);
      else issue.mutate();
    },
  };
}

/** Maps the server's field names, `passNo` of the first and `party.0.passNo` of the others, to this form's. */
function mapFieldErrors(error: unknown, pathOf: (index: number) => string | undefined): unknown {
  if (!(error instanceof CallError) || !error.fields) return error;
  const entries = Object.entries(error.fields).map(([field, text]) => {
    const member = /^party\.(\d+)\.(\w+)$/.exec(field);
    if (member) return [`${pathOf(Number(member[1]) + 1)}.${member[2]}`, text];
    const isOwn = ["passNo", "carPassNo", "carNumber"].includes(field);
    return [isOwn ? `${pathOf(0)}.${field}` : field, text];
  });
  return new CallError("refused", 400, Object.fromEntries(entries));
}
