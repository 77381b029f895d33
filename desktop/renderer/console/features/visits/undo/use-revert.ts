/** Undoes a check-in, a check-out or a lost pass. Shows messages sent since, and asks for a reason if required. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { MessageAnswer } from "#contract/messages/sms.ts";
import { type Revertible, revertible, revertVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { CallError, call } from "../../../lib/api.ts";
import { currentLanguage, translate } from "../../../lib/language.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { dropDraft, readDraft } from "../../../stores/drafts.ts";
import { cacheVisits, sentMessagesQuery, visitLogsQuery } from "../queries.ts";
import { reasonKey } from "../reason-form.tsx";

type Reverted = Pick<VisitAnswer, "id" | "name">;

/** Prompt before undoing an action. */
export interface RevertPrompt {
  readonly action: Revertible;
  readonly needsReason: boolean;
  /** Messages sent about the visit since the action. */
  readonly sent: readonly MessageAnswer[];
}

/** Undoes an action and shows a toast. @throws CallError 400 if a reason is required */
export async function sendRevert({ id, name }: Reverted, action: Revertible, reason?: string): Promise<void> {
  const body = { id, action, ...(reason && { reason }) };
  const after = await call(revertVisit, { params: { id: String(id) }, body });
  cacheVisits([after]);
  void queryClient.invalidateQueries({ queryKey: ["passes"] });
  toast.success(translate(`console.undo.${action}Done`, { name }), { toastId: `revert-${id}` });
}

export const isReasonMissing = (error: unknown): boolean =>
  error instanceof CallError && error.status === 400 && error.fields?.reason !== undefined;

/** Undefined if the action can be undone without a prompt. */
async function promptFor({ id }: Reverted, action: Revertible): Promise<RevertPrompt | undefined> {
  const language = currentLanguage();
  const [logs, messages] = await Promise.all([
    queryClient.query(visitLogsQuery(id, language)),
    queryClient.query(sentMessagesQuery(id, language)),
  ]);
  const row = logs.findLast((log) => log.action === action && log.revert);
  const sent = row ? messages.filter(({ createdAt }) => createdAt >= row.at) : [];
  const needsReason = row?.revert?.needsReason ?? false;
  return needsReason || sent.length > 0 ? { action, needsReason, sent } : undefined;
}

/** @param restoresDraft opens the prompt if there is a draft of a reason */
export function useRevert(visit: Reverted, { restoresDraft = false } = {}) {
  const [prompt, setPrompt] = useState<RevertPrompt | undefined>(() => {
    const action = revertible.find((name) => restoresDraft && readDraft(reasonKey(name, visit.id)));
    return action && { action, needsReason: true, sent: [] };
  });
  const revert = useMutation({
    mutationFn: ({ action, reason }: { readonly action: Revertible; readonly reason?: string | undefined }) =>
      sendRevert(visit, action, reason),
    onSuccess: (_, { action }) => {
      dropDraft(reasonKey(action, visit.id));
      setPrompt(undefined);
    },
    onError: (error, { action }) => {
      if (isReasonMissing(error)) setPrompt({ sent: [], ...prompt, action, needsReason: true });
      // the visit has changed since
      else void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });
  const prepare = useMutation({
    mutationFn: (action: Revertible) => promptFor(visit, action),
    onSuccess: (required, action) => {
      if (required) setPrompt(required);
      else revert.mutate({ action });
    },
  });
  return {
    prompt,
    isPending: revert.isPending || prepare.isPending,
    error: revert.error,
    start: (action: Revertible) => {
      revert.reset();
      prepare.mutate(action);
    },
    cancel: () => setPrompt(undefined),
    send: (reason: string | undefined) => prompt && revert.mutate({ action: prompt.action, reason }),
  };
}
