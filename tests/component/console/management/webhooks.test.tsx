/** Webhooks and their deliveries. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  addWebhook,
  changeWebhook,
  type DeliveryAnswer,
  getWebhookDeliveries,
  getWebhooks,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  type WebhookAnswer,
} from "#contract/site/webhooks.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  hasError,
  hasFocus,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { fieldIn, hasValue, isGone, opened, pressIn } from "#tests/support/component/drawer.tsx";
import { invalid } from "#tests/support/component/network.ts";

const usual: WebhookAnswer = {
  id: 3,
  name: "출입 통제",
  url: "https://gate.example.com/hooks/visits",
  host: "gate.example.com",
  format: "standard",
  lang: "ko",
  events: ["entered", "left"],
  personal: false,
  active: true,
  pausedBecause: null,
  failingSince: null,
};

const failed: DeliveryAnswer = {
  id: 41,
  messageId: "msg_41",
  visitId: 12,
  event: "entered",
  alert: null,
  happenedAt: "2026-11-22 09:00",
  state: "failed",
  attempts: 8,
  nextAttemptAt: null,
  finishedAt: "2026-11-22 10:00",
  answerStatus: 503,
  error: "status",
};

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

function opens(search = "", rows: WebhookAnswer[] = [usual]) {
  const network = consoleNetwork(person("admin"));
  network.answer(getWebhooks, rows);
  const user = openConsole(`/dash/webhooks${search}`);
  const press = (name: string) => pressIn(user, name);
  return { network, user, press };
}

const drawerIsGone = () => isGone(() => screen.queryByRole("dialog"));

test("the list shows address, events and state of a webhook", async () => {
  opens("", [
    usual,
    { ...usual, id: 4, name: "총무팀 대화방", host: "hooks.example.com", active: false, personal: true },
    { ...usual, id: 5, name: "옛 시스템", active: false, pausedBecause: "gone" },
  ]);
  await screen.findByRole("row", { name: /출입 통제 gate\.example\.com 입문, 출문 제외 사용/ });
  screen.getByRole("row", { name: /총무팀 대화방 hooks\.example\.com 입문, 출문 포함 일시 중지/ });
  screen.getByRole("row", { name: /옛 시스템 .* 자동 중지됨/ });
});

test("errors of form and server are shown at their fields", async () => {
  const { network, user, press } = opens("?webhook=new");
  network.answer(addWebhook, invalid({ url: "httpsAddress" }));
  await press("추가");
  await user.type(await fieldIn("이름"), "출입 통제");
  await user.type(await fieldIn("주소"), "gate");
  await press("추가");
  await hasError(await fieldIn("주소"), "https://");
  expect(network.asked(addWebhook)).toEqual([]);
  await user.clear(await fieldIn("주소"));
  await user.type(await fieldIn("주소"), "http://gate.example.com");
  await press("추가");
  await waitFor(() => expect(network.asked(addWebhook)).toHaveLength(1));
  await hasError(await fieldIn("주소"), "https://");
  await hasFocus(await fieldIn("주소"));
});

test("a webhook is paused, and gets fewer events", async () => {
  const { network, user, press } = opens("?webhook=3");
  network.answer(changeWebhook, ({ body: { id: _, ...settings } }) => {
    const paused = { ...usual, ...settings };
    network.answer(getWebhooks, [paused]);
    return paused;
  });
  await user.click(await (await opened()).findByRole("switch", { name: /^사용/ }));
  await user.click((await opened()).getByRole("checkbox", { name: "출문" }));
  await press("저장");
  await toast("success", "출입 통제 웹훅을 저장했습니다.");
  await drawerIsGone();
  await screen.findByRole("row", { name: /출입 통제 .* 일시 중지/ });
  expect(network.asked(changeWebhook)).toMatchObject([{ body: { active: false, events: ["entered"] } }]);
});

test("a webhook gets a test, and after confirmation a new secret or is deleted", async () => {
  const { network, user, press } = opens("?webhook=3");
  network.answer(testWebhook, { id: 42 });
  network.answer(rotateWebhookSecret, { secret });
  network.answer(removeWebhook, () => {
    network.answer(getWebhooks, []);
    return undefined;
  });
  await press("시험 전송");
  await toast("success", "시험 메시지를 보냅니다. 전송 기록에서 확인해 주십시오.");
  await press("서명 키 재발급");
  expect(network.asked(rotateWebhookSecret)).toEqual([]);
  await press("서명 키 재발급");
  await hasValue(await fieldIn("서명 키"), secret);
  await user.keyboard("{Escape}");
  await drawerIsGone();
  await user.click(await button(usual.name));
  await press("삭제");
  await press("삭제");
  await toast("success", "출입 통제 웹훅을 삭제했습니다.");
  await screen.findByText("등록된 웹훅이 없습니다");
});

test("deliveries show their results and can be resent", async () => {
  const { network, user } = opens();
  network.answer(getWebhookDeliveries, { ...emptyPage, rows: [failed], total: 1 });
  network.answer(resendDelivery, () => {
    const waiting = { ...failed, state: "waiting" as const, nextAttemptAt: "2026-11-22 10:05" };
    network.answer(getWebhookDeliveries, { ...emptyPage, rows: [waiting], total: 1 });
    return undefined;
  });
  await user.click(await button("전송 기록"));
  await hasFocus(await screen.findByRole("heading", { name: "출입 통제 전송 기록" }));
  await screen.findByRole("row", { name: /입문 #12 실패 오류 응답 · 503 8/ });
  await user.click(await button("재전송"));
  await toast("success", "재전송합니다.");
  await screen.findByRole("row", { name: /입문 #12 대기/ });
  expect(network.asked(resendDelivery).map(({ params }) => params)).toEqual([{ id: 3, delivery: 41 }]);
});

test("the drawer links to the deliveries, because the list on a phone does not", async () => {
  const { network, press } = opens("?webhook=3");
  network.answer(getWebhookDeliveries, { ...emptyPage, rows: [failed], total: 1 });
  await press("전송 기록");
  await drawerIsGone();
  await hasFocus(await screen.findByRole("heading", { name: "출입 통제 전송 기록" }));
});
