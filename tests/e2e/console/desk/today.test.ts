/** The board of the day. */
import { expect, test } from "vitest";
import { addHeldPass, addOverdue, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("each number of the day opens its list", async () => {
  const { server, site } = suite;
  await addVisitToday(server, site, { name: "예정하나", statusCode: "applied" });
  await addVisitToday(server, site, { name: "예정둘" });
  await addVisitToday(server, site, { name: "안에있는이", statusCode: "entered" });
  const late = await addOverdue(server, site, { name: "늦은이" });
  await addHeldPass(server, "P-1", late.id);
  const forgetful = await addVisitToday(server, site, { name: "안돌려준이", statusCode: "exited" });
  await addHeldPass(server, "P-2", forgetful.id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const lists = {
    expected: ["예정하나", "예정둘"],
    inside: ["안에있는이", "늦은이"],
    overdue: ["늦은이"],
    notReturned: ["안돌려준이"],
    left: ["안돌려준이"],
  };
  await isSeen(desk.count("expected").getByText("승인 대기 1건"));
  for (const [list, names] of Object.entries(lists)) {
    await isSeen(desk.count(list).getByText(String(names.length), { exact: true }));
    await desk.count(list).click();
    const table = desk.table(new RegExp(`^${desk.t(`today.${list}`)} ${names.length}$`));
    for (const name of names) await isSeen(table.getByRole("button", { name, exact: true }));
    expect(await table.getByRole("row").count()).toBe(names.length + 1);
  }
  expect(desk.search().get("list")).toBe("left");
});

test("twelve rows fit on the screen, and the chart stays unfolded for its user", async () => {
  const { server, site } = suite;
  for (let at = 0; at < 14; at++) await addVisitToday(server, site, { name: `손님${at}` });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.button("손님0"));
  const inSight = () =>
    desk.page.evaluate<number>(
      `[...document.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
    );
  expect(await inSight()).toBeGreaterThanOrEqual(12);
  const chart = desk.page.getByRole("table", { name: /^시간대별 방문/ });
  await isGone(chart);
  await desk.button("시간대별 방문").click();
  await isSeen(chart);
  const elsewhere = await suite.staff("desk", { as: desk.person });
  await elsewhere.open("/dash/today");
  await isSeen(elsewhere.page.getByRole("table", { name: /^시간대별 방문/ }));
});
