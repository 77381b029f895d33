/** A host's own requests, decided on a phone. */
import { expect, test } from "vitest";
import { addParty, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
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

test("a host opens on what waits, and sees nobody else's", async () => {
  const { host } = await asked();
  await addVisiting(suite.server, suite.site, { name: "남의손님", statusCode: "applied" });
  await host.open("/dash");
  await host.arrivesAt("/dash/approvals");
  await isSeen(request(host, "차도윤"));
  expect(await host.page.getByRole("article").count()).toBe(1);
});

test("one press approves, and another takes it back", async () => {
  const { host, id } = await asked();
  await host.open("/dash/approvals");
  const card = request(host, "차도윤");
  await card.getByRole("button", { name: "승인", exact: true }).click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 승인했습니다."));
  await isSeen(card.getByRole("button", { name: "되돌리기" }));
  expect((await visitOf(id)).statusCode).toBe("approved");
  await card.getByRole("button", { name: "되돌리기" }).click();
  await isSeen(card.getByRole("button", { name: "승인", exact: true }));
  expect((await visitOf(id)).statusCode).toBe("applied");
});

test("a rejection needs a reason, which is refused on its field when it is empty", async () => {
  const { host, id } = await asked();
  await host.open("/dash/approvals");
  const card = request(host, "차도윤");
  await card.getByRole("button", { name: "반려" }).click();
  const reason = card.getByRole("textbox", { name: "반려 사유" });
  await hasFocus(reason);
  await card.getByRole("button", { name: "반려" }).click();
  await hasError(reason, "필수 입력 항목입니다");
  expect((await visitOf(id)).statusCode).toBe("applied");
  await reason.fill("그날은 출장입니다.");
  await card.getByRole("button", { name: "반려" }).click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 반려했습니다."));
  await isGone(card);
  expect((await visitOf(id)).statusCode).toBe("rejected");
  const log = await suite.server.db("visitLogs").where({ visitId: id }).orderBy("id", "desc").first();
  expect(log.note).toBe("그날은 출장입니다.");
});

test("a rejection is taken back from the visit itself", async () => {
  const { host, id } = await asked();
  await host.open(`/dash/approvals?visit=${id}`);
  await host.act("action.reject").click();
  await host.drawer.getByRole("textbox", { name: "반려 사유" }).fill("그날은 출장입니다.");
  await host.act("action.reject").click();
  await host.act("action.undo").click();
  await isSeen(host.act("action.approve"));
  expect((await visitOf(id)).statusCode).toBe("applied");
  await isGone(host.drawer.getByRole("textbox", { name: "반려 사유" }));
});

test("a leader's companions are told, named, and decided together", async () => {
  const host = await suite.staff("host", { width: 360 });
  const { companions } = await addParty(suite.server, suite.site, ["동행하나", "동행둘"], {
    name: "인솔자",
    statusCode: "applied",
    hostUserId: host.person.id,
  });
  await host.open("/dash/approvals");
  const card = request(host, "인솔자");
  await isSeen(card.getByText("인솔자 외 2명"));
  await card.getByRole("button", { name: "승인", exact: true }).click();
  await isSeen(host.toast("success", "인솔자 님의 방문을 승인했습니다."));
  const codes = await Promise.all(companions.map(async ({ id }) => (await visitOf(id)).statusCode));
  expect(codes).toEqual(["approved", "approved"]);
});

test("a new request appears by itself", async () => {
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

test("who was there stands in a list of its own", async () => {
  const { host } = await asked();
  await addVisiting(suite.server, suite.site, {
    name: "다녀간이",
    statusCode: "exited",
    hostUserId: host.person.id,
  });
  await host.open("/dash/approvals");
  await host.page.getByRole("radiogroup", { name: "목록" }).getByText("지난 방문", { exact: true }).click();
  await isSeen(request(host, "다녀간이"));
  await isGone(request(host, "차도윤"));
  expect(host.search().get("list")).toBe("visited");
});

test("whoever decides about all sees first what waits for anybody, and decides it", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "남의손님", statusCode: "applied" });
  await addVisiting(server, site, { name: "이미승인", statusCode: "approved" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/approvals");
  const card = request(desk, "남의손님");
  await isSeen(card);
  expect(await desk.page.getByRole("radio", { name: "전체 대기" }).isChecked()).toBe(true);
  expect(await desk.page.getByRole("article").count()).toBe(1);
  await card.getByRole("button", { name: "승인", exact: true }).click();
  await isSeen(desk.toast("success", "남의손님 님의 방문을 승인했습니다."));
  expect((await visitOf(id)).statusCode).toBe("approved");
  await isSeen(desk.text("승인 대기 중인 신청이 없습니다."));
  await desk.page.getByText("받은 신청", { exact: true }).click();
  await isSeen(desk.text("승인할 신청이 없습니다."));
  expect(desk.search().get("list")).toBe("requests");
});

test("what a host left approved who resigned stands among what waits, and is marked", async () => {
  const { server, site } = suite;
  const nextWeek = { startDate: `${siteDay(7)} 09:00`, endDate: `${siteDay(7)} 18:00` };
  await addVisiting(server, site, { name: "남은손님", hostUserId: site.resigned, ...nextWeek });
  await addVisiting(server, site, { name: "정해진손님", ...nextWeek });
  const desk = await suite.staff("desk");
  await desk.open("/dash/approvals");
  const card = request(desk, "남은손님");
  await isSeen(card.getByText("(퇴사)"));
  await isSeen(card.getByText("담당자가 퇴사했습니다."));
  expect(await desk.page.getByRole("article").count()).toBe(1);
  await card.getByRole("button", { name: "취소" }).click();
  await card.getByRole("button", { name: "취소" }).first().click();
  await isGone(card);
});

test("a host is not offered what waits for others, whatever the address says", async () => {
  const { host } = await asked();
  await addVisiting(suite.server, suite.site, { name: "남의손님", statusCode: "applied" });
  await host.open("/dash/approvals?list=waiting");
  await isSeen(request(host, "차도윤"));
  expect(await host.page.getByRole("article").count()).toBe(1);
  expect(await host.page.getByRole("radio").count()).toBe(2);
});
