import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { getVisit } from "#contract/visits/visits.ts";
import type { AttentionKind } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { CallError, inBackground, read } from "../../lib/api.ts";
import { useLanguage } from "../../lib/language.ts";
import { onLiveChange } from "../../lib/live.ts";
import { may } from "../../lib/session.ts";
import { approvalRequests, removeApprovalRequest } from "../../stores/approval-requests.ts";
import { playThrottled, readAttentionSettings, useAttentionSettings } from "./notification-settings.ts";
import { createPendingWatch, decisionOf, showCountInTitle } from "./pending-requests.ts";
import { pendingRequestsQuery } from "./queries.ts";

/** The visit that a click on the last notification of its kind leads to. */
const lastVisit = new Map<AttentionKind, number>();

/** Shows a desktop notification and plays the sound, unless the window has the focus. */
function notify(kind: AttentionKind, count: number): void {
  const { isAllowed, notifications, sound } = useAttentionSettings.getState();
  if (!isAllowed || document.hasFocus()) return;
  if (sound) playThrottled();
  if (notifications) void desktopApp?.notify(kind, count).catch(() => undefined);
}

/** Checks whether hosts have decided requests made in this window; failed reads are retried on the next change. */
function checkRequestedVisits(ids: readonly number[]): void {
  inBackground(() => {
    for (const id of ids)
      read(getVisit, { params: { id: String(id) } }, new AbortController().signal).then(
        ({ statusCode }) => {
          const decision = decisionOf(statusCode);
          if (!decision || !approvalRequests().includes(id)) return;
          removeApprovalRequest(id);
          if (decision === "other") return;
          lastVisit.set(decision, id);
          notify(decision, 1);
        },
        (error: unknown) => {
          if (error instanceof CallError && (error.status === 404 || error.status === 403))
            removeApprovalRequest(id);
        },
      );
  });
}

/** Shows the number of pending requests in the page title and on the app icon, and notifies of new ones. */
function usePendingRequests(user: CurrentUser): void {
  const language = useLanguage();
  const { data, isPlaceholderData } = useQuery(pendingRequestsQuery(user, language));
  const watch = useRef<{ userId: number; hasNewRequest: ReturnType<typeof createPendingWatch> }>(undefined);
  const total = data?.total ?? 0;

  useEffect(() => {
    if (!data || isPlaceholderData) return;
    if (watch.current?.userId !== user.id)
      watch.current = {
        userId: user.id,
        hasNewRequest: createPendingWatch((id) => approvalRequests().includes(id)),
      };
    if (watch.current.hasNewRequest(data.rows[0]?.id)) notify("waiting", data.total);
  }, [data, isPlaceholderData, user.id]);

  useEffect(() => {
    const stop = showCountInTitle(total);
    void desktopApp?.countWaiting(total).catch(() => undefined);
    return () => {
      stop();
      void desktopApp?.countWaiting(0).catch(() => undefined);
    };
  }, [total]);
}

/** Notifies of pending and decided requests on every screen; renders nothing. */
export function Notifications({ user }: { readonly user: CurrentUser }) {
  const navigate = useNavigate();
  usePendingRequests(user);

  useEffect(() => {
    // the app logs the failure
    readAttentionSettings().catch(() => undefined);
  }, []);

  useEffect(() => {
    checkRequestedVisits(approvalRequests());
    return onLiveChange((change) => {
      const requested = approvalRequests();
      checkRequestedVisits(change ? requested.filter((id) => id === change.visitId) : requested);
    });
  }, []);

  useEffect(
    () =>
      desktopApp?.onAttention((kind) => {
        const visit = lastVisit.get(kind);
        if (kind === "waiting" || visit === undefined) void navigate({ to: "/approvals" });
        else if (may(user, "visits.search")) void navigate({ to: "/visits", search: { visit } });
        else void navigate({ to: "/approvals", search: { visit } });
      }),
    [navigate, user],
  );
  return null;
}
