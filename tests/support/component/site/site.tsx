/** The public site in component tests: real pages and texts in jsdom, with a simulated network. */
import { screen, within } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, vi } from "vitest";
import type { Language } from "#browser/language.ts";
import { findHostUsers } from "#contract/people/host-search.ts";
import { getCompaniesInUse } from "#contract/site/companies.ts";
import { getConfiguration, type PublicConfiguration } from "#contract/site/configuration.ts";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { getAppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { type DeployedTerms, getDeployedTerms } from "#contract/texts/terms.ts";
import { applyForVisit } from "#contract/visits/requests.ts";
import { App } from "../../../../web/app.tsx";
import { chooseLanguage, currentLanguage, restoreLanguage } from "../../../../web/lib/language.ts";
import { queryClient } from "../../../../web/lib/queries.ts";
import { dismissToasts } from "../../../../web/lib/toast.ts";
import { createSiteRouter, type SiteRouter } from "../../../../web/router.tsx";
import { clearDraft } from "../../../../web/stores/draft.ts";
import { useFormView } from "../../../../web/stores/form-view.ts";
import { Network } from "../network.ts";
import { cleanup, render } from "../render.ts";
import { companies, configuration, hosts, outcomeOf, places, policy, purposes, terms } from "./content.ts";

/** Milliseconds; reached by failing tests only. */
const slow = 20_000;
const desktopWidth = 1440;

/** Resets the site for the next test: empty cache, draft and storage, Korean. */
async function leaveSite(): Promise<void> {
  cleanup();
  queryClient.clear();
  dismissToasts();
  clearDraft();
  useFormView.setState(useFormView.getInitialState(), true);
  await chooseLanguage("ko");
  sessionStorage.clear();
  localStorage.clear();
  window.innerWidth = desktopWidth;
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

/** Answers all calls of a site with these terms. */
function answerSite(network: Network, listed: readonly DeployedTerms[]): void {
  network.answer(getDeployedTerms, [...listed]);
  network.answer(getAppliedPolicy, policy);
  network.answer(getCompaniesInUse, () => companies[currentLanguage()]);
  network.answer(getCodesInUse, ({ params }) =>
    String(params.kind) === "9002" ? places[currentLanguage()] : purposes[currentLanguage()],
  );
  network.answer(findHostUsers, ({ query }) =>
    Object.values(hosts).filter(
      ({ name, enName, company }) =>
        `${name} ${enName}`.toLowerCase().includes(query.s.toLowerCase()) &&
        (query.company === undefined ||
          company.name === companies.ko.find(({ id }) => id === Number(query.company))?.name),
    ),
  );
  network.answer(applyForVisit, outcomeOf("applied"));
}

/**
 * The network of a configured site. Calls without an answer, and calls or answers that violate the contract, fail the
 * test.
 * @param switches changes to the configuration
 */
export function siteNetwork(switches: Partial<PublicConfiguration> = {}): Network {
  const network = new Network();
  // not in a hook: the files of a worker share this module
  onTestFinished(async () => {
    await leaveSite();
    expect(network.errors, "errors of the network").toEqual([]);
  });
  network.answer(getConfiguration, { ...configuration, ...switches });
  answerSite(network, Object.values(terms));
  vi.stubGlobal("fetch", network.fetch);
  return network;
}

/** Renders the site at an address. */
export async function openSite(path: string, language: Language = "ko"): Promise<UserEvent> {
  window.history.replaceState(null, "", path);
  return drawSite(language);
}

/** The router of the current page. */
export let router: SiteRouter;

/** Renders the site at the browser's address. */
export async function drawSite(language: Language = currentLanguage()): Promise<UserEvent> {
  localStorage.setItem("visitor.language", language);
  router = createSiteRouter();
  await Promise.all([restoreLanguage(), router.load()]);
  render(<App router={router} />);
  await screen.findByRole("heading", { level: 1 });
  return userEvent.setup({ delay: null });
}

/** Reloads the site; session storage remains. */
export async function reloadSite(): Promise<UserEvent> {
  cleanup();
  queryClient.clear();
  dismissToasts();
  useFormView.setState(useFormView.getInitialState(), true);
  return drawSite();
}

/** Narrows the screen to that of a phone. Call it before the site is opened. */
export function onPhone(): void {
  window.innerWidth = 360;
}

/** Waits until the site is at an address. */
export const waitForPath = (path: string) => vi.waitFor(() => expect(location.pathname).toBe(path), slow);

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const link = (name: string | RegExp) => screen.findByRole("link", { name });
export const textbox = (name: string | RegExp) => screen.findByRole<HTMLInputElement>("textbox", { name });
export const choice = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
export const checkbox = (name: string | RegExp) => screen.findByRole<HTMLInputElement>("checkbox", { name });
export const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
export const dialog = (name: string) => screen.findByRole("dialog", { name });

/** A toast. */
export const toast = async (kind: "info" | "warning", title: string) => {
  const notices = within(await screen.findByRole("region", { name: /^(알림|Notices)$/ }));
  return within(notices.getByRole(kind === "info" ? "status" : "alert")).findByText(title);
};

export const hasFocus = (element: HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement === element, "the focus is elsewhere").toBe(true), slow);

/** The accessible description of a field: hint and error. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

/** The description of an invalid field; empty for a valid one. */
export const errorOf = (field: HTMLElement): string =>
  field.getAttribute("aria-invalid") === "true" ? descriptionOf(field) : "";

export const hasError = (field: HTMLElement, sentence: string) =>
  vi.waitFor(() => expect(errorOf(field)).toContain(sentence), slow);

/** Waits until an element is gone. */
export const isGone = (query: () => HTMLElement | null) => vi.waitFor(() => expect(query()).toBeNull(), slow);
