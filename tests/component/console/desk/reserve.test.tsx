/** The reservation form. */
import { screen, waitFor, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { formatLongDay } from "#browser/formats.ts";
import { addDays, fromInstant } from "#contract/dates.ts";
import { getHostUserOptions } from "#contract/people/host-users.ts";
import { defaultPreferences, getPreferences } from "#contract/people/preferences.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { getPreviousVisitors, type PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import { reserveVisit } from "#contract/visits/visit-actions.ts";
import { getOwnRequests, type VisitAnswer } from "#contract/visits/visits.ts";
import { configuration } from "#tests/support/component/configuration.ts";
import {
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  heading,
  openConsole,
  person,
  toast,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { hasValue, param, showsVisit } from "#tests/support/component/drawer.tsx";
import { invalid, loseAnswer, type Network, refused } from "#tests/support/component/network.ts";
import {
  answerBoard,
  answerChoices,
  answerPasses,
  answerVisits,
  pageOf,
  visitAnswer,
} from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

const host = { id: 7, name: "김철수 (가온정밀 설계팀 책임)" };
const today = () => fromInstant(new Date(), "Asia/Seoul").slice(0, 10);

const hostField = () => screen.findByRole("combobox", { name: "담당자" });
const purposeField = () => screen.findByRole("combobox", { name: "목적" });
const nameField = () => screen.findByRole("combobox", { name: "이름" });
const submit = () => button("예약");
const option = (name: string) => screen.findByRole("option", { name });
const companion = async (number: number, field: string) =>
  within(await screen.findByRole("group", { name: `동행 ${number}` })).getByRole("textbox", { name: field });
const pasteBox = () => screen.findByRole("textbox", { name: "붙여넣을 내용" });

function answerReserve(network: Network, visit: VisitAnswer): void {
  answerChoices(network);
  answerBoard(network, visit);
  answerVisits(network, visit);
  answerPasses(network);
  network.answer(getHostUserOptions, [host]);
  network.answer(getPreviousVisitors, []);
  network.answer(reserveVisit, visit);
}

function opens(more: Partial<VisitAnswer> = {}) {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "한가람", statusCode: "approved", origin: "console", ...more });
  answerReserve(network, visit);
  return { network, visit, user: openConsole("/dash/reserve") };
}

async function choosesPurpose(user: UserEvent): Promise<void> {
  await user.click(await purposeField());
  await user.click(await option("회의"));
}

async function fills(user: UserEvent): Promise<void> {
  await user.click(await hostField());
  await user.paste("김철");
  await user.click(await option(host.name));
  await choosesPurpose(user);
  await user.click(await nameField());
  await user.paste("한가람");
}

const previous: PreviousVisitor = {
  id: 91,
  name: "한가람",
  company: "나래상사",
  position: "",
  cellPhone: "010-00**-*234",
  emailMasked: "g***@example.com",
  carNumber: "12가 3456",
  hostUser: host,
  purpose: { id: 2, name: "회의" },
  accessiblePlace: { id: 5, name: "별관" },
  startDate: "2026-11-01 10:00",
  companions: 0,
};

const bodies = (network: Network) => network.asked(reserveVisit).map(({ body }) => body);

test("missing fields have errors, and the first gets the focus", async () => {
  const { network, user } = opens();
  await user.click(await button("동행 추가"));
  await user.click(await companion(1, "휴대전화"));
  await user.paste("010-12");
  await user.click(await submit());
  for (const field of [await hostField(), await purposeField(), await nameField()])
    await hasError(field, "필수 입력 항목입니다");
  await hasError(await companion(1, "이름"), "필수 입력 항목입니다");
  await hasError(await companion(1, "휴대전화"), "올바른 형식이 아닙니다.");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true"));
  expect(bodies(network)).toEqual([]);
});

test("the place is required where the site requires it, and a single place is preselected", async () => {
  const { network, user } = opens();
  const place = () => screen.findByRole<HTMLInputElement>("combobox", { name: "장소" });
  await hasValue(await place(), "본관");
  await fills(user);
  network.answer(getCodesInUse, ({ params }) =>
    params.kind === 9003
      ? [{ id: 2, name: "회의" }]
      : ["본관", "별관"].map((name, id) => ({ id: id + 1, name })),
  );
  await queryClient.invalidateQueries({ queryKey: ["configuration", "codes"] });
  await hasValue(await place(), "");
  await user.click(await submit());
  await hasError(await place(), "필수 입력 항목입니다");
  await user.click(await place());
  await user.click(await option("별관"));
  await user.click(await submit());
  await showsVisit("한가람");
  expect(bodies(network)).toMatchObject([{ location: 2 }]);
});

test("the place is hidden where the site does not require it", async () => {
  const network = consoleNetwork(person("desk"));
  network.answer(getConfiguration, { ...configuration, requestInputPlace: false });
  answerReserve(network, visitAnswer({ name: "한가람", statusCode: "approved" }));
  const user = openConsole("/dash/reserve");
  await fills(user);
  expect(screen.queryByRole("combobox", { name: "장소" })).toBeNull();
  await user.click(await submit());
  await showsVisit("한가람");
  expect(bodies(network)[0]?.location).toBeUndefined();
});

test("errors of the server are shown at their fields and companions, and the corrected form is sent", async () => {
  const { network, user, visit } = opens();
  await fills(user);
  await user.click(await button("동행 추가"));
  await user.click(await companion(1, "이름"));
  await user.paste("다솜");
  network.answer(reserveVisit, invalid({ purpose: "purposeUnavailable" }));
  await user.click(await submit());
  await hasError(await purposeField(), "지금은 선택할 수 없는 방문 목적입니다.");
  await hasFocus(await purposeField());
  network.answer(reserveVisit, invalid({ "companions.0.cellphone": "format" }));
  await user.click(await submit());
  await hasError(await companion(1, "휴대전화"), "올바른 형식이 아닙니다.");
  await hasFocus(await companion(1, "휴대전화"));
  network.answer(reserveVisit, visit);
  await user.click(await submit());
  await showsVisit("한가람");
  expect(bodies(network).at(-1)?.companions).toMatchObject([{ name: "다솜" }]);
});

test("a pasted table shows its errors, valid rows are added, and invalid ones stay to be corrected", async () => {
  const { user } = opens();
  await user.click(await button("표 붙여넣기"));
  const box = await pasteBox();
  await hasFocus(box);
  await user.paste("이름\t휴대전화\t소속\n다솜\t1000005678\t나래상사\n라온\t010-12\t\n미르\t\t");
  const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));
  (await row("다솜")).getByText("010-0000-5678");
  (await row("라온")).getByText("올바른 형식이 아닙니다.");
  await screen.findByText(/오류 행 1개\./);
  await user.click(await button("2명 추가"));
  await hasValue(await companion(1, "휴대전화"), "010-0000-5678");
  await hasValue(await companion(2, "이름"), "미르");
  expect((await pasteBox()).textContent).toContain("라온");
  expect(screen.queryByRole("group", { name: "동행 3" })).toBeNull();
});

test("a reservation repeated after a lost response has the same idempotency key", async () => {
  const { network, user, visit } = opens();
  await fills(user);
  network.answer(reserveVisit, loseAnswer);
  await user.click(await submit());
  await toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.");
  network.answer(reserveVisit, visit);
  await user.click(await submit());
  await showsVisit("한가람");
  const [first, second] = network.keysOf(reserveVisit);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(bodies(network)[1]).toEqual(bodies(network)[0]);
});

test("changing the name of a chosen visitor drops their number", async () => {
  const { network, user } = opens();
  network.answer(getPreviousVisitors, [previous]);
  await hasFocus(await nameField());
  await user.paste("한가");
  await screen.findByRole("option", { name: /한가람/ });
  await user.keyboard("{ArrowDown}{Enter}");
  await hasValue(await hostField(), host.name);
  network.answer(getPreviousVisitors, []);
  await user.clear(await nameField());
  await user.paste("한가온");
  await waitFor(() => expect(screen.queryByText(/번호 010-00/)).toBeNull());
  await user.click(await submit());
  await showsVisit("한가람");
  expect(bodies(network)[0]).toMatchObject({ name: "한가온" });
  expect(bodies(network)[0]?.previousVisit).toBeUndefined();
});

test("the form is kept while another screen is open", async () => {
  const { user } = opens();
  await fills(user);
  const navigation = within(await screen.findByRole("navigation", { name: "화면" }));
  await user.click(navigation.getByRole("link", { name: "방문 목록" }));
  await heading("방문 목록");
  await user.click(navigation.getByRole("link", { name: "방문 예약" }));
  await hasValue(await hostField(), host.name);
  await hasValue(await nameField(), "한가람");
  await user.click(await button("모두 지우기"));
  await hasValue(await hostField(), "");
  await hasValue(await nameField(), "");
});

test("choices that cannot be loaded show an error", async () => {
  const { network } = opens();
  network.answer(getCodesInUse, refused(503, "잠시 이용할 수 없습니다."));
  await hasError(await purposeField(), "잠시 이용할 수 없습니다.");
});

test.each([
  ["ko", "윤하늘 · R&D"],
  ["en", "Haneul Yoon · R&D"],
] as const)("a host reserves for themselves (%s)", async (language, name) => {
  const own = { name: "윤하늘", enName: "Haneul Yoon", department: "R&D" };
  const network = consoleNetwork({ ...person("host"), ...own });
  network.answer(getPreferences, { ...defaultPreferences, language });
  answerReserve(network, visitAnswer());
  openConsole("/dash/reserve");
  await screen.findByText(name);
  expect(screen.queryByRole("combobox", { name: /^(담당자|Host)$/ })).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
});

test.each([
  ["ko", "시작일시 날짜", /^\d{4}년 \d{1,2}월$/, "이전 달"],
  ["en", "Start date", /^[A-Z][a-z]+ \d{4}$/, "Previous month"],
] as const)("a day is chosen from a calendar (%s)", async (language, name, month, before) => {
  const { network, user } = opens();
  network.answer(getPreferences, { ...defaultPreferences, language });
  const field = await screen.findByLabelText(name);
  await user.click(field);
  await user.keyboard("{ArrowDown}");
  const calendar = within(await screen.findByRole("dialog", { name }));
  await calendar.findByRole("button", { name: month });
  calendar.getByRole("button", { name: before });
  const [sunday] = calendar.getAllByRole("columnheader");
  expect(sunday?.textContent).toBe(language === "ko" ? "일" : "Su");
  const tomorrow = formatLongDay(addDays(today(), 1), language);
  await user.click(calendar.getByRole("button", { name: tomorrow }));
  await hasValue(field, addDays(today(), 1));
});

test("the end offers no time before the start on its day", async () => {
  const { user } = opens();
  const start = await screen.findByRole("combobox", { name: "시작일시 시각" });
  await user.clear(start);
  await user.paste("14:30");
  await user.tab();
  await user.click(await screen.findByRole("combobox", { name: "종료일시 시각" }));
  await user.keyboard("{ArrowDown}");
  await option("14:30");
  expect(screen.queryByRole("option", { name: "14:20" })).toBeNull();
});

test("an absence of the host is shown in the list and after choosing", async () => {
  const away = { from: "2026-11-23", to: "2026-11-27", deputies: [{ id: 8, name: "김하나" }] };
  const { network, user } = opens();
  network.answer(getHostUserOptions, [{ ...host, away }]);
  await user.click(await hostField());
  await user.paste("김철");
  const listed = await screen.findByRole("option", { name: /김철수/ });
  within(listed).getByText("부재 11.23–11.27 · 대리 김하나");
  await user.click(listed);
  await screen.findByText("부재 11.23–11.27 · 대리 김하나");
  expect(network.asked(getHostUserOptions).at(-1)?.query).toMatchObject({ id: host.id });
});

test("a deputy reserves for the host, too, and finds the visit in the inbox", async () => {
  const network = consoleNetwork({ ...person("host"), deputyFor: [{ id: 77, name: "이두리" }] });
  const visit = visitAnswer({ name: "한가람", statusCode: "approved", origin: "console" });
  answerReserve(network, visit);
  network.answer(getOwnRequests, pageOf([visit]));
  const user = openConsole("/dash/reserve");
  await user.click(await hostField());
  await user.click(await option("이두리"));
  await choosesPurpose(user);
  await user.click(await nameField());
  await user.paste("한가람");
  await user.click(await submit());
  await waitForPath("/dash/approvals");
  expect(param("list")).toBe("upcoming");
  await showsVisit("한가람");
  expect(bodies(network)).toMatchObject([{ hostUser: 77, askHost: false }]);
});

test("reloading asks for confirmation only with unsaved text", async () => {
  const { user } = opens();
  const isConfirming = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const name = await nameField();
  expect(isConfirming()).toBe(false);
  await user.click(name);
  await user.paste("한가람");
  await waitFor(() => expect(isConfirming()).toBe(true));
  await user.clear(name);
  await waitFor(() => expect(isConfirming()).toBe(false));
});

test("the desk can ask the host to approve, and a group has at most 50 companions", async () => {
  const { network, user } = opens({ statusCode: "applied" });
  await fills(user);
  await user.click(screen.getByRole("switch", { name: /^담당자에게 승인 요청/ }));
  await user.click(await button("표 붙여넣기"));
  await user.click(await pasteBox());
  await user.paste(Array.from({ length: 52 }, (_, n) => `동행인${n + 1}\t`).join("\n"));
  await user.click(await button("50명 추가"));
  await screen.findByText("50 / 50명");
  expect(await button("동행 추가")).toHaveProperty("disabled", true);
  await user.click(await button("승인 요청"));
  await waitFor(() => expect(bodies(network)).toHaveLength(1));
  expect(bodies(network)).toMatchObject([{ askHost: true }]);
  expect(bodies(network)[0]?.companions).toHaveLength(50);
});
