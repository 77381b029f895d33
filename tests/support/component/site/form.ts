/** The request step and the lookup of the public site. */
import { fireEvent, screen, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import type { Language } from "#browser/language.ts";
import { addMinutes, fromInstant, type WallTime } from "#contract/dates.ts";
import { agreeToPolicy, answerTerms, setValues, tick, useDraft } from "../../../../web/stores/draft.ts";
import { hosts, policy, terms } from "./content.ts";
import { button, choice, dialog, drawSite, heading, isGone, textbox } from "./site.tsx";

/** The site's wall time, minutes from now. */
export const siteTime = (minutes = 0): WallTime => addMinutes(fromInstant(new Date(), "Asia/Seoul"), minutes);

/** The site's date "YYYY-MM-DD", days from today. */
export const siteDay = (days = 0): string => siteTime(days * 1440).slice(0, 10);

type Values = Parameters<typeof setValues>[0];

/** All values of a visit tomorrow from 14:00 to 16:00. */
const everything = (): Values => ({
  userCompany: 1,
  hostUser: hosts.host,
  hostLanguage: "ko",
  location: 11,
  purpose: 21,
  startDate: `${siteDay(1)} 14:00`,
  endDate: `${siteDay(1)} 16:00`,
  name: "홍길동",
  cellphone: "010-1234-5678",
  company: "나래상사",
  carNumber: "12가 3456",
});

/** Sets all consents, required by the request step. */
function agreeToAll(language: Language): void {
  agreeToPolicy(language, policy.id);
  if (language === "ko")
    answerTerms(Object.fromEntries(Object.values(terms).map(({ id }) => [id, { version: 1, agreed: true }])));
}

/** Opens the request step as after a reload. */
async function openRequestStep(language: Language): Promise<UserEvent> {
  agreeToAll(language);
  const entry = { step: "request", key: "request", __TSR_key: "request", __TSR_index: 0 };
  window.history.replaceState(entry, "", "/form");
  const user = await drawSite(language);
  await heading(language === "ko" ? "방문 정보를 알려 주세요" : "Tell us about your visit");
  return user;
}

/** Opens the empty request step. */
export const openRequest = (language: Language = "ko"): Promise<UserEvent> => openRequestStep(language);

/** Opens the request step with all values, changed by `more`, and ticked checklists. */
export function openFilled(more: Values = {}, language: Language = "ko"): Promise<UserEvent> {
  setValues({ ...everything(), ...more });
  tickEverything();
  return openRequestStep(language);
}

/** Ticks the checklists without clicking each. */
export function tickEverything(): void {
  for (const line of ["7.1.1", "7.1.2", "8.1.0"]) tick(line, true);
}

/** The values of the draft. */
export const typed = () => useDraft.getState().values;

export const submit = () => button(/방문신청 보내기$|^Send the request/);

export async function send(user: UserEvent): Promise<void> {
  await user.click(await submit());
}

/** Waits for the final page. */
export const isSent = () => heading(/^방문신청이 접수되었습니다$|^Your request has been sent$/);

/** Sets a field's value without single key presses. */
export function write(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

export const moment = (end: "시작일시" | "종료일시", part: "날짜" | "시" | "분") =>
  screen.getByLabelText<HTMLInputElement>(`${end} ${part}`);

/** Sets start or end. @param at "YYYY-MM-DD HH:mm" */
export function setMoment(end: "시작일시" | "종료일시", at: string): void {
  write(moment(end, "날짜"), at.slice(0, 10));
  write(moment(end, "시"), at.slice(11, 13));
  write(moment(end, "분"), at.slice(14, 16));
}

/** The start or end shown by the form. */
export const shownMoment = (end: "시작일시" | "종료일시"): string =>
  `${moment(end, "날짜").value} ${moment(end, "시").value}:${moment(end, "분").value}`;

export const hostField = () => textbox("담당자");

/** Opens the search for a host. @returns its dialog */
export async function openHostSearch(user: UserEvent): Promise<HTMLElement> {
  await user.click(await button("담당자 찾기"));
  return dialog("담당자 검색");
}

/** Searches without waiting for the delay after typing. */
export async function searchHost(user: UserEvent, found: HTMLElement, name: string): Promise<void> {
  write(within(found).getByRole("combobox"), name);
  await user.click(within(found).getByRole("button", { name: "찾기" }));
}

/** Searches by name, and chooses the host whose row matches `words`. */
export async function chooseHost(user: UserEvent, words: RegExp, name = "김철수"): Promise<void> {
  const found = await openHostSearch(user);
  await searchHost(user, found, name);
  await user.click(await within(found).findByRole("option", { name: words }));
  await isGone(() => screen.queryByRole("dialog"));
}

/** Waits for an option, and chooses it. */
export async function choose(user: UserEvent, name: string, words: string): Promise<void> {
  const field = await choice(name);
  await vi.waitFor(() => expect(field.disabled).toBe(false));
  await user.selectOptions(field, words);
}

/** Fills in name and number of the lookup, and clicks a button. */
export async function lookUp(user: UserEvent, name = "홍길동", press = "조회하기"): Promise<void> {
  write(await textbox("방문객명"), name);
  write(await textbox("휴대전화번호"), "010-1234-5678");
  await user.click(await button(press));
}

/** Cancels the only visit on the page, and confirms. */
export async function cancel(user: UserEvent): Promise<void> {
  await user.click(await button("신청 취소하기"));
  const question = within(await dialog("이 방문신청을 취소하시겠습니까?"));
  await user.click(question.getByRole("button", { name: "신청 취소하기" }));
}
