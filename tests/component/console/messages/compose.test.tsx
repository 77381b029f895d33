/** The message form. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  getMessageRecipients,
  getMessages,
  getSmsTemplates,
  type MessageRecipient,
  sendMessages,
} from "#contract/messages/sms.ts";
import type { Role } from "#contract/roles.ts";
import { getOwnRequests, searchVisits, type VisitAnswer } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasError,
  heading,
  openConsole,
  person,
  textbox,
  toast,
  waitForPath,
} from "#tests/support/component/console.tsx";
import { drawer, hasValue, isGone } from "#tests/support/component/drawer.tsx";
import { messageAnswer, templateAnswer } from "#tests/support/component/messages.ts";
import { loseAnswer, type Network } from "#tests/support/component/network.ts";
import { answerBoard, answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";

const words = () => textbox("메시지 내용");
const choice = (name: string) => screen.findByRole("checkbox", { name: new RegExp(`^${name} `) });
const preview = async () => within(await screen.findByRole("figure", { name: "미리보기" }));
const chosen = async () => within(await screen.findByRole("list", { name: "수신자" }));
const chosenIsGone = () => isGone(() => screen.queryByRole("list", { name: "수신자" }));

const recipientOf = ({ id, name, cellPhone }: VisitAnswer): MessageRecipient => {
  const lang = /^[A-Z]/.test(name) ? "en" : "ko";
  const place = lang === "en" ? "Main building" : "본관";
  return { visitID: id, name, cellPhone, email: "", lang, values: { name, place, host: "김철수" } };
};

function composes(role: Role, ...rows: VisitAnswer[]): Network {
  const network = consoleNetwork(person(role));
  answerVisits(network, ...rows);
  network.answer(searchVisits, pageOf(rows));
  network.answer(getOwnRequests, pageOf(rows));
  network.answer(getMessageRecipients, ({ query }) =>
    rows.filter(({ id }) => query.visits.includes(id)).map(recipientOf),
  );
  network.answer(getSmsTemplates, [
    templateAnswer({
      event: "approve",
      text: "[가온정밀] {name}님의 방문이 승인되었습니다. {place}",
      enText: "[Gaon Precision] Your visit is approved. {place}",
    }),
    templateAnswer({ event: "cancel", text: "방문이 취소되었습니다.", enText: "Your visit is cancelled." }),
  ]);
  network.answer(sendMessages, ({ body }) => ({
    queued: body.to.length,
    ids: body.to.map((_, at) => at + 1),
    kind: "sms" as const,
    bytes: 20,
  }));
  network.answer(getMessages, ({ query }) =>
    pageOf((query.ids ?? []).map((id) => messageAnswer({ id, event: "manual", status: "queued" }))),
  );
  return network;
}

const visiting = (name: string) =>
  visitAnswer({ name, statusCode: "approved", cellPhone: "010-00**-*234", actions: [] });
const bodies = (network: Network) => network.asked(sendMessages).map(({ body }) => body);

test("an unchanged template is sent in each visitor's language, a changed one as typed", async () => {
  const [first, second] = [visiting("홍길동"), visiting("Jane Doe")];
  const network = composes("desk", first, second, visitAnswer({ name: "번호없음", unreachable: true }));
  const user = openConsole("/dash/messages/new");
  await screen.findByText("내용을 입력하면 여기에 표시됩니다.");
  expect(await choice("번호없음")).toHaveProperty("disabled", true);
  await user.click(await choice("홍길동"));
  await user.click(await choice("Jane Doe"));
  const templates = () => screen.findByRole("combobox", { name: "템플릿" });
  await user.click(await templates());
  await user.click(await screen.findByRole("option", { name: "승인 안내" }));
  await (await preview()).findByText(/\[가온정밀\] 홍길동님의 방문이 승인되었습니다/);
  (await preview()).getByText("홍길동 (1/2)");
  await user.click((await preview()).getByRole("button", { name: "다음 수신자" }));
  await (await preview()).findByText(/\[Gaon Precision\] .*Main building/);
  (await preview()).getByText(/English$/);
  await user.click(await button("2명에게 보내기"));
  await toast("success", "2명에게 문자를 보냅니다.");
  expect(bodies(network)).toEqual([
    { to: [{ visitID: first.id }, { visitID: second.id }], template: "approve" },
  ]);
  const result = within(await screen.findByRole("table", { name: "2명에게 보낸 문자" }));
  expect(await result.findAllByText("대기")).toHaveLength(2);
  await user.click(await button("새 문자 작성"));
  await user.click(await templates());
  await user.click(await screen.findByRole("option", { name: "취소 안내" }));
  await user.click(await words());
  await user.paste(" 죄송합니다.");
  await hasValue(await templates(), "직접 작성");
});

test("a message repeated after a lost response has the same idempotency key", async () => {
  const network = composes("desk", visiting("홍길동"));
  const user = openConsole("/dash/messages/new");
  await user.click(await choice("홍길동"));
  await user.click(await words());
  await user.paste("안내");
  network.answer(sendMessages, loseAnswer);
  await user.click(await button("1명에게 보내기"));
  await toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.");
  network.answer(sendMessages, { queued: 1, ids: [1], kind: "sms", bytes: 4 });
  await user.click(await button("1명에게 보내기"));
  await toast("success", "1명에게 문자를 보냅니다.");
  const [first, second] = network.keysOf(sendMessages);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(bodies(network)[1]).toEqual(bodies(network)[0]);
});

test("the composer opens with the visitor of a drawer, and keeps its text", async () => {
  const visit = visiting("홍길동");
  answerBoard(composes("desk", visit));
  const user = openConsole(`/dash/visits?visit=${visit.id}`);
  await user.click(await (await drawer()).findByRole("link", { name: "문자 보내기" }));
  await waitForPath("/dash/messages/new");
  await (await chosen()).findByText("홍길동");
  await user.click(await words());
  await user.paste("반만 쓴");
  const navigation = within(await screen.findByRole("navigation", { name: "화면" }));
  await user.click(navigation.getByRole("link", { name: "현황판" }));
  await heading("현황판");
  await user.click(navigation.getByRole("link", { name: "문자 보내기" }));
  await hasValue(await words(), "반만 쓴");
  await (await chosen()).findByText("홍길동");
  await user.click(await button("홍길동 제외"));
  await chosenIsGone();
});

test.each(["visit", "delegation"])("a live %s change updates the recipients", async (kind) => {
  const visit = visiting("홍길동");
  const network = composes("desk", visit);
  network.answer(getMessageRecipients, []);
  const user = openConsole("/dash/messages/new");
  await user.click(await choice("홍길동"));
  await (await chosen()).findByText(`#${visit.id}`);
  network.answer(getMessageRecipients, [recipientOf(visit)]);
  const stream = new BroadcastChannel("visitor.live");
  stream.postMessage({ kind: "change", change: { id: 1, kind } });
  await (await chosen()).findByText("홍길동");
  stream.close();
});

test("a host chooses among their own visits and cannot type numbers", async () => {
  const visit = visiting("내손님");
  const network = composes("host", visit);
  const user = openConsole("/dash/messages/new");
  await user.click(await choice("내손님"));
  expect(screen.queryByRole("button", { name: "번호 추가" })).toBeNull();
  await user.click(await words());
  await user.paste("{host} 드림");
  await (await preview()).findByText("김철수 드림");
  await user.click(await button("1명에게 보내기"));
  await toast("success", "1명에게 문자를 보냅니다.");
  expect(bodies(network)).toEqual([{ to: [{ visitID: visit.id }], text: "{host} 드림" }]);
  expect(network.asked(searchVisits)).toEqual([]);
});

test("bytes are counted while typing up to the limit, and emoji have an error", async () => {
  const network = composes("desk", visiting("홍길동"));
  const user = openConsole("/dash/messages/new");
  const counts = (text: string) =>
    waitFor(() =>
      expect(
        screen
          .getAllByRole("status")
          .map(({ textContent }) => textContent)
          .join(" "),
      ).toContain(text),
    );
  const write = async (text: string) => {
    await user.clear(await words());
    await user.paste(text);
  };
  await write("가".repeat(45));
  await counts("90 / 90바이트 · 단문(SMS)");
  await write(`${"가".repeat(45)}!`);
  await counts("91 / 2,000바이트 · 장문(LMS)");
  // longer when filled in than as typed
  await write(`${"가".repeat(43)}{name}`);
  await user.click(await choice("홍길동"));
  await counts("92 / 2,000바이트 · 장문(LMS)");
  await write("가".repeat(1001));
  await hasError(await words(), "메시지는 2000바이트까지 보낼 수 있습니다.");
  await write("어서 오세요 😀");
  await hasError(await words(), "문자 메시지로 보낼 수 없는 글자입니다: 😀");
  await write("{reason}");
  await hasError(await words(), "사용할 수 없는 변수입니다: {reason}");
  await user.click(await button("1명에게 보내기"));
  await toast("warning", "수신자와 내용을 확인해 주십시오.");
  expect(bodies(network)).toEqual([]);
});

test("a reload asks for confirmation with typed text, not with a selected recipient only", async () => {
  composes("desk", visiting("홍길동"));
  const user = openConsole("/dash/messages/new");
  const isConfirming = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await user.click(await choice("홍길동"));
  await (await chosen()).findByRole("button", { name: /^홍길동 \d/ });
  expect(isConfirming()).toBe(false);
  await user.click(await words());
  await user.paste("정문으로 오십시오.");
  await waitFor(() => expect(isConfirming()).toBe(true));
});
