/**
 * Asks the server for what the first screen waits for while the console's code is still on its way, which takes seconds on a
 * weak signal: who is signed in, the site, how they like the console, and today's board. `lib/early-answers.ts` hands
 * the answers out. A file of its own in the build, which imports nothing (desktop/first-files.ts).
 */
import type { Address } from "#contract/client.ts";
import type { CurrentUser, getCurrentUser } from "#contract/people/account.ts";
import type { getPreferences, Preferences } from "#contract/people/preferences.ts";
import type { getConfiguration } from "#contract/site/configuration.ts";
import type { getProgress } from "#contract/visits/visits.ts";
import type { EarlyAnswers } from "./lib/early-answers.ts";
import type { LanguageKey } from "./lib/language.ts";

const languageKey: LanguageKey = "visitor.console.language";

const currentUser: Address<typeof getCurrentUser> = { method: "GET", path: "/dash/user/current" };
const preferences: Address<typeof getPreferences> = { method: "GET", path: "/dash/user/preferences" };
const configuration: Address<typeof getConfiguration> = { method: "GET", path: "/api/config" };
const board: Address<typeof getProgress> = { method: "GET", path: "/dash/visits/progress" };

/** Nobody is asked for where nobody is signed in yet. */
const isBehindSignIn = !/^\/dash\/(login|invitation)\b/.test(location.pathname);
const isBoard = location.pathname === "/dash/today";
/** Leads to the screen with which somebody likes to begin; the app always opens this. */
const isStart = /^\/dash\/?$/.test(location.pathname);

const language =
  (sessionStorage.getItem(languageKey) ?? localStorage.getItem(languageKey)) === "en" ? "en" : "ko";
const answers: EarlyAnswers = { language, byPath: new Map(), asked: new Set() };
/** For as long an answer may wait for the console's code. */
const keptMs = 30_000;

function ask({ method, path }: { readonly method: string; readonly path: string }): Promise<Response> {
  const headers = { Accept: "application/json", "Accept-Language": language };
  const answer = fetch(path, { method, headers });
  // what fails is asked for again by whoever wants it
  answer.catch(() => answers.byPath.delete(path));
  if (!answers.asked.has(path)) answers.byPath.set(path, answer);
  return answer;
}

/** As `firstScreen` has it (lib/navigation.ts) for whoever works at the desk. */
const beginsWithBoard = ({ startScreen }: Preferences) => startScreen === null || startScreen === "today";

async function askForScreen(): Promise<void> {
  void ask(configuration);
  const answer = await ask(currentUser);
  if (!answer.ok) return;
  // copied at once: whoever waits for it reads the answer itself
  const liked = ask(preferences).then((preference) => preference.clone());
  liked.catch(() => undefined);
  const { permissions } = (await answer.clone().json()) as CurrentUser;
  if (!permissions.desk) return;
  const wantsBoard = isBoard || (isStart && beginsWithBoard((await (await liked).json()) as Preferences));
  if (wantsBoard && !answers.asked.has(board.path)) void ask(board);
}

/** The first time of day that is written takes a slow processor 50 ms: now, while it has nothing to do. */
const warmUp = () => new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format();

globalThis.earlyAnswers = answers;
setTimeout(() => {
  globalThis.earlyAnswers = undefined;
}, keptMs);
if (isBehindSignIn) askForScreen().catch(() => undefined);
warmUp();
