/** The list of messages. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getMessages, type MessageAnswer, retryMessage } from "#contract/messages/sms.ts";
import { getSetUp } from "#contract/site/set-up.ts";
import {
  button,
  consoleNetwork,
  openConsole,
  person,
  textbox,
  toast,
} from "#tests/support/component/console.tsx";
import { isGone, param, showsVisit } from "#tests/support/component/drawer.tsx";
import { messageAnswer } from "#tests/support/component/messages.ts";
import type { Network } from "#tests/support/component/network.ts";
import { answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";

const drawer = async () => within(await screen.findByRole("dialog", { name: "메시지" }));
const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));

const answerMessages = (network: Network, ...rows: MessageAnswer[]): void =>
  network.answer(getMessages, ({ query: { ids, status, q } }) =>
    pageOf(
      rows.filter(
        (one) =>
          (!ids || ids.includes(one.id)) &&
          (!status || status.includes(one.status)) &&
          (!q || one.to.name.includes(q)),
      ),
    ),
  );

const to = (name: string): MessageAnswer["to"] => ({
  kind: "visitor",
  name,
  cellPhone: "010-00**-*234",
  email: "",
});

function asDesk(...rows: MessageAnswer[]): Network {
  const network = consoleNetwork(person("desk"));
  answerVisits(network);
  answerMessages(network, ...rows);
  return network;
}

test("messages of the last days that were not sent are counted above the list", async () => {
  const stored = { to: to("홍길동"), status: "kept" } as const;
  const network = asDesk(messageAnswer(stored), messageAnswer(stored), messageAnswer({ to: to("이수민") }));
  const user = openConsole("/dash/messages");
  await user.click(await button("최근 7일 동안 발송하지 못한 메시지 2건"));
  await waitFor(() => expect(param("status")).toBe("kept"));
  expect(param("from")).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(network.asked(getSetUp)).toEqual([]);
});

test("the list shows recipient, text and state; a message opens next to it and leads to its visit", async () => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "홍길동", statusCode: "approved" });
  answerVisits(network, visit);
  const { id, reserveNo, name } = visit;
  answerMessages(
    network,
    messageAnswer({
      to: to("홍길동"),
      visit: { id, reserveNo, name },
      status: "failed",
      error: "2230 없는 번호",
      text: "방문이 승인되었습니다.",
    }),
    messageAnswer({
      to: to("이수민"),
      event: "manual",
      text: "안내 문자입니다.",
      sentByKey: { id: 1, name: "출입 게이트" },
    }),
  );
  const user = openConsole("/dash/messages");
  const other = await row("이수민");
  other.getByText("발송");
  other.getByText("직접 발송");
  other.getByText("API 키 출입 게이트");
  (await row("홍길동")).getByText("010-00**-*234");
  await user.click(await button("홍길동"));
  const shown = await drawer();
  await shown.findByText("2230 없는 번호");
  shown.getByText("방문이 승인되었습니다.");
  await user.click(shown.getByRole("button", { name: `홍길동 (${reserveNo})` }));
  await showsVisit("홍길동");
  await isGone(() => screen.queryByRole("dialog", { name: "메시지" }));
});

test("an e-mail is listed with a masked address and without bytes", async () => {
  const sent = { kind: "host", name: "김철수", cellPhone: "", email: "c***@example.com" } as const;
  asDesk(messageAnswer({ to: sent, kind: "email", event: "apply" }));
  const user = openConsole("/dash/messages");
  (await row("김철수")).getByText("c***@example.com");
  await user.click(await button("김철수"));
  const shown = await drawer();
  await shown.findByText("이메일 · 한국어");
  expect(shown.queryByText("휴대전화")).toBeNull();
});

test("state, dates and search narrow the list and are in the address", async () => {
  const network = asDesk(
    messageAnswer({ to: to("이수민"), event: "manual" }),
    messageAnswer({ to: to("홍길동"), status: "failed" }),
    messageAnswer({ to: to("성춘향"), status: "failed" }),
  );
  const user = openConsole("/dash/messages?status=failed&from=2026-11-20");
  await button("홍길동");
  expect(screen.queryByRole("button", { name: "이수민" })).toBeNull();
  await user.click(await textbox("메시지 검색"));
  await user.paste("춘향");
  await isGone(() => screen.queryByRole("button", { name: "홍길동" }));
  await button("성춘향");
  expect(param("q")).toBe("춘향");
  const lastQuery = () => network.asked(getMessages).at(-1)?.query;
  expect(lastQuery()).toMatchObject({ status: ["failed"], from: "2026-11-20", q: "춘향" });
  await user.clear(await screen.findByLabelText("시작일"));
  await user.tab();
  await waitFor(() => expect(lastQuery()?.from).toBeUndefined());
  await user.click(await textbox("메시지 검색"));
  await user.paste("없는 사람");
  await screen.findByText("조건에 맞는 메시지가 없습니다.");
});

test("a failed message can be resent", async () => {
  const failed = messageAnswer({ status: "failed", error: "2230 없는 번호", actions: ["retry"] });
  const network = asDesk(failed);
  network.answer(retryMessage, () => {
    const queued = { ...failed, status: "queued" as const, error: "", actions: [] };
    answerMessages(network, queued);
    return queued;
  });
  const user = openConsole(`/dash/messages?message=${failed.id}`);
  const shown = await drawer();
  await user.click(await shown.findByRole("button", { name: "다시 보내기" }));
  await toast("success", "다시 발송합니다.");
  await shown.findByText("발송 대기 중입니다.");
  expect(shown.queryByRole("button", { name: "다시 보내기" })).toBeNull();
  expect(network.asked(retryMessage).map(({ params }) => params.id)).toEqual([failed.id]);
});

test("a message without a provider is not sent, and cannot be resent", async () => {
  const stored = messageAnswer({ status: "kept" });
  asDesk(stored);
  openConsole(`/dash/messages?message=${stored.id}`);
  const shown = await drawer();
  await shown.findByText("발송하지 않고 기록만 남겼습니다.");
  expect(shown.queryByRole("button", { name: "다시 보내기" })).toBeNull();
});

test("a message in an unknown state is resent only after a warning", async () => {
  const error = "발송 업체의 응답이 없어 전달 여부를 알 수 없습니다.";
  const unknown = messageAnswer({ status: "unknown", error, actions: ["retry"] });
  const network = asDesk(unknown);
  network.answer(retryMessage, { ...unknown, status: "queued", actions: [] });
  const user = openConsole(`/dash/messages?message=${unknown.id}`);
  const shown = await drawer();
  await shown.findByText(error);
  await user.click(shown.getByRole("button", { name: "다시 보내기" }));
  await shown.findByText(/이미 전달되었을 수 있습니다/);
  expect(network.asked(retryMessage)).toEqual([]);
  await user.click(shown.getByRole("button", { name: "다시 보내기" }));
  await toast("success", "다시 발송합니다.");
  expect(network.asked(retryMessage)).toHaveLength(1);
});

test("a host without messages sees an empty list, and no messages of other hosts' visits", async () => {
  const network = consoleNetwork(person("host"));
  answerMessages(network);
  answerVisits(network);
  openConsole("/dash/messages?message=9001");
  await screen.findByText("아직 보낸 메시지가 없습니다.");
  await (await drawer()).findByText("볼 수 없는 메시지입니다.");
  expect(screen.queryByRole("link", { name: "자동 메시지", hidden: true })).toBeNull();
});
