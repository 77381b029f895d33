/** Changing a visit: what the form holds, what is sent, and who is asked or told of it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { editVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { call } from "../../../lib/api.ts";
import { useSaveForm } from "../../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../../lib/language.ts";
import { may, ownHosts, reach, useCurrentUser } from "../../../lib/session.ts";
import { templatesQuery } from "../../messages/queries.ts";
import { cacheVisits, editKey } from "../queries.ts";
import { bodyOf, needsApproval, valuesOf } from "./edit-values.ts";

export interface EditProps {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
  /** A host gave the visit to somebody else, and sees it no more. */
  readonly onGiven: () => void;
}

export function useEditVisit({ visit, onDone, onGiven }: EditProps) {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = reach(user, "visits.edit") === "own";
  // As it was when the form was opened; what others change meanwhile is not taken back.
  const [initial] = useState(() => valuesOf(visit));
  const save = useSaveForm({
    key: editKey(visit.id),
    initial,
    schema: editVisit.body,
    bodyOf: (values) => bodyOf(visit, initial, values),
    send: (body) => call(editVisit, { params: { id: String(visit.id) }, body }),
    onSaved: (after) => {
      const isGiven = isOwn && !ownHosts(user).some(({ id }) => id === after.hostUser.id);
      toast.success(t("console.edit.done", { name: after.name }), { toastId: `edit-${after.id}` });
      // what is somebody else's is not read again
      if (isGiven) return onGiven();
      cacheVisits([after]);
      onDone();
    },
  });
  const { hostUser } = save.form.values;
  const isMoved = needsApproval(save.form.values, initial);
  return {
    ...save,
    isOwn,
    newHost: hostUser && hostUser.id !== initial.hostUser?.id ? hostUser : undefined,
    /** Something changes that the visitor goes by, before the visit began. */
    isMoved: isMoved && (visit.statusCode === "applied" || visit.statusCode === "approved"),
    asksAgain: visit.statusCode === "approved" && isMoved,
  };
}

type Editing = ReturnType<typeof useEditVisit>;

/** What the visitor hears of a change; undefined while that is not known. */
export function useTellsVisitor(visit: VisitAnswer, { isMoved, isOwn }: Editing) {
  const user = useCurrentUser();
  const isAsked = isMoved && isOwn && may(user, "sms");
  const templates = useQuery({ ...templatesQuery, enabled: isAsked && !visit.unreachable }).data;
  if (!isAsked) return undefined;
  if (visit.unreachable) return "cannotTell";
  if (!templates) return undefined;
  return templates.some(({ event, enabled }) => event === "change" && enabled)
    ? "tellsVisitor"
    : "tellsNobody";
}
