import type { CurrentUser } from "#contract/account.ts";
import type { Preferences } from "#contract/preferences.ts";
import { type AskedPermission, may } from "./session.ts";

type StartScreen = NonNullable<Preferences["startScreen"]>;

const needed: Readonly<Record<StartScreen, AskedPermission>> = {
  today: "desk",
  approvals: "visits.decide",
  visits: "visits.search",
  trash: "privacy",
};

/** The screens that somebody may begin with, the usual one of their role first. */
export const startScreensOf = (user: CurrentUser): StartScreen[] =>
  (Object.keys(needed) as StartScreen[]).filter((screen) => may(user, needed[screen]));

/** Where somebody's work begins: where they like, else the desk with the board, a host with what waits for a decision. */
export function firstScreen(user: CurrentUser, preferred: StartScreen | null = null): `/${StartScreen}` {
  const screens = startScreensOf(user);
  return `/${preferred && screens.includes(preferred) ? preferred : (screens[0] ?? "visits")}`;
}
