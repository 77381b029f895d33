/** Sessions as their owner and administrators see them (docs/decisions/accounts/sessions.md). */
import type { Deps } from "#api/deps.ts";
import { fromInstant } from "#contract/dates.ts";
import type { SessionAnswer } from "#contract/people/account.ts";
import { type OpenSession, openSessions } from "#db/queries/sessions.ts";

/** A person's sessions in force, the one used last first. */
export const readSessions = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  hostUserId: number,
): Promise<OpenSession[]> => openSessions(db, hostUserId, clock());

/** Names that stand in what browsers call themselves; of several the first, as others claim to be Chrome or Safari. */
const browsers = [
  [/Electron\//, "Visitor"],
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

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** "Chrome · Windows"; empty where nobody can tell. */
export const deviceOf = (userAgent: string): string =>
  [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean).join(" · ");

/** @param current the caller's own session, where it may be among them */
export const presentSessions = (
  sessions: readonly OpenSession[],
  timezone: string,
  current?: number,
): SessionAnswer[] =>
  sessions.map(({ id, address, userAgent, createdAt, activeAt }) => ({
    id,
    device: deviceOf(userAgent),
    address,
    createdAt: fromInstant(createdAt, timezone),
    activeAt: fromInstant(activeAt, timezone),
    isCurrent: id === current,
  }));
