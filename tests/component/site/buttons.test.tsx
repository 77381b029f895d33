/** Buttons say what they do: each is a verb, "조회하기" and not "조회", in every step of the public site. */
import { screen, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Language } from "#browser/language.ts";
import { searchRequests } from "#contract/visits/requests.ts";
import { seeLinkedVisit } from "#contract/visits/visit-links.ts";
import { visitor as en } from "#i18n/en.json";
import { visitor as ko } from "#i18n/ko.json";
import { lookupRow } from "#tests/support/component/site/content.ts";
import { isSent, openFilled, send, write } from "#tests/support/component/site/form.ts";
import { button, openSite, siteNetwork, textbox } from "#tests/support/component/site/site.tsx";

const cases = [
  ["ko", ko],
  ["en", en],
] as const satisfies readonly (readonly [Language, unknown])[];

/** The nominal form of a verb, "-기"; "모두 동의하기" says beside it of how many. */
const koreanVerb = /기(?: ?필수 \d+개, 선택 \d+개)?$/;
/** Before it may stand a question, "No mobile number? Use the reservation number", or the title of what it unfolds. */
const englishVerb =
  /^(?:.+\? |[가-힣 ]+ )?(?:Add|Agree|Cancel|Check|Close|Confirm|Copy|Disagree|Dismiss|Find|Fold|Get|Go|Keep|Print|Read|Request|Save|Send|Search|Show|Stay|Try|Use)\b/;
const isVerb = (name: string) => koreanVerb.test(name.trim()) || englishVerb.test(name.trim());

/** The names of all buttons on the screen, of those behind an open dialog, too. */
function buttonNames(): string[] {
  const names: string[] = [];
  screen.queryAllByRole("button", { hidden: true, name: (name) => names.push(name) < 0 });
  return names;
}

/** Fails where one is no verb, or `expected` is not there. */
async function areVerbs(...expected: string[]): Promise<void> {
  for (const name of expected) await screen.findAllByRole("button", { name });
  const names = buttonNames();
  expect(names.filter((name) => !isVerb(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(expected));
}

const press = async (user: UserEvent, name: string) => user.click(await button(name));

test.each(cases)("on the first page and in its terms: %s", async (language, text) => {
  siteNetwork();
  expect([text.home.apply, text.home.lookup, text.site.toHome].filter((name) => !isVerb(name))).toEqual([]);
  const user = await openSite("/form", language);
  await areVerbs(text.terms.disagree, text.terms.agree, text.site.back);
  await press(user, text.site.back);
  await areVerbs(text.leave.yes, text.leave.no);
});

test("around one of the terms", async () => {
  siteNetwork();
  const user = await openSite("/form");
  const [first] = await screen.findAllByRole("button", { name: /내용 보기$/ });
  if (first) await user.click(first);
  await screen.findByRole("dialog");
  await areVerbs(ko.site.close, ko.site.print);
});

test.each(cases)("from the filled form to its number: %s", async (language, text) => {
  siteNetwork();
  const user = await openFilled({}, language);
  await areVerbs(text.request.hostSearchNamed);
  await press(user, text.request.hostSearchNamed);
  await screen.findByRole("dialog");
  await areVerbs(text.hosts.search, text.site.close);
  await user.keyboard("{Escape}");
  await send(user);
  await isSent();
  await areVerbs(text.site.copy);
});

test.each(cases)("around a request that was looked up: %s", async (language, text) => {
  const network = siteNetwork();
  network.answer(searchRequests, [lookupRow({ statusCode: "approved" })]);
  const user = await openSite("/result", language);
  await areVerbs(text.result.search, text.result.byReserveNo);
  write(await textbox(text.result.name), "홍길동");
  write(await textbox(text.result.cellPhone), "010-1234-5678");
  await press(user, text.result.search);
  await areVerbs(text.result.cancel, text.result.calendar, text.result.qrShow);
  await press(user, text.result.cancel);
  const question = within(await screen.findByRole("dialog"));
  await question.findByRole("button", { name: text.result.cancelNo });
  await areVerbs();
});

test.each(cases)("around a code that the site asks for: %s", async (language, text) => {
  const network = siteNetwork({ lookupCode: true });
  network.answer(searchRequests, []);
  await openSite("/result", language);
  await areVerbs(text.result.codeSend);
  expect([text.result.codeConfirm, text.result.codeAgain].filter((name) => !isVerb(name))).toEqual([]);
});

test.each(cases)("around one's own visit by a link: %s", async (language, text) => {
  const network = siteNetwork();
  const { leaderName: _, ...row } = lookupRow({ statusCode: "approved" });
  const email = { emailMasked: "", emailBounced: false, channel: null, desk: null } as const;
  network.answer(seeLinkedVisit, { ...row, ...email, consent: "missing", missing: ["carNumber"] });
  await openSite(`/v#${"a".repeat(43)}`, language);
  await areVerbs(text.link.agree, text.link.save, text.result.calendar, text.result.cancel);
});
