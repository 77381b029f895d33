/** The console in component tests: real screens and texts in jsdom, with a simulated network. */
import { screen } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { toast as dismissToasts } from "react-toastify/unstyled";
import { expect, onTestFinished, vi } from "vitest";
import { permissionsOf } from "#api/permissions.ts";
import { type CurrentUser, getCurrentUser, getOwnSessions } from "#contract/people/account.ts";
import { listPasskeys } from "#contract/people/passkeys.ts";
import { defaultPreferences, getPreferences, savePreferences } from "#contract/people/preferences.ts";
import { getSecondFactor } from "#contract/people/second-factor.ts";
import type { Role } from "#contract/roles.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { getSetUp } from "#contract/site/set-up.ts";
import { getOwnRequests, getOwnVisited, getUndecidedVisits } from "#contract/visits/visits.ts";
import { ConsoleApp } from "../../../desktop/renderer/console/app.tsx";
import { applyLanguage } from "../../../desktop/renderer/console/lib/language.ts";
import { queryClient } from "../../../desktop/renderer/console/lib/query-client.ts";
import { createConsoleRouter } from "../../../desktop/renderer/console/router.tsx";
import { useDrafts } from "../../../desktop/renderer/console/stores/drafts.ts";
import { configuration, setUp } from "./configuration.ts";
import { Network, refused } from "./network.ts";
import { cleanup, render } from "./render.ts";

/** Milliseconds; reached by failing tests only. */
const slow = 20_000;

let people = 0;

/** The signed-in user, with this role. */
export const person = (role: Role): CurrentUser => ({
  id: ++people,
  loginId: `${role}-staff-${people}`,
  name: "안내원",
  enName: "",
  company: { id: 1, name: "가온정밀" },
  department: "총무팀",
  position: "",
  role,
  inPublicSearch: true,
  permissions: permissionsOf(role),
  deputyFor: [],
});

export const emptyPage = { rows: [], total: 0, totalCapped: false, page: 1, size: 20 };

/** Resets the console for the next test: no session, empty cache, Korean. */
async function leaveConsole(): Promise<void> {
  dismissToasts.dismiss();
  cleanup();
  queryClient.clear();
  useDrafts.setState({ owner: undefined, values: {} });
  sessionStorage.clear();
  localStorage.clear();
  await applyLanguage(null);
  vi.unstubAllGlobals();
}

/**
 * A network that answers the calls of the console's frame only. Calls without an answer, and calls or answers that
 * violate the contract, fail the test.
 * @param user null without a session
 */
export function consoleNetwork(user: CurrentUser | null): Network {
  const network = new Network();
  // not in a hook: the files of a worker share this module
  onTestFinished(async () => {
    await leaveConsole();
    expect(network.errors, "errors of the network").toEqual([]);
  });
  network.answer(getConfiguration, configuration);
  network.answer(getCurrentUser, user ?? refused(401, "로그인이 필요합니다."));
  network.answer(getPreferences, defaultPreferences);
  network.answer(savePreferences, ({ body }) => {
    const { language = null, startScreen = null, openGroups = null } = body;
    const kept = { ...body, language, startScreen, openGroups };
    network.answer(getPreferences, kept);
    return kept;
  });
  network.answer(getUndecidedVisits, emptyPage);
  network.answer(getOwnRequests, emptyPage);
  network.answer(getOwnVisited, emptyPage);
  network.answer(getSetUp, setUp);
  vi.stubGlobal("fetch", network.fetch);
  return network;
}

/** Answers for the account page: no second factor, and no other sessions. */
export function answerAccount(network: Network): void {
  network.answer(getSecondFactor, { since: null, hasApp: false, recoveryCodesLeft: 0, isRequired: false });
  network.answer(listPasskeys, []);
  network.answer(getOwnSessions, []);
}

/** Renders the console at an address. */
export function openConsole(path: string): UserEvent {
  window.history.replaceState(null, "", path);
  render(<ConsoleApp router={createConsoleRouter()} />);
  return userEvent.setup({ delay: null });
}

/** Reloads the console at an address, with an empty cache. */
export function reopenConsole(path: string): UserEvent {
  cleanup();
  queryClient.clear();
  return openConsole(path);
}

/** Waits until the console is at an address. */
export const waitForPath = (path: string) => vi.waitFor(() => expect(location.pathname).toBe(path), slow);

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const textbox = (name: string | RegExp) => screen.findByRole("textbox", { name });
export const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

/** A toast. Only the library's class distinguishes the kinds. */
export const toast = (kind: "success" | "warning" | "error", text: string) =>
  screen.findByText(text, { selector: `.Toastify__toast--${kind}, .Toastify__toast--${kind} *` });

/** The password that an action asks for; the account page has another field of this name. */
export async function passwordPrompt(): Promise<HTMLInputElement> {
  const fields = await screen.findAllByLabelText<HTMLInputElement>(/^현재 비밀번호/);
  const field = fields.find((one) => one === document.activeElement);
  if (!field) throw new Error("No password field has the focus.");
  return field;
}

export const hasFocus = (element: HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement === element, "the focus is elsewhere").toBe(true), slow);

/** Expects a field to be invalid, described by this sentence. */
export async function hasError(field: HTMLElement, sentence: string): Promise<void> {
  await vi.waitFor(() => {
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const notes = (field.getAttribute("aria-describedby") ?? "").split(" ");
    expect(notes.map((id) => document.getElementById(id)?.textContent).join(" ")).toContain(sentence);
  }, slow);
}
