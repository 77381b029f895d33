/** Taking back an entry, an exit or a lost pass: what was sent since is shown first, and a reason asked for once it takes one. */
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
import { reasonDraft } from "../reason-form.tsx";

type Reverted = Pick<VisitAnswer, "id" | "name">;

/** What is asked before something is taken back. */
export interface RevertAsk {
  readonly action: Revertible;
  readonly needsReason: boolean;
  /** Messages about the visit since then. */
  readonly sent: readonly MessageAnswer[];
}

/** Takes one thing back, and says so. @throws CallError 400 where it takes a reason by now */
export async function sendRevert({ id, name }: Reverted, action: Revertible, reason?: string): Promise<void> {
  const body = { id, action, ...(reason && { reason }) };
  const after = await call(revertVisit, { params: { id: String(id) }, body });
  cacheVisits([after]);
  void queryClient.invalidateQueries({ queryKey: ["passes"] });
  toast.success(translate(`console.undo.${action}Done`, { name }), { toastId: `revert-${id}` });
}

/** It takes a reason by now. */
export const isReasonMissing = (error: unknown): boolean =>
  error instanceof CallError && error.status === 400 && error.fields?.reason !== undefined;

/** What to ask before something of a visit's log is taken back; nothing where a press is enough. */
async function askOf({ id }: Reverted, action: Revertible): Promise<RevertAsk | undefined> {
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

/** @param restores a reason that was typed before the session ended stands there again */
export function useRevert(visit: Reverted, { restores = false } = {}) {
  const [ask, setAsk] = useState<RevertAsk | undefined>(() => {
    const action = revertible.find((name) => restores && readDraft(reasonDraft(name, visit.id)));
    return action && { action, needsReason: true, sent: [] };
  });
  const revert = useMutation({
    mutationFn: ({ action, reason }: { readonly action: Revertible; readonly reason?: string | undefined }) =>
      sendRevert(visit, action, reason),
    onSuccess: (_, { action }) => {
      dropDraft(reasonDraft(action, visit.id));
      setAsk(undefined);
    },
    onError: (error, { action }) => {
      if (isReasonMissing(error)) setAsk({ sent: [], ...ask, action, needsReason: true });
      // Something else was done since: what is shown is no longer so.
      else void queryClient.invalidateQueries({ queryKey: ["visits"] });
    },
  });
  const press = useMutation({
    mutationFn: (action: Revertible) => askOf(visit, action),
    onSuccess: (found, action) => {
      if (found) setAsk(found);
      else revert.mutate({ action });
    },
  });
  return {
    ask,
    isPending: revert.isPending || press.isPending,
    error: revert.error,
    press: (action: Revertible) => {
      revert.reset();
      press.mutate(action);
    },
    cancel: () => setAsk(undefined),
    send: (reason: string | undefined) => ask && revert.mutate({ action: ask.action, reason }),
  };
}
