/** The public site in English. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { getAppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { searchRequests } from "#contract/visits/requests.ts";
import { lookupRow, policy } from "#tests/support/component/site/content.ts";
import { openFilled, write } from "#tests/support/component/site/form.ts";
import {
  button,
  choice,
  descriptionOf,
  heading,
  link,
  openSite,
  reloadSite,
  siteNetwork,
  textbox,
} from "#tests/support/component/site/site.tsx";
import { currentLanguage, restoreLanguage } from "../../../web/lib/language.ts";

const sentence = "Request your visit before you arrive.";

test("a link's language applies when none was chosen", async () => {
  siteNetwork();
  history.replaceState(null, "", "/v?lang=en");
  localStorage.setItem("visitor.language", "ko");
  await restoreLanguage();
  expect(currentLanguage()).toBe("ko");
  localStorage.clear();
  await restoreLanguage();
  expect(currentLanguage()).toBe("en");
});

test("English is chosen in the top bar and kept after a reload", async () => {
  siteNetwork();
  const user = await openSite("/");
  await user.selectOptions(await choice("언어 선택 (Language)"), "English");
  await heading(sentence);
  expect(document.documentElement.lang).toBe("en");
  expect(document.title).toBe("Home | Gaon Precision visit reservation");
  const banner = within(screen.getByRole("banner"));
  banner.getByText("Gaon Precision");
  banner.getByText("Visit reservation");

  const again = await reloadSite();
  await heading(sentence);
  expect(document.documentElement.lang).toBe("en");
  await again.click(await link(/Check my request/));
  await heading("Application state");
  expect(document.title).toBe("Application state | Gaon Precision visit reservation");
  await again.selectOptions(await choice("Language (언어 선택)"), "한국어");
  await heading("신청내역");
  expect(document.documentElement.lang).toBe("ko");
});

test("a change of language keeps the form and asks for the consent of that language", async () => {
  siteNetwork();
  const user = await openFilled({ name: "한지민" });
  await user.selectOptions(await choice("언어 선택 (Language)"), "English");
  await heading("Please read the privacy policy");
  await screen.findByText("Please read the terms once more. Everything you entered is still here.");
  await user.click(await button("Agree and continue"));
  await heading("Tell us about your visit");
  expect((await textbox("Name")).value).toBe("한지민");
  const host = await textbox("Host");
  expect(host.value).toBe("Cheolsu Kim");
  expect(descriptionOf(host)).toMatch(/설계팀 · 책임/);
  expect(screen.getByLabelText<HTMLSelectElement>("Start Hour").value).toBe("14");
});

test("texts without English are shown in Korean", async () => {
  const network = siteNetwork();
  network.answer(searchRequests, [
    lookupRow({ accessiblePlace: { name: "별관" }, purpose: { name: "Meeting" } }),
  ]);
  const user = await openSite("/result", "en");
  write(await textbox("Visitor's name"), "홍길동");
  write(await textbox("Mobile number"), "010-1234-5678");
  await user.click(await button("Search"));
  const row = within((await screen.findByText("별관")).closest("tr") ?? screen.getByRole("alert"));
  row.getByText(/김철수/);
  expect(row.getByText("별관").lang).toBe("ko");
  expect(row.getByText(/Meeting/).lang).toBe("");
});

test("Korean texts of an English form are marked as Korean", async () => {
  const network = siteNetwork();
  network.answer(getCodesInUse, [
    { id: 11, name: "별관" },
    { id: 12, name: "R&D Center" },
  ]);
  network.answer(getAppliedPolicy, { ...policy, enContent: "" });
  const user = await openSite("/form", "en");
  expect(
    (await screen.findByText("방문객의 이름과 연락처를 방문 확인에 씁니다.")).closest("[lang]"),
  ).toHaveProperty("lang", "ko");
  await user.click(await button("Agree and continue"));
  await heading("Tell us about your visit");
  const [korean, english] = await screen.findAllByRole<HTMLOptionElement>("option", { name: /별관|R&D/ });
  expect([korean?.lang, english?.lang]).toEqual(["ko", ""]);
});
