/** The page that an invitation's link leads to. The server's two calls are answered here; they have tests of their own. */
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { hasNoViolation } from "../../support/axe.ts";
import type { ConsolePage } from "../../support/console-pages.ts";
import { consoleSuite } from "../../support/console-suite.ts";
import { hasError, hasFocus, isGone, isSeen } from "../../support/visitor-locators.ts";

const suite = consoleSuite();

const token = "an-invitation-of-tests";
const over = "초대 링크가 올바르지 않거나 기한이 지났습니다. 관리자에게 새 링크를 요청해 주십시오.";
const json = (status: number, body: unknown) => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(body),
});
const welcome = json(200, { loginId: "new.person", name: "나미래" });

/** Opens the link; gives what was sent to choose the password. */
async function opens(checked: Parameters<Route["fulfill"]>[0], accepted = json(204, undefined)) {
  const guest = await suite.guest();
  const sent: unknown[] = [];
  await guest.page.route("**/dash/invitation/check", (route) => {
    expect(route.request().postDataJSON()).toEqual({ token });
    return route.fulfill(checked);
  });
  await guest.page.route("**/dash/invitation", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill(accepted.status === 204 ? { status: 204 } : accepted);
  });
  await guest.open(`/dash/invitation/${token}`);
  return { guest, sent };
}

const field = ({ page }: ConsolePage, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

async function fill(guest: ConsolePage, next: string, again = next): Promise<void> {
  await field(guest, "새 비밀번호").fill(next);
  await field(guest, "새 비밀번호 확인").fill(again);
  await guest.button("비밀번호 정하기").click();
}

test("says whose account it is, takes a password, and leads to the login page", async () => {
  const { guest, sent } = await opens(welcome);
  await isSeen(guest.heading("나미래 님, 환영합니다"));
  await isSeen(guest.text("new.person"));
  await hasNoViolation(guest.page, "invitation");
  await fill(guest, "chosen by me");
  await guest.arrivesAt("/dash/login");
  await isSeen(guest.toast("success", "비밀번호를 정했습니다. 이제 로그인해 주십시오."));
  expect(sent).toEqual([{ token, newPassword: "chosen by me", confirmPassword: "chosen by me" }]);
});

test("tells beside the fields what is wrong, before the server is asked", async () => {
  const { guest, sent } = await opens(welcome);
  await fill(guest, "short", "other");
  await hasError(field(guest, "새 비밀번호"), "10자 이상 입력해 주십시오.");
  await hasError(field(guest, "새 비밀번호 확인"), "새 비밀번호와 일치하지 않습니다.");
  await hasFocus(field(guest, "새 비밀번호"));
  expect(sent).toEqual([]);
});

test("shows what the server refuses, on its field or above", async () => {
  suite.tolerate(/status of 400/);
  const onField = await opens(welcome, json(400, { newPassword: "비밀번호에 아이디를 넣을 수 없습니다." }));
  await fill(onField.guest, "new.person is me");
  await hasError(field(onField.guest, "새 비밀번호"), "비밀번호에 아이디를 넣을 수 없습니다.");

  const meanwhile = await opens(welcome, json(400, { token: over }));
  await fill(meanwhile.guest, "chosen by me");
  await isSeen(meanwhile.guest.alert(over));
});

test("a link that is over says so, and offers no form", async () => {
  suite.tolerate(/status of 400/);
  const { guest } = await opens(json(400, { token: over }));
  await isSeen(guest.alert(over));
  await isGone(field(guest, "새 비밀번호"));
  await hasNoViolation(guest.page, "an invitation that is over");
  await guest.link("로그인 화면으로").click();
  await guest.arrivesAt("/dash/login");
});

test("a server that does not answer can be asked again", async () => {
  suite.tolerate(/status of 503/);
  const { guest } = await opens(json(503, { id: "unavailable", message: "잠시 후 다시 시도해 주십시오." }));
  await isSeen(guest.text("불러오지 못했습니다"));
  await guest.page.unroute("**/dash/invitation/check");
  await guest.page.route("**/dash/invitation/check", (route) => route.fulfill(welcome));
  await guest.button("다시 시도").click();
  await isSeen(guest.heading("나미래 님, 환영합니다"));
});
