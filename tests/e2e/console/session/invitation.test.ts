/** The page of an invitation link. */
import { expect, test } from "vitest";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import type { ConsolePage } from "../../../support/console/console-pages.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const over = "초대 링크가 올바르지 않거나 기한이 지났습니다. 관리자에게 새 링크를 요청해 주십시오.";

let people = 0;

/** @returns an invited user and the path of their link */
async function invites(): Promise<{ loginId: string; path: string }> {
  const admin = await signedIn(suite.server, suite.site.company, "admin");
  const loginId = `invited.${++people}`;
  const body = { loginId, name: "나미래", company: suite.site.company };
  const answer = await admin.post("/dash/hostusers", { body });
  expect(answer.status, answer.text).toBe(200);
  const { pathname, hash } = new URL(answer.body.invitation.url, suite.server.url);
  return { loginId, path: `${pathname}${hash}` };
}

async function opens(path: string): Promise<ConsolePage> {
  const guest = await suite.guest();
  await guest.open(path);
  return guest;
}

const field = ({ page }: ConsolePage, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));

async function fill(guest: ConsolePage, next: string, again = next): Promise<void> {
  await field(guest, "새 비밀번호").fill(next);
  await field(guest, "새 비밀번호 확인").fill(again);
  await guest.button("비밀번호 설정").click();
}

test("an invited user sets a password and signs in, and the link is used up", async () => {
  suite.allowErrors(/status of 400/);
  const { loginId, path } = await invites();
  const guest = await opens(path);
  await isSeen(guest.heading("나미래 님, 환영합니다"));
  await isSeen(guest.text(loginId));
  await expectNoViolation(guest.page, "invitation");
  await fill(guest, "chosen by me");
  await guest.waitForPath("/dash/login");
  await isSeen(guest.toast("success", "비밀번호를 설정했습니다. 이제 로그인해 주십시오."));
  await guest.logIn(loginId, "chosen by me");
  await guest.waitForPath("/dash/approvals");

  await guest.page.goto("about:blank");
  await guest.page.context().clearCookies();
  await guest.open(path);
  await isSeen(guest.alert(over));
  await isGone(field(guest, "새 비밀번호"));
  await guest.link("로그인 화면으로").click();
  await guest.waitForPath("/dash/login");
});
