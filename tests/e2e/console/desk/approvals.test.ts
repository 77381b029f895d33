/** A host's own requests, decided on a phone. */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const visitOf = (id: number) => suite.server.db("visits").where({ id }).first();

const request = (host: StaffPage, name: string) => host.page.getByRole("article", { name, exact: true });

/** A host with a request from somebody. */
async function asked(name = "차도윤") {
  const host = await suite.staff("host", { width: 360, height: 740, person: { name: "한주인" } });
  const { id } = await addVisiting(suite.server, suite.site, {
    name,
    statusCode: "applied",
    hostUserId: host.person.id,
  });
  return { host, id };
}

test("one press approves, the next request comes up, and what was approved can be taken back", {
  tags: ["full"],
}, async () => {
  const { host, id } = await asked();
  const later = await addVisiting(suite.server, suite.site, {
    name: "나중손님",
    statusCode: "applied",
    hostUserId: host.person.id,
    startDate: `${siteDay(2)} 09:00`,
    endDate: `${siteDay(2)} 18:00`,
  });
  await host.open("/dash/approvals");
  const card = request(host, "차도윤");
  await card.getByRole("button", { name: "승인", exact: true }).click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 승인했습니다."));
  await isGone(card);
  const next = request(host, "나중손님");
  await hasFocus(next.getByRole("button", { name: "나중손님" }));
  await next.getByRole("button", { name: "승인", exact: true }).click();
  await isSeen(host.text("모두 처리했습니다. 새 방문신청이 접수되면 바로 표시됩니다."));
  expect((await visitOf(later.id)).statusCode).toBe("approved");
  await host.page.getByRole("radiogroup", { name: "목록" }).getByText("예정 방문", { exact: true }).click();
  await isSeen(card.getByRole("button", { name: "되돌리기" }));
  expect((await visitOf(id)).statusCode).toBe("approved");
  await card.getByRole("button", { name: "되돌리기" }).click();
  await isGone(card);
  expect((await visitOf(id)).statusCode).toBe("applied");
});

test("a visit that a host gives to somebody else leaves their list", { tags: ["full"] }, async () => {
  const { host, id } = await asked();
  await host.open("/dash/approvals");
  await request(host, "차도윤").getByRole("button", { name: "수정", exact: true }).click();
  await host.drawer.getByRole("combobox", { name: "담당자", exact: true }).fill("김철");
  await host.page
    .getByRole("listbox")
    .getByRole("option", { name: "김철수 (가온정밀 품질팀 선임)", exact: true })
    .click();
  await isSeen(host.drawer.getByText("그분의 승인을 기다립니다.", { exact: false }));
  await host.act("edit.submit").click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 수정했습니다."));
  await isGone(host.drawer);
  await isGone(request(host, "차도윤"));
  expect(await visitOf(id)).toMatchObject({ hostUserId: suite.site.namesake, statusCode: "applied" });
});

test("a new request appears by itself", { tags: ["full"] }, async () => {
  const host = await suite.staff("host", { width: 360 });
  await host.open("/dash/approvals");
  await isSeen(host.text("승인할 신청이 없습니다."));
  await isSeen(host.text("실시간"));
  const visit = await addVisiting(suite.server, suite.site, {
    name: "차도윤",
    statusCode: "rejected",
    hostUserId: host.person.id,
  });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/visits?visit=${visit.id}`);
  await desk.act("action.undo").click();
  await isSeen(request(host, "차도윤"));
});

test("since when each waits is in sight at 1024, whole, and on a phone", { tags: ["full"] }, async () => {
  await addVisiting(suite.server, suite.site, {
    name: "남궁민수",
    company: "가늠자품질평가원 품질연구소",
    statusCode: "applied",
  });
  const desk = await suite.staff("desk", { width: 1024 });
  await desk.open("/dash/approvals");
  const since = desk.row("남궁민수").getByRole("cell").nth(3);
  for (const width of [1024, 360]) {
    await desk.page.setViewportSize({ width, height: 768 });
    await isSeen(since);
    expect((await since.innerText()).replace(/\s+/, " ")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const { x = 0, width: wide = 0 } = (await since.boundingBox()) ?? {};
    const box = await desk.page.getByRole("table").evaluate((table) => {
      const { left, right } = table.parentElement?.getBoundingClientRect() ?? { left: 0, right: 0 };
      return { left, right };
    });
    expect(x, `at ${width}`).toBeGreaterThanOrEqual(box.left);
    expect(x + wide, `at ${width}`).toBeLessThanOrEqual(box.right);
  }
});
