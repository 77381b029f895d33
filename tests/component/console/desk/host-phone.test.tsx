/** A host's tasks on a phone: inbox, moving a visit, message, repeated invitation. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { formatShortDay } from "#browser/formats.ts";
import { addDays, fromInstant } from "#contract/dates.ts";
import { getMessageRecipients, getSmsTemplates, sendMessages } from "#contract/messages/sms.ts";
import { getPreviousVisitors } from "#contract/visits/previous-visitors.ts";
import { approveVisit, editVisit, markNotified, reserveVisit } from "#contract/visits/visit-actions.ts";
import { getFollowers, getOwnRequests, getOwnVisited, type VisitAnswer } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasError,
  hasFocus,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { drawer, hasValue, isGone, openVisit, showsVisit } from "#tests/support/component/drawer.tsx";
import { templateAnswer } from "#tests/support/component/messages.ts";
import { invalid, loseAnswer } from "#tests/support/component/network.ts";
import {
  afterAction,
  answerChoices,
  answerVisits,
  pageOf,
  visitAnswer,
} from "#tests/support/component/visits.ts";

const today = () => fromInstant(new Date(), "Asia/Seoul").slice(0, 10);
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const day = async () => within(await screen.findByRole("region", { name: "오늘" }));

const me = person("host");

function asHost(...rows: VisitAnswer[]) {
  const network = consoleNetwork(me);
  const answer = (...now: VisitAnswer[]) => {
    answerVisits(network, ...now);
    const withStatus = (codes: readonly string[]) =>
      now.filter(({ statusCode }) => codes.includes(statusCode));
    network.answer(getOwnRequests, ({ query }) => {
      const found = withStatus(query.status ?? ["applied", "approved"]);
      return pageOf(query.bounced ? found.filter(({ emailBounced }) => emailBounced) : found);
    });
    network.answer(getOwnVisited, ({ query }) =>
      pageOf(withStatus(query.status ?? ["entered", "exited", "ended"])),
    );
  };
  answer(...rows);
  answerChoices(network);
  const becomes = (call: typeof approveVisit | typeof editVisit | typeof markNotified, after: VisitAnswer) =>
    network.answer(call, () => {
      answer(after);
      return after;
    });
  return { network, answer, becomes };
}

const waiting = (count: number) =>
  waitFor(() =>
    expect(screen.getByRole("button", { name: "메뉴" }).getAttribute("aria-description")).toBe(
      count > 0 ? `승인 대기 ${count}건` : null,
    ),
  );

test("the last decision is shown until it is dismissed", async () => {
  const visit = visitAnswer({ name: "차도윤" });
  const { becomes } = asHost(visit);
  becomes(approveVisit, afterAction(visit, "approved", { actions: ["undo"] }));
  const user = openConsole("/dash/approvals");
  await user.click((await card("차도윤")).getByRole("button", { name: "승인" }));
  await screen.findByRole("region", { name: "방금 승인: 차도윤" });
  await user.click(await button("알림 닫기"));
  await isGone(() => screen.queryByRole("region", { name: "방금 승인: 차도윤" }));
});

test("an empty inbox shows today's visitors and opens their visits", async () => {
  const times = { startDate: `${today()} 14:00`, endDate: `${today()} 15:00` };
  const coming = visitAnswer({ name: "올손님", statusCode: "approved", followersCnt: 2, ...times });
  const later = visitAnswer({
    name: "다음손님",
    statusCode: "approved",
    startDate: `${addDays(today(), 3)} 09:30`,
    endDate: `${addDays(today(), 3)} 10:00`,
  });
  const inside = visitAnswer({ name: "온손님", statusCode: "entered", ...times });
  asHost(coming, later, inside);
  const user = openConsole("/dash/approvals");
  await screen.findByText("모두 처리했습니다. 새 방문신청이 접수되면 바로 표시됩니다.");
  const list = await day();
  expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^14:00–15:00온손님 본관/),
    expect.stringMatching(/^14:00–15:00올손님 외 2명 본관/),
  ]);
  await user.click(list.getByRole("button", { name: /올손님/ }));
  await showsVisit("올손님");
});

test("on a day without visitors the inbox shows the next one", async () => {
  const at = addDays(today(), 3);
  const next = { name: "다음손님", statusCode: "approved", startDate: `${at} 09:30` } as const;
  asHost(visitAnswer({ ...next, endDate: `${at} 10:00` }));
  openConsole("/dash/approvals");
  const list = within(await screen.findByRole("region", { name: "다음 방문" }));
  list.getByText(`${formatShortDay(at, "ko")} 09:30`);
  list.getByText("다음손님");
});

test("a visitor with a bounced e-mail stays in the inbox until the host has informed the visitor", async () => {
  const more = { statusCode: "approved", emailMasked: "g***@example.com", emailBounced: true } as const;
  const visit = visitAnswer({ name: "주소틀림", cellPhone: "010-00**-*234", ...more });
  const { network, becomes } = asHost(visit, visitAnswer({ name: "닿는이", statusCode: "approved" }));
  network.answer(getMessageRecipients, []);
  const user = openConsole("/dash/approvals");
  const waits = await card("주소틀림");
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(screen.queryByText("승인할 신청이 없습니다.")).toBeNull();
  await waiting(1);
  await user.click(waits.getByRole("button", { name: "문자" }));
  await (await drawer()).findByRole("heading", { name: "주소틀림 님에게 문자 보내기" });
  await user.click((await drawer()).getByRole("button", { name: "취소" }));
  await user.keyboard("{Escape}");
  becomes(markNotified, { ...visit, told: { at: "2026-11-24 10:00", by: me.name } });
  await user.click((await card("주소틀림")).getByRole("button", { name: "직접 알림" }));
  await screen.findByText("승인할 신청이 없습니다.");
  await waiting(0);
});

test("a visitor with a bounced e-mail leaves the inbox when the address is corrected", async () => {
  const more = { statusCode: "approved", emailMasked: "g***@example.com", emailBounced: true } as const;
  const visit = visitAnswer({ name: "주소틀림", hostUser: own(), actions: ["undo", "edit"], ...more });
  const { network, becomes } = asHost(visit);
  network.answer(editVisit, () => invalid({ email: "format" }));
  const recipient = { visitID: visit.id, name: visit.name, cellPhone: "", lang: "ko", values: {} } as const;
  network.answer(getMessageRecipients, [{ ...recipient, email: "g***@example.com" }]);
  const user = openConsole("/dash/approvals");
  await user.click((await card("주소틀림")).getByRole("button", { name: "문자" }));
  const shown = await drawer();
  await shown.findByText("g***@example.com");
  await user.click(shown.getByRole("button", { name: "취소" }));
  await user.click(await shown.findByRole("button", { name: "주소 수정" }));
  await shown.findByRole("heading", { name: "주소틀림 님의 이메일 주소" });
  const field = await shown.findByRole("textbox", { name: "이메일" });
  await hasFocus(field);
  expect(field).toHaveProperty("value", "");
  await user.type(field, "right@example.com{Enter}");
  await hasError(field, "올바른 형식이 아닙니다.");
  becomes(editVisit, { ...visit, emailMasked: "r***@example.com", emailBounced: false });
  await user.click(shown.getByRole("button", { name: "저장" }));
  await isGone(() => screen.queryByRole("article", { name: "주소틀림" }));
  expect(network.asked(editVisit).at(-1)).toMatchObject({ body: { email: "right@example.com" } });
  await waiting(0);
  network.answer(getMessageRecipients, [{ ...recipient, email: "r***@example.com" }]);
  await user.click(await shown.findByRole("button", { name: "문자 보내기" }));
  await shown.findByText("r***@example.com");
});

const own = () => {
  const { hostUser } = visitAnswer();
  return { ...hostUser, id: me.id };
};

const movable = (more: Partial<VisitAnswer> = {}) =>
  visitAnswer({
    name: "차도윤",
    statusCode: "approved",
    hostUser: own(),
    actions: ["undo", "edit"],
    startDate: "2030-01-10 10:00",
    endDate: "2030-01-10 23:59",
    ...more,
  });

async function opensMove() {
  const user = openConsole("/dash/approvals?list=upcoming");
  await user.click((await card("차도윤")).getByRole("button", { name: "시간·장소" }));
  return { user, shown: await drawer() };
}

test("a visit is moved by half an hour with one click, and the form shows who approves and who is informed", async () => {
  const visit = movable({ endDate: "2030-01-10 11:00" });
  const { network, becomes } = asHost(visit);
  becomes(editVisit, afterAction(visit, "applied", { actions: ["approve", "edit"] }));
  const { user, shown } = await opensMove();
  const title = await shown.findByRole("heading", { name: "차도윤 님의 시간·장소 변경" });
  await hasFocus(title);
  expect(shown.queryByRole("textbox", { name: "이름" })).toBeNull();
  expect(shown.getByRole("button", { name: "저장" })).toHaveProperty("disabled", true);
  await user.click(shown.getByRole("button", { name: "30분 늦게" }));
  await shown.findByText(/저장한 뒤 다시 승인해 주십시오\./);
  await shown.findByText("방문객에게 바뀐 내용을 알립니다.");
  await user.click(shown.getByRole("button", { name: "저장" }));
  await toast("success", "차도윤 님의 방문을 수정했습니다.");
  await shown.findByRole("button", { name: "승인" });
  expect(network.asked(editVisit).map(({ body }) => body)).toMatchObject([
    { startDate: "2030-01-10 10:30", endDate: "2030-01-10 11:30", location: 1, keepApproval: false },
  ]);
});

test("of a visitor inside only the end moves", async () => {
  const inside = { statusCode: "entered", enteredAt: "2030-01-10 10:00" } as const;
  const { user, shown } = await openVisit(movable(inside), "host");
  await user.click(await shown.findByRole("button", { name: "시간·장소" }));
  await user.click(await shown.findByRole("button", { name: "하루 늦게" }));
  await hasValue(shown.getByLabelText("종료일시 날짜"), "2030-01-11");
  await hasValue(shown.getByLabelText("시작일시 날짜"), "2030-01-10");
});

test("a whole-day visit moves by days", async () => {
  asHost(movable());
  const { user, shown } = await opensMove();
  await user.click(await shown.findByRole("button", { name: "하루 늦게" }));
  await hasValue(shown.getByLabelText("시작일시 날짜"), "2030-01-11");
  await hasValue(shown.getByLabelText("종료일시 날짜"), "2030-01-11");
  await hasValue(shown.getByRole("combobox", { name: "종료일시 시각" }), "23:59");
});

test.each([
  [
    "the template is disabled",
    { enabled: false },
    {},
    "방문객에게는 자동으로 알리지 않습니다. 필요하면 문자를 보내 주십시오.",
  ],
  [
    "the visitor is unreachable",
    { enabled: true },
    { unreachable: true },
    "방문객의 번호나 주소가 없습니다. 직접 알려 주십시오.",
  ],
])("the form shows that the visitor is not informed when %s", async (_, template, more, words) => {
  const { network } = asHost(movable({ endDate: "2030-01-10 11:00", ...more }));
  network.answer(getSmsTemplates, [templateAnswer({ event: "change", ...template })]);
  const { user, shown } = await opensMove();
  expect(shown.queryByRole("status")).toBeNull();
  await user.click(await shown.findByRole("button", { name: "1시간 늦게" }));
  await shown.findByText(words);
});

test("a message to the visitor is typed or chosen in their language, and sent once", async () => {
  const visit = movable({ cellPhone: "010-00**-*234" });
  const { network } = asHost(visit);
  const recipient = { visitID: visit.id, name: "차도윤", cellPhone: "010-00**-*234", email: "", values: {} };
  network.answer(getMessageRecipients, [{ ...recipient, lang: "en" }]);
  network.answer(sendMessages, loseAnswer);
  const user = openConsole("/dash/approvals?list=upcoming");
  await user.click((await card("차도윤")).getByRole("button", { name: "문자" }));
  const shown = await drawer();
  const words = await shown.findByRole("textbox", { name: /^메시지 내용/ });
  await hasFocus(words);
  await user.click(shown.getByRole("button", { name: "보내기" }));
  await hasError(words, "필수 입력 항목입니다");
  await user.click(await shown.findByRole("button", { name: "Please call me when you arrive." }));
  await hasValue(words, "Please call me when you arrive.");
  await user.click(shown.getByRole("button", { name: "보내기" }));
  await toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.");
  network.answer(sendMessages, invalid({ "to.0.visitID": "visitUnknown" }));
  await user.click(shown.getByRole("button", { name: "보내기" }));
  await hasError(words, "찾을 수 없는 방문입니다.");
  network.answer(sendMessages, { queued: 1, ids: [1], kind: "sms", bytes: 4 });
  await user.click(shown.getByRole("button", { name: "보내기" }));
  await toast("success", "1명에게 문자를 보냅니다.");
  await showsVisit("차도윤");
  const [first, second] = network.keysOf(sendMessages);
  expect(first).toBe(second);
  expect(network.asked(sendMessages).at(-1)?.body).toMatchObject({
    to: [{ visitID: visit.id }],
    text: "Please call me when you arrive.",
  });
});

function party() {
  const past = { statusCode: "ended", enteredAt: "2026-11-10 14:00" } as const;
  const times = { startDate: "2026-11-10 14:00", endDate: "2026-11-10 15:30" };
  const leader = visitAnswer({
    name: "인솔자",
    company: "나래상사",
    followersCnt: 2,
    cellPhone: "010-00**-*234",
    hostUser: own(),
    ...past,
    ...times,
  });
  const group = { leader: { id: leader.id, name: leader.name }, leaderName: leader.name, ...times };
  const first = visitAnswer({ name: "동행하나", cellPhone: "010-00**-*111", ...past, ...group });
  const absent = visitAnswer({ name: "동행둘", statusCode: "ended", ...group });
  const cancelled = visitAnswer({ name: "빠진이", statusCode: "cancelled", ...group });
  return { leader, companions: [first, absent, cancelled] };
}

test("a companion with another name does not keep the number", async () => {
  const { leader, companions } = party();
  const { network } = asHost(leader);
  network.answer(getFollowers, companions);
  network.answer(reserveVisit, invalid({ "companions.0.previousVisit": "visitUnknown" }));
  const user = openConsole(`/dash/reserve?again=${leader.id}`);
  const one = within(await screen.findByRole("group", { name: "동행 1" }));
  await user.click(await button("예약"));
  await hasError(one.getByRole("textbox", { name: "휴대전화" }), "찾을 수 없는 방문입니다.");
  const name = one.getByRole("textbox", { name: "이름" });
  await user.clear(name);
  await user.click(name);
  await user.paste("다른사람");
  expect(one.getByRole("textbox", { name: "휴대전화" })).toHaveProperty("placeholder", "");
  await user.click(await button("예약"));
  await waitFor(() => expect(network.asked(reserveVisit)).toHaveLength(2));
  expect(network.asked(reserveVisit)[1]?.body.companions?.[0]).not.toHaveProperty("previousVisit");
});

test("choosing an earlier visitor adds their companions", async () => {
  const { leader, companions } = party();
  const { network } = asHost(leader);
  network.answer(getFollowers, companions);
  network.answer(getPreviousVisitors, [
    {
      id: leader.id,
      name: "인솔자",
      company: "나래상사",
      position: "",
      cellPhone: "010-00**-*234",
      emailMasked: "",
      carNumber: "",
      hostUser: null,
      purpose: { id: 2, name: "회의" },
      accessiblePlace: null,
      startDate: "2026-11-10 14:00",
      companions: 2,
    },
  ]);
  const user = openConsole("/dash/reserve");
  await user.click(await screen.findByRole("combobox", { name: "이름" }));
  await user.paste("인솔");
  await user.click(await screen.findByRole("option", { name: /인솔자/ }));
  await user.click(await button("지난번 동행 2명도 초대"));
  await waitFor(() => expect(screen.getAllByRole("group", { name: /^동행 \d$/ })).toHaveLength(2));
  expect(screen.queryByRole("button", { name: /지난번 동행/ })).toBeNull();
});
