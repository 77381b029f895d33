/** Erasure requests. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { getAccessLog } from "#contract/privacy/access-log.ts";
import {
  addErasureRequest,
  decideErasureRequest,
  type ErasureRequestAnswer,
  getErasureRequests,
} from "#contract/privacy/erasure-requests.ts";
import { searchVisits } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasError,
  openConsole,
  person,
  textbox,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { drawer, isGone, param, showsVisit } from "#tests/support/component/drawer.tsx";
import { invalid, type Network } from "#tests/support/component/network.ts";
import { answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";

let requests = 0;

const visit = (more: Partial<ErasureRequestAnswer["visits"][number]> = {}) => ({
  id: 31,
  reserveNo: "261023-00031",
  startDate: "2026-10-23 10:00",
  endDate: "2026-10-23 12:00",
  statusCode: "ended" as const,
  status: { code: "ended" as const, name: "종료" },
  isOpen: false,
  ...more,
});

function request(more: Partial<ErasureRequestAnswer> = {}): ErasureRequestAnswer {
  const id = ++requests;
  return {
    id,
    requestNo: `261122-AAAA${id}`,
    state: "open",
    name: "남궁표적",
    cellPhone: "010-00**-*391",
    note: "",
    visits: [visit()],
    otherNames: [],
    decideBy: "2026-12-02",
    daysLeft: 10,
    createdAt: "2026-11-22 10:00",
    createdBy: { id: 9, name: "한보람" },
    decidedAt: null,
    decidedBy: null,
    reason: "",
    erasedVisits: 0,
    ...more,
  };
}

function answerRequests(network: Network, ...rows: ErasureRequestAnswer[]): void {
  network.answer(getSavedViews, []);
  network.answer(getErasureRequests, ({ query: { q, state } }) =>
    pageOf(rows.filter((row) => (!q || row.requestNo.includes(q)) && (!state || state.includes(row.state)))),
  );
}

function answerRows(...rows: ErasureRequestAnswer[]): Network {
  const network = consoleNetwork(person("privacy"));
  answerRequests(network, ...rows);
  return network;
}

const one = async () => within(await screen.findByRole("dialog", { name: "삭제 요청" }));
const adding = async () => within(await screen.findByRole("dialog", { name: "요청 등록" }));

test("a request is refused with a reason, which is kept without the data subject", async () => {
  const open = request();
  const network = answerRows(open);
  network.answer(decideErasureRequest, ({ body }) => {
    const after: ErasureRequestAnswer = {
      ...open,
      state: "refused",
      name: "",
      cellPhone: "",
      visits: [],
      daysLeft: null,
      reason: body.reason,
    };
    answerRequests(network, after);
    return after;
  });
  const user = openConsole("/dash/erasure-requests");
  await user.click(await button(`${open.requestNo} 처리`));
  const shown = await one();
  await user.click(await shown.findByRole("button", { name: "거절" }));
  const reason = shown.getByRole("textbox", { name: /^처리 사유/ });
  await hasError(reason, "필수 입력 항목입니다");
  expect(network.asked(decideErasureRequest)).toEqual([]);
  await user.click(reason);
  await user.paste("본인인지 확인되지 않음");
  await user.click(shown.getByRole("button", { name: "거절" }));
  await waitFor(() => expect(shown.getAllByText("거절함").length).toBeGreaterThan(0));
  shown.getByText("처리한 요청에는 요청자의 정보를 남기지 않습니다.");
  expect(network.asked(decideErasureRequest)).toMatchObject([
    { params: { id: open.id }, body: { decision: "refuse", reason: "본인인지 확인되지 않음" } },
  ]);
});

test("an open visit blocks the erasure, with the next step", async () => {
  const withOpenVisit = request({
    visits: [visit(), visit({ id: 32, statusCode: "approved", isOpen: true })],
  });
  answerRows(withOpenVisit);
  const user = openConsole("/dash/erasure-requests");
  await screen.findByText("미종료 1");
  await user.click(await button(`${withOpenVisit.requestNo} 처리`));
  const shown = await one();
  await shown.findByText("아직 종료되지 않았거나 출입증이 반납되지 않았습니다.");
  await shown.findByText(/^종료되지 않은 방문이 있어 삭제할 수 없습니다/);
  expect(shown.queryByRole("button", { name: "모두 삭제" })).toBeNull();
});

test("name and number are required, and an invalid number has an error at its field", async () => {
  const network = answerRows();
  const user = openConsole("/dash/erasure-requests?add=true");
  const shown = await adding();
  const send = () => user.click(shown.getByRole("button", { name: "등록하고 방문 조회" }));
  const name = await shown.findByRole("textbox", { name: /^이름/ });
  const cellPhone = shown.getByRole("textbox", { name: /^휴대전화/ });
  await send();
  await hasError(name, "필수 입력 항목입니다");
  await hasError(cellPhone, "필수 입력 항목입니다");
  await user.click(name);
  await user.paste("차도윤");
  await user.click(cellPhone);
  await user.paste("12");
  await send();
  await hasError(cellPhone, "올바른 형식이 아닙니다.");
  expect(network.asked(addErasureRequest)).toEqual([]);
  await user.clear(cellPhone);
  await user.paste("010-0000-7391");
  network.answer(addErasureRequest, invalid({ cellPhone: "format" }));
  await send();
  await hasError(cellPhone, "올바른 형식이 아닙니다.");
  expect(network.asked(addErasureRequest)).toHaveLength(1);
  await user.keyboard("{Escape}");
  await user.click(await button("저장하지 않고 나가기"));
  await isGone(() => screen.queryByRole("dialog", { name: "요청 등록" }));
});

test("a request without matching visits shows so", async () => {
  const created = request({ visits: [] });
  const network = answerRows();
  network.answer(addErasureRequest, () => {
    answerRequests(network, created);
    return created;
  });
  const user = openConsole("/dash/erasure-requests");
  await screen.findByText("아직 삭제 요청이 없습니다.");
  await user.click(await button("요청 등록"));
  const shown = await adding();
  await user.click(await shown.findByRole("textbox", { name: /^이름/ }));
  await user.paste("남궁표적");
  await user.click(shown.getByRole("textbox", { name: /^휴대전화/ }));
  await user.paste("010-0000-7391");
  await user.click(shown.getByRole("button", { name: "등록하고 방문 조회" }));
  await (await one()).findByText("일치하는 방문이 없습니다.");
  // nothing to erase
  expect((await one()).queryByRole("button", { name: "모두 삭제" })).toBeNull();
  (await one()).getByRole("button", { name: "거절" });
});

test("the deadline is counted down, overdue requests are marked, and state and number narrow the list", async () => {
  const near = request({ requestNo: "260101-AAAAA", daysLeft: 1 });
  const overdue = request({ requestNo: "260102-BBBBB", daysLeft: -3 });
  const network = answerRows(near, overdue);
  const user = openConsole("/dash/erasure-requests");
  const row = async (no: string) => within(await screen.findByRole("row", { name: new RegExp(no) }));
  (await row("260101-AAAAA")).getByText(/D-1/);
  (await row("260102-BBBBB")).getByText(/3일 지남/);
  await user.click(await textbox("요청번호"));
  await user.paste("260102");
  await isGone(() => screen.queryByRole("row", { name: /260101-AAAAA/ }));
  expect(network.asked(getErasureRequests).at(-1)?.query.q).toBe("260102");
});

test("filters without results show a text", async () => {
  answerRows(request());
  openConsole("/dash/erasure-requests?state=erased");
  await screen.findByText("조건에 맞는 요청이 없습니다.");
});

test("the administrator can read but not decide", async () => {
  const network = consoleNetwork(person("admin"));
  const open = request();
  answerRequests(network, open);
  const user = openConsole("/dash/erasure-requests");
  const row = within(await screen.findByRole("row", { name: /남궁표적/ }));
  await user.click(row.getByRole("button"));
  const shown = await one();
  await shown.findByText("010-00**-*391");
  expect(shown.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "요청 등록", hidden: true })).toBeNull();
});

test("the privacy officer finds a visitor's visits, opens their access log, and logs a request", async () => {
  const ended = visitAnswer({ name: "차도윤", statusCode: "ended" });
  const created = request({ name: "", visits: [visit({ id: ended.id })] });
  const network = answerRows();
  answerVisits(network, ended);
  network.answer(getAccessLog, pageOf([]));
  network.answer(addErasureRequest, () => {
    answerRequests(network, created);
    return created;
  });
  const user = openConsole("/dash/visits");
  await user.click(await textbox("방문 검색"));
  await user.paste("7391");
  await waitFor(() => expect(network.asked(searchVisits).at(-1)?.query.q).toBe("7391"));
  await user.click(await button("차도윤"));
  await showsVisit("차도윤");
  await user.click(await (await drawer()).findByRole("link", { name: "이 방문의 조회 기록" }));
  await waitForPath("/dash/access-log");
  expect(param("visitId")).toBe(String(ended.id));
  history.back();
  await waitForPath("/dash/visits");
  await user.click(await (await drawer()).findByRole("link", { name: "삭제 요청 등록" }));
  await waitForPath("/dash/erasure-requests");
  const shown = await adding();
  await shown.findByText(`${ended.id}번 방문에 대한 요청입니다. 이 방문과 동행의 정보를 삭제합니다.`);
  await user.click(shown.getByRole("button", { name: "등록하고 방문 조회" }));
  await (await one()).findByText("조회된 방문 1건");
  expect(network.asked(addErasureRequest).map(({ body }) => body)).toMatchObject([{ visitIDs: [ended.id] }]);
});
