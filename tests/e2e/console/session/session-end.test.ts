/** The end of a session. */
import { test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const expired = "인증 세션이 만료되었습니다. 로그인 화면으로 이동합니다.";

const endSessions = () => suite.server.db("sessions").delete();

test("a session that ends without any call leads to the login page", async () => {
  // the browser's own log of the question whether the session has ended
  suite.allowErrors(/status of 401/);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.text("실시간"));
  await endSessions();
  await isSeen(desk.toast("warning", expired));
  await desk.waitForPath("/dash/login");
  await isSeen(desk.loginId);
});
