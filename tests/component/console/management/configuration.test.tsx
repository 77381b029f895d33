/** The configuration form. */
import { screen, waitFor, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { changeSiteConfiguration, getSiteConfiguration } from "#contract/site/configuration.ts";
import {
  changeHoliday,
  getHolidays,
  type HolidayAnswer,
  type HolidaysAnswer,
  restoreHoliday,
} from "#contract/site/holidays.ts";
import { getLogo } from "#contract/site/logos.ts";
import { siteConfiguration } from "#tests/support/component/configuration.ts";
import {
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  openConsole,
  person,
  textbox,
} from "#tests/support/component/console.tsx";
import { invalid, refused } from "#tests/support/component/network.ts";

const holidays = (...days: HolidayAnswer[]): HolidaysAnswer => ({ year: 2026, known: true, days });

function opens() {
  const network = consoleNetwork(person("admin"));
  network.answer(getSiteConfiguration, siteConfiguration);
  network.answer(getHolidays, holidays());
  network.answer(getLogo, refused(404, "로고가 없습니다."));
  return { network, user: openConsole("/dash/configuration") };
}

async function writes(user: UserEvent, name: string, value: string): Promise<void> {
  const field = await textbox(name);
  await user.clear(field);
  if (value) await user.type(field, value);
}

test("invalid values have errors at their fields, and nothing is sent", async () => {
  const { network, user } = opens();
  await writes(user, "홈페이지 주소", "www.gaon");
  await writes(user, "최대 방문 기간", "400");
  await writes(user, "관리자", "");
  await user.click(await button("저장"));
  await hasError(await textbox("홈페이지 주소"), "http:// 또는 https://로 시작하는 주소를 입력해 주십시오.");
  await hasFocus(await textbox("홈페이지 주소"));
  await hasError(await textbox("최대 방문 기간"), "1–365 사이의 숫자를 입력해 주십시오.");
  await hasError(await textbox("관리자"), "올바른 값이 아닙니다.");
  expect(network.asked(changeSiteConfiguration)).toEqual([]);
});

test("a setting is found by its name in either language, in the palette and on the page, and changes stay", async () => {
  const { user } = opens();
  await writes(user, "홈페이지 주소", "https://gaon.example");
  const toTop = vi.spyOn(window, "scrollTo");
  for (const _ of ["first", "again"]) {
    await user.click(await textbox("홈페이지 주소"));
    await user.keyboard("{Control>}k{/Control}");
    const palette = within(await screen.findByRole("dialog", { name: "명령 팔레트" }));
    await user.type(palette.getByRole("textbox"), "auto-appr");
    await user.click(await palette.findByRole("button", { name: "환경설정: 자동 승인" }));
    await hasFocus(await screen.findByRole("switch", { name: /^자동 승인/ }));
    expect(location.search).toBe("?at=autoApprove");
  }

  await user.type(await screen.findByRole("combobox", { name: "설정 검색" }), "보유");
  await user.click(await screen.findByRole("option", { name: /보유/ }));
  await hasFocus(await textbox(/보유/));
  expect(location.search).toBe("?at=retentionDays");
  await user.click(screen.getByRole("link", { name: "근무시간" }));
  await waitFor(() => expect(location.search).toBe("?at=work"));
  expect(toTop).not.toHaveBeenCalled();
  await user.click(screen.getByRole("link", { name: "현황판" }));
  await screen.findByText("저장하지 않은 내용이 있습니다. 나가면 사라집니다.");
});

test("remaining messages of the limits are shown, and when one was used up", async () => {
  const { network, user } = opens();
  const publicMessages = { leftThisHour: 0, leftToday: 1995, usedUpAt: "2026-11-22 09:30" };
  network.answer(getSiteConfiguration, { ...siteConfiguration, publicMessages });
  network.answer(changeSiteConfiguration, siteConfiguration);
  await screen.findByText("남은 건수: 1시간 0건, 24시간 1,995건. 최근 한도 도달: 2026-11-22 09:30");
  network.answer(getSiteConfiguration, siteConfiguration);
  await writes(user, "1시간 한도(건)", "400");
  await user.type(await screen.findByRole("combobox", { name: "문자를 보낼 국가 번호" }), "+81{Enter}");
  await user.click(await button("저장"));
  await screen.findByText("남은 건수: 1시간 300건, 24시간 1,995건.");
  expect(network.asked(changeSiteConfiguration).map(({ body }) => body)).toEqual([
    { publicMessagesPerHour: 400, messageCountries: ["+82", "+81"] },
  ]);
});

test("errors of the server are shown at their fields", async () => {
  const { network, user } = opens();
  network.answer(changeSiteConfiguration, invalid({ timezone: "zoneUnknown" }));
  await writes(user, "개인정보 보유 기간", "90");
  await user.click(await button("저장"));
  await hasError(await screen.findByRole("combobox", { name: "시간대" }), "알 수 없는 시간대입니다.");
  expect(network.asked(changeSiteConfiguration).map(({ body }) => body)).toEqual([{ retentionDays: 90 }]);
});

const labourDay = { day: "2026-05-01", name: "노동절", off: true, publicName: "노동절", changed: false };

test("a public holiday becomes a working day and a holiday again", async () => {
  const { network, user } = opens();
  network.answer(getHolidays, holidays(labourDay));
  network.answer(changeHoliday, holidays({ ...labourDay, off: false, changed: true }));
  network.answer(restoreHoliday, holidays(labourDay));
  await user.click(await button("2026-05-01 노동절 근무일로 변경"));
  await user.click(await button("2026-05-01 노동절 휴일로 변경"));
  await button("2026-05-01 노동절 근무일로 변경");
  expect(network.asked(changeHoliday).map(({ params, body }) => [params, body])).toEqual([
    [{ day: "2026-05-01" }, { off: false }],
  ]);
  expect(network.asked(restoreHoliday)).toHaveLength(1);
});

test("a holiday of the site needs day and name, and is listed in its year", async () => {
  const { network, user } = opens();
  const own = { day: "2026-06-15", name: "창립기념일", off: true, publicName: null, changed: true };
  network.answer(changeHoliday, holidays(own));
  await user.click(await button("휴일 추가"));
  await hasError(await textbox("이름"), "필수 입력 항목입니다");
  expect(network.asked(changeHoliday)).toEqual([]);
  await writes(user, "날짜", "2026-06-15");
  await writes(user, "이름", "창립기념일");
  await user.click(await button("휴일 추가"));
  await button("2026-06-15 창립기념일 삭제");
  expect(network.asked(changeHoliday).map(({ body }) => body)).toEqual([{ name: "창립기념일", off: true }]);
});

test("working days and the hours until escalation are saved", async () => {
  const { network, user } = opens();
  network.answer(changeSiteConfiguration, {
    ...siteConfiguration,
    workDays: [1, 2, 3, 4, 5, 6],
    escalateAfterHours: 4,
  });
  await user.click(await screen.findByRole("checkbox", { name: "토" }));
  await writes(user, "미처리 신청 넘기기", "4");
  await screen.findByText("근무시간 8시간 뒤 안내데스크");
  await user.click(await button("저장"));
  await screen.findByText("환경설정을 저장했습니다.");
  expect(network.asked(changeSiteConfiguration).map(({ body }) => body)).toEqual([
    { workDays: [1, 2, 3, 4, 5, 6], escalateAfterHours: 4 },
  ]);
});
