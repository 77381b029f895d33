/** Changing the language in the desktop app's menu. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { getCurrentUser } from "#contract/people/account.ts";
import { getVisit } from "#contract/visits/visits.ts";
import { consoleNetwork, heading, openConsole, person, textbox } from "#tests/support/component/console.tsx";
import { hasValue, openVisit } from "#tests/support/component/drawer.tsx";
import { answerChoices } from "#tests/support/component/visits.ts";
import { restoreDeviceLanguage } from "../../../desktop/renderer/console/lib/language.ts";

/** As the menu does (desktop/renderer/console/lib/connectivity.ts). */
const chooseInMenu = (language: "ko" | "en") => restoreDeviceLanguage(language);

test("typed text stays while the server is unreachable", async () => {
  const network = consoleNetwork(person("desk"));
  answerChoices(network);
  const user = openConsole("/dash/reserve");
  const name = await screen.findByRole("combobox", { name: "이름" });
  await user.click(await textbox("메모"));
  await user.paste("3층 회의실");
  network.cut();
  await chooseInMenu("en");
  await heading("Reserve a visit");
  await hasValue(await textbox("Note"), "3층 회의실");
  expect(name.isConnected).toBe(true);
  await chooseInMenu("ko");
  await hasValue(await textbox("메모"), "3층 회의실");
});

test("an edit in the drawer of a visit stays, too", async () => {
  const { network, user, shown } = await openVisit({ actions: ["approve", "edit"] });
  await user.click(await shown.findByRole("button", { name: "수정" }));
  const note = await shown.findByRole("textbox", { name: "메모" });
  await user.click(note);
  await user.paste("휠체어 필요");
  network.cut();
  await chooseInMenu("en");
  await screen.findByRole("dialog", { name: "Visit" });
  await hasValue(await textbox("Note"), "휠체어 필요");
});

test("when the server is back, the screen is loaded in the language", async () => {
  const { network } = await openVisit();
  const callCounts = () => [network.asked(getCurrentUser).length, network.asked(getVisit).length] as const;
  const [users, visits] = callCounts();
  await chooseInMenu("en");
  await waitFor(() => {
    expect(callCounts()[0]).toBe(users + 1);
    expect(callCounts()[1]).toBe(visits + 1);
  });
});

/** The health endpoint is not in the contract. */
const health = endpoint({
  method: "GET",
  path: "/healthz",
  permission: "public",
  recorded: "none",
  summary: "Version and commit.",
  response: z.object({ version: z.string(), commit: z.string() }),
});

test("the signed-in user's name is shown in that language", async () => {
  const network = consoleNetwork({ ...person("desk"), name: "오안내", enName: "Annie Oh" });
  network.answer(health, { version: "1.2.3", commit: "1a2b3c4d5e6f" });
  openConsole("/dash/about");
  await screen.findByText(/^오안내 \(/);
  await screen.findByText("1.2.3 (1a2b3c4d5e6f)");
  await chooseInMenu("en");
  await screen.findByText(/^Annie Oh \(/);
});
