/** Sessions for their owner and administrators (docs/decisions/accounts/signing-in.md). */
import { logAccounts } from "#api/auth/account-log.ts";
import { endSessions, endUserSession, type SessionUser } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { type Language, translate } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { SessionAnswer } from "#contract/people/account.ts";
import { Session } from "#db/models/people/session.ts";

type OpenSession = Pick<Session, "id" | "address" | "userAgent" | "createdAt" | "activeAt">;

/** A person's valid sessions, most recently used first. */
export const readSessions = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  hostUserId: number,
): Promise<OpenSession[]> =>
  Session.query(db)
    .select("sessions.id", "address", "userAgent", "sessions.createdAt", "activeAt")
    .modify("inForce", clock())
    .where({ hostUserId })
    .orderBy("activeAt", "desc")
    .orderBy("sessions.id", "desc");

/**
 * Ends one of a person's own sessions, or all of them, and logs it.
 * @throws HttpError 404 where the session is over or another person's
 */
export function endOwn(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, loginId }: Pick<SessionUser, "id" | "loginId">,
  sessionId?: number,
): Promise<void> {
  return db.transaction(async (trx) => {
    if (sessionId === undefined) await endSessions(trx, id);
    else await endUserSession(trx, id, sessionId);
    await logAccounts(trx, "endSessions", [{ id, loginId }], { by: id, now: clock() });
  });
}

/** The first matching pattern wins, because other browsers also name Chrome or Safari. */
const browsers = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/Whale\//, "Whale"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(OPR|Opera)\//, "Opera"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
] as const;

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Chrome · Windows"; empty where neither is known. */
export function deviceOf(userAgent: string, lang: Language): string {
  const isApp = userAgent.includes("Electron/");
  const program = isApp ? translate(lang, "desktopApp") : nameIn(browsers, userAgent);
  return [program, nameIn(systems, userAgent)].filter(Boolean).join(" · ");
}

/** @param current id of the caller's session */
export const presentSessions = (
  sessions: readonly OpenSession[],
  {
    timezone,
    lang,
    current,
  }: { readonly timezone: string; readonly lang: Language; readonly current: number },
): SessionAnswer[] =>
  sessions.map(({ id, address, userAgent, createdAt, activeAt }) => ({
    id,
    device: deviceOf(userAgent, lang),
    address,
    createdAt: fromInstant(createdAt, timezone),
    activeAt: fromInstant(activeAt, timezone),
    isCurrent: id === current,
  }));
