/** The public site in a component test: its real pages with the real texts, drawn by jsdom, on a network of the test. */
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

/** Milliseconds; only a test that fails waits so long. */
const slow = 20_000;
const desktopWidth = 1440;

/** The site as the next test finds it: nothing read, nothing typed, nothing remembered, in Korean. */
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

/** Everything that a site with these texts answers. */
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
 * The network of a site that is set up. The test fails where it was asked or answered wrongly.
 * @param switches what of the configuration is different
 */
export function siteNetwork(switches: Partial<PublicConfiguration> = {}): Network {
  const network = new Network();
  // not in a hook: the files of a worker share this module
  onTestFinished(async () => {
    await leaveSite();
    expect(network.complaints, "what the network complained about").toEqual([]);
  });
  network.answer(getConfiguration, { ...configuration, ...switches });
  answerSite(network, Object.values(terms));
  vi.stubGlobal("fetch", network.fetch);
  return network;
}

/** Draws the site at an address. @returns who presses its keys */
export async function openSite(path: string, language: Language = "ko"): Promise<UserEvent> {
  window.history.replaceState(null, "", path);
  return drawSite(language);
}

/** The router of the site that was drawn last. */
export let router: SiteRouter;

/** Draws the site where the browser is, as after a reload. */
export async function drawSite(language: Language = currentLanguage()): Promise<UserEvent> {
  localStorage.setItem("visitor.language", language);
  router = createSiteRouter();
  await Promise.all([restoreLanguage(), router.load()]);
  render(<App router={router} />);
  await screen.findByRole("heading", { level: 1 });
  return userEvent.setup({ delay: null });
}

/** Loads the site anew where it is; what is kept in the tab stays. */
export async function reloadSite(): Promise<UserEvent> {
  cleanup();
  queryClient.clear();
  dismissToasts();
  useFormView.setState(useFormView.getInitialState(), true);
  return drawSite();
}

/** From here on the screen is a phone's. Call it before the site is opened. */
export function onPhone(): void {
  window.innerWidth = 360;
}

/** Waits for an address that the site goes to by itself. */
export const arrivesAt = (path: string) => vi.waitFor(() => expect(location.pathname).toBe(path), slow);

export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const link = (name: string | RegExp) => screen.findByRole("link", { name });
export const textbox = (name: string | RegExp) => screen.findByRole<HTMLInputElement>("textbox", { name });
export const choice = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
export const checkbox = (name: string | RegExp) => screen.findByRole<HTMLInputElement>("checkbox", { name });
export const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });
export const dialog = (name: string) => screen.findByRole("dialog", { name });

/** A message over the page. */
export const toast = async (kind: "info" | "warning", title: string) => {
  const notices = within(await screen.findByRole("region", { name: /^(알림|Notices)$/ }));
  return within(notices.getByRole(kind === "info" ? "status" : "alert")).findByText(title);
};

export const hasFocus = (element: HTMLElement) =>
  vi.waitFor(() => expect(document.activeElement === element, "the focus is elsewhere").toBe(true), slow);

/** What stands beside a field and belongs to it. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

/** The same of a field that is marked as wrong; empty where it is not. */
export const errorOf = (field: HTMLElement): string =>
  field.getAttribute("aria-invalid") === "true" ? descriptionOf(field) : "";

export const hasError = (field: HTMLElement, sentence: string) =>
  vi.waitFor(() => expect(errorOf(field)).toContain(sentence), slow);

/** Waits until something is no longer there. */
export const isGone = (query: () => HTMLElement | null) => vi.waitFor(() => expect(query()).toBeNull(), slow);
