/** A deputy decides for a host who is away. */
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

test("a host names a deputy, who approves; the log names both, and the desk sees the absence", async () => {
  const { server, site } = suite;
  const host = await suite.staff("host", { width: 360, person: { name: "한주인" } });
  const deputy = await suite.staff("host", { width: 360, person: { name: "이두리" } });
  const { id } = await addVisitToday(server, site, {
    name: "차도윤",
    statusCode: "applied",
    hostUserId: host.person.id,
    startDate: `${siteDay(1)} 09:00`,
    endDate: `${siteDay(1)} 18:00`,
  });

  await host.open("/dash/absence");
  await host.button("부재·대리인 등록").click();
  await host.page.getByRole("combobox", { name: "대리인", exact: true }).fill("이두리");
  await host.page.getByRole("option", { name: "이두리" }).click();
  await host.button("등록").click();
  await isSeen(host.toast("success", "부재·대리인을 등록했습니다."));
  await isSeen(host.text("대리인: 이두리"));

  await deputy.open("/dash/approvals");
  const card = deputy.page.getByRole("article", { name: "차도윤", exact: true });
  await isSeen(card.getByText("대리", { exact: true }));
  await isSeen(card.getByText("담당자 한주인", { exact: true }));
  await card.getByRole("button", { name: "승인", exact: true }).click();
  await isGone(card);
  expect(await server.db("visitLogs").where({ visitId: id, action: "approve" })).toMatchObject([
    { actorId: deputy.person.id, onBehalfOfId: host.person.id },
  ]);

  const desk = await suite.staff("desk", { width: 360 });
  await desk.open(`/dash/visits?visit=${id}`);
  await isSeen(desk.drawer.getByText("이두리(한주인 대리)", { exact: false }));
  await desk.open("/dash/reserve");
  await desk.page.getByRole("combobox", { name: "담당자", exact: true }).fill("한주인");
  await isSeen(desk.page.getByRole("option", { name: "한주인" }).getByText(/^부재 .* · 대리 이두리$/));

  await host.button("지금 종료").click();
  await host.button("지금 종료").click();
  await isSeen(host.toast("success", "종료했습니다."));
  await deputy.open("/dash/approvals?list=upcoming");
  await isGone(deputy.page.getByRole("article", { name: "차도윤", exact: true }));
});
