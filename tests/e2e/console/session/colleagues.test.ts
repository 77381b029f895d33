/** A change by a colleague shows within a second. */
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });
const maxDelay = 1_000;

test("two consoles see each other's change within a second", async () => {
  const { server, site } = suite;
  const host = await suite.staff("host", { person: { name: "한주인" } });
  await addVisitToday(server, site, { name: "차도윤", statusCode: "applied", hostUserId: host.person.id });
  const desk = await suite.staff("desk");
  await host.open("/dash/approvals");
  await desk.open("/dash/today");
  for (const one of [host, desk]) await isSeen(one.text("실시간"));
  const request = host.page.getByRole("article", { name: "차도윤" });
  await isSeen(request.getByText("신청", { exact: true }));

  await desk.button("차도윤").click();
  await desk.act("action.approve").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 승인했습니다."));
  const approved = performance.now();
  await isGone(request);
  expect(performance.now() - approved).toBeLessThan(maxDelay);

  await host.page.getByText("예정 방문", { exact: true }).click();
  await request.getByRole("button", { name: "되돌리기" }).click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 신청 상태로 되돌렸습니다."));
  const undone = performance.now();
  await isSeen(desk.act("action.approve"));
  expect(performance.now() - undone).toBeLessThan(maxDelay);
});
