/** Form state of editing a visit, and its effects on approval and notification. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { editVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { call } from "../../../lib/api.ts";
import { useSaveForm } from "../../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { may, ownHosts, scopeOf, useCurrentUser } from "../../../lib/session.ts";
import { templatesQuery } from "../../messages/queries.ts";
import { cacheVisits, editKey } from "../queries.ts";
import { bodyOf, needsApproval, valuesOf } from "./edit-values.ts";

export interface EditProps {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
  /** A host reassigned the visit to another host and can no longer see it. */
  readonly onReassigned: () => void;
}

export function useEditVisit({ visit, onDone, onReassigned }: EditProps) {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = scopeOf(user, "visits.edit") === "own";
  // Snapshot from when the form was opened, so that colleagues' changes to other fields are kept.
  const [initial] = useState(() => valuesOf(visit));
  const save = useSaveForm({
    key: editKey(visit.id),
    initial,
    schema: editVisit.body,
    bodyOf: (values) => bodyOf(visit, initial, values),
    send: (body) => call(editVisit, { params: { id: String(visit.id) }, body }),
    onSaved: (after) => {
      const isReassigned = isOwn && !ownHosts(user).some(({ id }) => id === after.hostUser.id);
      toast.success(t("console.edit.done", { name: after.name }), { toastId: `edit-${after.id}` });
      // another host's visit must not be refetched
      if (isReassigned) return onReassigned();
      cacheVisits([after]);
      onDone();
    },
  });
  const { hostUser } = save.form.values;
  const hasNewAppointment = needsApproval(save.form.values, initial);
  return {
    ...save,
    isOwn,
    isDeputy: isOwn && visit.hostUser.id !== user.id,
    newHost: hostUser && hostUser.id !== initial.hostUser?.id ? hostUser : undefined,
    /** Host, place or time change before the visit. */
    changesAppointment:
      hasNewAppointment && (visit.statusCode === "applied" || visit.statusCode === "approved"),
    needsReapproval: visit.statusCode === "approved" && hasNewAppointment,
  };
}

type Editing = ReturnType<typeof useEditVisit>;

/** Whether the visitor will be notified of a change; undefined while unknown. */
export function useVisitorNotice(visit: VisitAnswer, { changesAppointment, isOwn }: Editing) {
  const user = useCurrentUser();
  const isRelevant = changesAppointment && isOwn && may(user, "sms");
  const templates = useQuery({ ...templatesQuery, enabled: isRelevant && !visit.unreachable }).data;
  if (!isRelevant) return undefined;
  if (visit.unreachable) return "cannotTell";
  if (!templates) return undefined;
  return templates.some(({ event, enabled }) => event === "change" && enabled)
    ? "tellsVisitor"
    : "tellsNobody";
}
