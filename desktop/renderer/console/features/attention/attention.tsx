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
import { askedVisits, forgetAsked } from "../../stores/asked-visits.ts";
import { readAttentionSettings, ring, useAttentionSettings } from "./settings.ts";
import { answerOf, countInTitle, createWaitingWatch } from "./waiting.ts";
import { waitingQuery } from "./waiting-query.ts";

/** The visit that a click on the last notification of its kind leads to. */
const lastVisit = new Map<AttentionKind, number>();

/** The app says nothing while its window is worked in; a sound here neither. */
function tell(kind: AttentionKind, count: number): void {
  const { isAllowed, notifications, sound } = useAttentionSettings.getState();
  if (!isAllowed || document.hasFocus()) return;
  if (sound) ring();
  if (notifications) void desktopApp?.notify(kind, count).catch(() => undefined);
}

/** Reads what became of visits that a host was asked about; refusals and lost lines wait for the next change. */
function lookAtAsked(ids: readonly number[]): void {
  inBackground(() => {
    for (const id of ids)
      read(getVisit, { params: { id: String(id) } }, new AbortController().signal).then(
        ({ statusCode }) => {
          const answer = answerOf(statusCode);
          if (!answer || !askedVisits().includes(id)) return;
          forgetAsked(id);
          if (answer === "other") return;
          lastVisit.set(answer, id);
          tell(answer, 1);
        },
        (error: unknown) => {
          if (error instanceof CallError && (error.status === 404 || error.status === 403)) forgetAsked(id);
        },
      );
  });
}

/** Tells of visits that wait to be decided: in the title, on the icon, and where somebody looks elsewhere. */
function useWaiting(user: CurrentUser): void {
  const language = useLanguage();
  const { data, isPlaceholderData } = useQuery(waitingQuery(user, language));
  const watch = useRef<{ person: number; look: ReturnType<typeof createWaitingWatch> }>(undefined);
  const total = data?.total ?? 0;

  useEffect(() => {
    if (!data || isPlaceholderData) return;
    if (watch.current?.person !== user.id)
      watch.current = { person: user.id, look: createWaitingWatch((id) => askedVisits().includes(id)) };
    if (watch.current.look({ total: data.total, newest: data.rows[0]?.id })) tell("waiting", data.total);
  }, [data, isPlaceholderData, user.id]);

  useEffect(() => {
    const stop = countInTitle(total);
    void desktopApp?.countWaiting(total).catch(() => undefined);
    return () => {
      stop();
      void desktopApp?.countWaiting(0).catch(() => undefined);
    };
  }, [total]);
}

/** Draws nothing; stands beside every screen. */
export function Attention({ user }: { readonly user: CurrentUser }) {
  const navigate = useNavigate();
  useWaiting(user);

  useEffect(() => {
    // the app says so in its log
    readAttentionSettings().catch(() => undefined);
  }, []);

  useEffect(() => {
    lookAtAsked(askedVisits());
    return onLiveChange((change) => {
      const asked = askedVisits();
      lookAtAsked(change ? asked.filter((id) => id === change.visitId) : asked);
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
