/** The lookup of earlier requests. */
import { fireEvent, screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { cancelRequest, type LookupRow, searchRequests } from "#contract/visits/requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { refused } from "#tests/support/component/network.ts";
import { lookupRow, outcomeOf } from "#tests/support/component/site/content.ts";
import { cancel, lookUp as lookUpBy, write } from "#tests/support/component/site/form.ts";
import {
  button,
  hasError,
  hasFocus,
  isGone,
  onPhone,
  openSite,
  siteNetwork,
  textbox,
  toast,
} from "#tests/support/component/site/site.tsx";

const bothNeeded = "방문객명과 휴대전화번호를 모두 입력해 주십시요.";
const none = "방문신청 내역이 없습니다.";
const number = () => textbox("휴대전화번호");

async function openLookup(...rows: LookupRow[]) {
  const network = siteNetwork();
  network.answer(searchRequests, rows);
  const user = await openSite("/result");
  const lookUp = (name?: string) => lookUpBy(user, name);
  return { network, user, lookUp };
}

const results = async () => (await screen.findByRole("region", { name: "신청내역" })).textContent ?? "";

test("name and number are required before a request is sent", async () => {
  const { network, user } = await openLookup();
  const name = await textbox("방문객명");
  const cellPhone = await number();
  const search = await button("조회하기");
  await user.click(search);
  await toast("info", bothNeeded);
  await hasFocus(name);
  await user.click(
    within(screen.getByRole("region", { name: "알림" })).getByRole("button", { name: "닫기" }),
  );
  expect(screen.queryByText(bothNeeded)).toBeNull();

  write(name, "홍길동");
  await user.click(search);
  await toast("info", bothNeeded);
  await hasFocus(cellPhone);
  write(name, "  ");
  write(cellPhone, "01012345678");
  await user.type(cellPhone, "{Enter}");
  await hasFocus(name);
  write(name, "홍길동");
  write(cellPhone, "010-1234");
  await user.click(search);
  await hasError(cellPhone, "올바른 형식이 아닙니다.");
  await hasFocus(cellPhone);
  expect(network.asked(searchRequests)).toEqual([]);
  await user.type(cellPhone, "5678");
  expect(cellPhone.value).toBe("010-1234-5678");
  await user.click(search);
  await screen.findByText(none);
  expect(network.asked(searchRequests).map(({ body }) => body)).toEqual([
    { name: "홍길동", cellPhone: "010-1234-5678" },
  ]);
});

test("a lookup without results explains how to retry, and stores the name nowhere", async () => {
  const { lookUp } = await openLookup();
  await lookUp("아무개");
  await screen.findByText(none);
  screen.getByText("이름과 번호를 신청할 때와 똑같이 적었는지 확인해 주세요.");
  const stored = JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]);
  expect(stored).not.toMatch(/아무개|1234|%/);
});

test.each(["a table", "cards"])("rows show leader or size of the group (%s)", async (shape) => {
  if (shape === "cards") onPhone();
  const leader = { name: "한대표", followersCnt: 2, position: "부장", phone: "031-1**-*567" };
  const { network, lookUp } = await openLookup(lookupRow(leader));
  await lookUp();
  await screen.findByText("외 2명");
  expect((await screen.findByTitle("인솔자")).textContent).toContain("외 2명");
  expect(await results()).toContain("나래상사 부장");
  expect(await results()).toContain("031-1**-*567");
  expect(screen.queryAllByRole("article")).toHaveLength(shape === "cards" ? 1 : 0);

  const companion = lookupRow({ leaderName: "한대표" });
  network.answer(searchRequests, [companion]);
  await lookUp("동행인");
  await screen.findByText("한대표 동행");
  expect(await results()).not.toContain(companion.reserveNo);
  expect(screen.queryByTitle("인솔자")).toBeNull();
});

test("a visit of several days shows both dates", async () => {
  const long = lookupRow({ endDate: "2026-11-25 11:30" });
  const { lookUp } = await openLookup(long, lookupRow({ accessiblePlace: null }));
  await lookUp();
  await screen.findByText("2건을 찾았습니다");
  const [first, second] = screen.getAllByRole("rowheader").map((one) => one.closest("tr"));
  const cells = within(first ?? document.body).getAllByRole("cell");
  expect(cells[2]?.textContent).toBe("본관회의");
  expect(cells[3]?.textContent).toMatch(/^2026-11-23 \(월\) 14:00~ 2026-11-25 \(수\) 11:30$/);
  expect(cells[4]?.textContent).toBe("김철수책임");
  expect(second?.textContent).toContain("회의");
  expect(second?.textContent).not.toContain("본관");
});

const calendar = "캘린더에 추가하기";
const cancelling = "신청 취소하기";
const pass = "출입 QR 보기";

test.each([
  ["applied", "신청", [calendar, cancelling]],
  ["cancelled", "취소", []],
  ["ended", "종료", []],
  ["approved", "승인", [pass, calendar, cancelling]],
  ["entered", "입문", [pass, calendar]],
  ["exited", "출문", [pass]],
  ["rejected", "반려", []],
] satisfies [StatusCode, string, string[]][])(
  "a visit in status %s is shown as %s with the actions %j",
  async (statusCode, word, actions) => {
    const { lookUp } = await openLookup(lookupRow({ statusCode }));
    await lookUp();
    const header = await screen.findByRole("rowheader");
    const [row, under] = [...(header.closest("tbody")?.rows ?? [])];
    expect(row?.cells[6]?.textContent).toBe(word);
    const shown = within(under ?? document.body);
    expect(shown.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(actions);
    const step = shown.getAllByRole("listitem").find((one) => one.getAttribute("aria-current") === "step");
    expect(step?.textContent).toBe(word);
  },
);

test.each(["a card", "a table"])("a rejected visit shows its reason if there is one (%s)", async (shape) => {
  if (shape === "a card") onPhone();
  const { network, lookUp } = await openLookup(
    lookupRow({ statusCode: "rejected", reason: "시설 점검 중입니다." }),
  );
  await lookUp();
  await screen.findByText("시설 점검 중입니다.");
  screen.getByText("반려 사유");
  network.answer(searchRequests, [lookupRow({ statusCode: "rejected" })]);
  await lookUp("다른 사람");
  await isGone(() => screen.queryByText("반려 사유"));
});

test("a late cancellation shows why, and the visit is reloaded", async () => {
  const row = lookupRow({ statusCode: "approved" });
  const { network, user, lookUp } = await openLookup(row);
  network.answer(cancelRequest, refused(405, "이미 처리된 방문입니다."));
  await lookUp();
  network.answer(searchRequests, [{ ...lookupRow({ statusCode: "entered" }), reserveNo: row.reserveNo }]);
  await cancel(user);
  await isGone(() => screen.queryByRole("dialog"));
  const table = within(await screen.findByRole("table"));
  expect((await table.findByRole("alert")).textContent).toContain("이미 처리된 방문입니다.");
  await isGone(() => screen.queryByRole("button", { name: cancelling }));
});

test("a double click cancels once and shows success", async () => {
  const row = lookupRow();
  const { network, user, lookUp } = await openLookup(row);
  network.answer(cancelRequest, () =>
    network.asked(cancelRequest).length > 1
      ? refused(405, "이미 처리된 방문입니다.")
      : outcomeOf("cancelled", row.reserveNo),
  );
  await lookUp();
  await user.click(await button(cancelling));
  const dialog = within(await screen.findByRole("dialog"));
  const yes = dialog.getByRole("button", { name: cancelling });
  for (let n = 0; n < 2; n++) fireEvent.click(yes);
  await screen.findByText("신청을 취소했습니다.");
  expect(network.asked(cancelRequest)).toHaveLength(1);
});

test("a visit without a Korean mobile number is found and cancelled by its reservation number", async () => {
  const row = lookupRow({ reserveNo: "261122-7KQ2M", cellPhone: "" });
  const { network, user } = await openLookup(row);
  network.answer(cancelRequest, outcomeOf("cancelled", row.reserveNo));
  await user.click(await button("휴대전화번호가 없으면 예약번호로 조회하기"));
  const field = await textbox("예약번호");
  await hasFocus(field);
  write(await textbox("방문객명"), "Ada Abroad");
  await user.click(await button("조회하기"));
  await toast("info", "방문객명과 예약번호를 모두 입력해 주세요.");
  write(field, "261122-7kq2m");
  await user.click(await button("조회하기"));
  await screen.findByText(row.reserveNo);
  await cancel(user);
  await screen.findByText("신청을 취소했습니다.");
  for (const call of [searchRequests, cancelRequest])
    expect(network.asked(call).map(({ body }) => body)).toEqual([
      { name: "Ada Abroad", reserveNo: row.reserveNo },
    ]);
});

test("a lookup by reservation number without results points to the mobile number", async () => {
  const { user } = await openLookup();
  await user.click(await button("휴대전화번호가 없으면 예약번호로 조회하기"));
  await user.click(await button("조회하기"));
  const missing = "방문객명과 예약번호를 모두 입력해 주세요.";
  await toast("info", missing);
  write(await textbox("방문객명"), "홍길동");
  write(await textbox("예약번호"), "261122-7KQ2M");
  await user.click(await button("조회하기"));
  await screen.findByText(/휴대전화번호로 신청했다면 그 번호로 조회해 주세요\.$/);
  // the earlier message is gone
  expect(screen.queryByText(missing)).toBeNull();
});

test("a foreign number is not reformatted", async () => {
  const { network, user } = await openLookup(lookupRow());
  write(await textbox("방문객명"), "Jane Abroad");
  const field = await number();
  await user.type(field, "+1 415 555 0100");
  expect(field.value).toBe("+1 415 555 0100");
  await user.click(await button("조회하기"));
  await screen.findByRole("table");
  expect(network.asked(searchRequests)[0]?.body.cellPhone).toBe("+14155550100");
});

test("the visits of another visitor are hidden while the next lookup is loading", async () => {
  const [first, second] = [lookupRow(), lookupRow()];
  const { network, lookUp } = await openLookup(first);
  await lookUp();
  await screen.findByText(first.reserveNo);
  const held = Promise.withResolvers<LookupRow[]>();
  network.answer(searchRequests, () => held.promise);
  await lookUp("다른 사람");
  await isGone(() => screen.queryByText(first.reserveNo));
  held.resolve([second]);
  await screen.findByText(second.reserveNo);
});

test("too many lookups show a message, and a later one works", async () => {
  const { network, user, lookUp } = await openLookup();
  network.answer(searchRequests, refused(429, "요청이 너무 많습니다. 57분 뒤에 다시 시도해 주십시오."));
  // newer browsers return a promise, which an effect must not return
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  scrolled.mockImplementation(() => Promise.resolve() as never);
  await lookUp();
  const shown = await within(screen.getByRole("main")).findByRole("alert");
  const failure = within(shown);
  failure.getByText("내용을 불러오지 못했습니다");
  failure.getByText("요청이 너무 많습니다. 57분 뒤에 다시 시도해 주십시오.");
  await vi.waitFor(() =>
    expect(scrolled.mock.contexts.some((element) => (element as Element).contains(shown))).toBe(true),
  );
  network.answer(searchRequests, [lookupRow()]);
  await user.click(failure.getByRole("button", { name: "다시 시도하기" }));
  await screen.findByRole("table");
  await vi.waitFor(() => expect(within(screen.getByRole("main")).queryByRole("alert")).toBeNull());
  scrolled.mockRestore();
});
