/** The period of a visit in the request form. */
import { screen, within } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { addMinutes, floorToStep } from "#contract/dates.ts";
import { applyForVisit } from "#contract/visits/requests.ts";
import {
  isSent,
  moment,
  openFilled,
  openRequest,
  send,
  setMoment,
  shownMoment,
  siteDay,
  siteTime,
  write,
} from "#tests/support/component/site/form.ts";
import { hasError, heading, siteNetwork, toast } from "#tests/support/component/site/site.tsx";

const notLater = "종료일시는 시작일시보다 커야합니다.";
const options = (end: "시작일시" | "종료일시", part: "시" | "분") =>
  within(moment(end, part)).getAllByRole<HTMLOptionElement>("option");
const wordsOf = (found: HTMLOptionElement[]) => found.map(({ textContent }) => textContent);
const offered = (end: "시작일시" | "종료일시", part: "시" | "분") =>
  wordsOf(options(end, part).filter(({ disabled }) => !disabled));

const setTime = (now: string) => vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(now) });

test("a visit starts now, rounded down to ten minutes, and ends two hours later", async () => {
  siteNetwork();
  const before = floorToStep(siteTime());
  await openRequest();
  const start = shownMoment("시작일시");
  expect(start >= before && start <= floorToStep(siteTime())).toBe(true);
  expect(shownMoment("종료일시")).toBe(addMinutes(start, 120));
  screen.getByText("방문 시간 2시간");

  const two = (value: number) => String(value).padStart(2, "0");
  expect(wordsOf(options("시작일시", "시"))).toEqual(
    Array.from({ length: 24 }, (_, hour) => `${two(hour)}시`),
  );
  expect(wordsOf(options("시작일시", "분"))).toEqual(["00분", "10분", "20분", "30분", "40분", "50분"]);
});

test("an untouched start follows the clock, a changed one stays", async () => {
  siteNetwork();
  setTime("2026-05-12T01:07:00Z");
  await openRequest();
  expect(shownMoment("시작일시")).toBe("2026-05-12 10:00");
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  await vi.waitFor(() => expect(shownMoment("시작일시")).toBe("2026-05-12 10:20"));
  expect(shownMoment("종료일시")).toBe("2026-05-12 12:20");
  write(moment("시작일시", "분"), "30");
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(shownMoment("시작일시")).toBe("2026-05-12 10:30");
});

test("the end follows the start until it is changed", async () => {
  siteNetwork();
  await openRequest();
  setMoment("시작일시", `${siteDay(2)} 23:00`);
  expect(shownMoment("종료일시")).toBe(`${siteDay(3)} 01:00`);
  setMoment("종료일시", `${siteDay(3)} 09:30`);
  setMoment("시작일시", `${siteDay(3)} 08:00`);
  expect(shownMoment("종료일시")).toBe(`${siteDay(3)} 09:30`);
  screen.getByText("방문 시간 1시간 30분");
  setMoment("종료일시", `${siteDay(9)} 21:50`);
  screen.getByText("방문 시간 6일 13시간 50분");
});

test.each([1, 3, 30])("an end can be chosen up to %i days", async (maxRequestDays) => {
  siteNetwork({ maxRequestDays });
  await openRequest();
  expect(moment("시작일시", "날짜").min).toBe(siteDay());
  setMoment("시작일시", `${siteDay(1)} 10:00`);
  expect(moment("종료일시", "날짜").min).toBe(siteDay(1));
  expect(moment("종료일시", "날짜").max).toBe(siteDay(maxRequestDays));
  screen.getByText(
    maxRequestDays === 1
      ? "당일 방문만 신청할 수 있습니다."
      : `최대 ${maxRequestDays}일까지 신청할 수 있습니다.`,
  );
});

test("with a limit of one day the end stays on the same day", async () => {
  const network = siteNetwork({ maxRequestDays: 1 });
  const user = await openFilled({ startDate: undefined, endDate: undefined });
  setMoment("시작일시", `${siteDay(1)} 23:00`);
  expect(shownMoment("종료일시")).toBe(`${siteDay(1)} 23:50`);
  setMoment("시작일시", `${siteDay(1)} 23:50`);
  expect(shownMoment("종료일시")).toBe(`${siteDay(1)} 23:59`);
  await send(user);
  await isSent();
  expect(network.asked(applyForVisit)[0]?.body.endDate).toBe(`${siteDay(1)} 23:59`);
});

test("past times of today cannot be chosen", async () => {
  siteNetwork();
  setTime("2026-05-12T01:27:00Z");
  await openRequest();
  expect(offered("시작일시", "시")[0]).toBe("10시");
  expect(offered("시작일시", "분")).toEqual(["20분", "30분", "40분", "50분"]);
  expect(offered("종료일시", "시")[0]).toBe("10시");

  // tomorrow has all hours; a past time of today becomes the current one
  setMoment("시작일시", "2026-05-13 08:00");
  expect(offered("시작일시", "시")[0]).toBe("00시");
  expect(offered("시작일시", "분")[0]).toBe("00분");
  write(moment("시작일시", "날짜"), "2026-05-12");
  expect(shownMoment("시작일시")).toBe("2026-05-12 10:20");
  write(moment("시작일시", "시"), "11");
  write(moment("시작일시", "분"), "10");
  write(moment("시작일시", "시"), "10");
  expect(shownMoment("시작일시")).toBe("2026-05-12 10:20");
});

test("times before the start are not offered for the end, which is at least the start", async () => {
  siteNetwork();
  await openRequest();
  setMoment("시작일시", `${siteDay(1)} 14:30`);
  expect(shownMoment("종료일시")).toBe(`${siteDay(1)} 16:30`);
  expect(offered("종료일시", "시")[0]).toBe("14시");
  expect(offered("종료일시", "분")[0]).toBe("00분");
  write(moment("종료일시", "시"), "14");
  expect(offered("종료일시", "분")).toEqual(["30분", "40분", "50분"]);
  write(moment("종료일시", "날짜"), siteDay(2));
  write(moment("종료일시", "시"), "09");
  expect(offered("종료일시", "시")[0]).toBe("00시");
  write(moment("종료일시", "날짜"), siteDay(1));
  expect(shownMoment("종료일시")).toBe(`${siteDay(1)} 14:30`);
});

test("the duration is shown, with a warning under one hour", async () => {
  siteNetwork();
  await openRequest();
  const alert = "방문 시간이 1시간이 되지 않습니다. 시간을 확인해 주세요.";
  setMoment("시작일시", `${siteDay(1)} 10:00`);
  setMoment("종료일시", `${siteDay(1)} 11:00`);
  screen.getByText("방문 시간 1시간");
  expect(screen.queryByText(alert)).toBeNull();
  setMoment("종료일시", `${siteDay(1)} 10:50`);
  screen.getByText("방문 시간 50분");
  screen.getByText(alert);
});

test("an end before the start has an error immediately and is not sent", async () => {
  const network = siteNetwork();
  const user = await openFilled({ endDate: `${siteDay(1)} 14:00` });
  await hasError(moment("종료일시", "날짜"), notLater);
  await send(user);
  await toast("info", "입력 항목을 검토하십시오.");
  await heading("방문 정보를 알려 주세요");
  expect(network.asked(applyForVisit)).toEqual([]);
  write(moment("종료일시", "시"), "15");
  expect(screen.queryByText(notLater)).toBeNull();
  await send(user);
  await isSent();
});

test("a visit that is too long or starts in the past has an error at its field", async () => {
  siteNetwork();
  const user = await openFilled({ endDate: `${siteDay(8)} 00:00` });
  await send(user);
  await hasError(moment("종료일시", "날짜"), "방문 기간은 최대 7일입니다.");
  setMoment("시작일시", `${siteDay(-1)} 10:00`);
  await send(user);
  await hasError(moment("시작일시", "날짜"), "시작일시가 이미 지났습니다.");
});

test.each([
  ["ko", "방문하는 곳의 시간(America/New_York) 기준입니다."],
  ["en", /\(America\/New_York\)/],
] as const)("times name the site's time zone when the browser's differs (%s)", async (language, words) => {
  vi.stubEnv("TZ", "Asia/Seoul");
  onTestFinished(() => void vi.unstubAllEnvs());
  siteNetwork({ timezone: "America/New_York" });
  await openRequest(language);
  await screen.findByText(words);
});

test("times name no time zone when the browser's is the same", async () => {
  vi.stubEnv("TZ", "Asia/Seoul");
  onTestFinished(() => void vi.unstubAllEnvs());
  siteNetwork();
  await openRequest();
  expect(screen.queryByText(/Asia\/Seoul/)).toBeNull();
});
