/** A host's own requests, decided on a phone. */
import { expect, test } from "vitest";
import { addParty, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
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

test("one press approves, the next request comes up, and what was approved can be taken back", async () => {
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

test("a host moves an approved visit from the list, approves it anew, and invites somebody from there", async () => {
  const host = await suite.staff("host", { width: 360, height: 740, person: { name: "한주인" } });
  const { id } = await addVisiting(suite.server, suite.site, {
    name: "차도윤",
    hostUserId: host.person.id,
    startDate: `${siteDay(1)} 10:00`,
    endDate: `${siteDay(1)} 12:00`,
  });
  await host.open("/dash/approvals?list=upcoming");
  await request(host, "차도윤").getByRole("button", { name: "수정", exact: true }).click();
  const { drawer } = host;
  await isSeen(drawer.getByRole("heading", { name: "차도윤 님의 방문 수정" }));
  await hasFocus(drawer.getByRole("textbox", { name: "이름", exact: true }));
  await isGone(drawer.getByRole("textbox", { name: "휴대전화", exact: true }));
  await drawer.getByRole("textbox", { name: "비고" }).fill("3층 회의실");
  await drawer.getByRole("combobox", { name: "종료일시 시각", exact: true }).fill("13:00");
  await isSeen(drawer.getByText("저장한 뒤 다시 승인해 주십시오.", { exact: false }));
  await isGone(drawer.getByRole("switch", { name: "승인 유지" }));
  await host.act("edit.submit").click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 수정했습니다."));
  await host.act("action.approve").click();
  await isSeen(host.act("action.undo"));
  expect(await visitOf(id)).toMatchObject({ statusCode: "approved", note: "3층 회의실" });
  const log = await suite.server.db("visitLogs").where({ visitId: id }).orderBy("id");
  expect(log.map(({ action, note, actorId }) => [action, note, actorId])).toEqual([
    ["edit", "note, endDate", host.person.id],
    ["approve", "", host.person.id],
  ]);
  await host.page.keyboard.press("Escape");
  await host.link("방문객 초대").click();
  await host.arrivesAt("/dash/reserve");
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
  await isSeen(desk.row("남의손님").getByText("김철수"));
  expect(await desk.page.getByRole("radio", { name: "전체 대기" }).isChecked()).toBe(true);
  await isGone(desk.row("이미승인"));
  await desk.row("남의손님").getByRole("button", { name: "남의손님" }).click();
  await desk.act("action.approve").click();
  await isSeen(desk.toast("success", "남의손님 님의 방문을 승인했습니다."));
  expect((await visitOf(id)).statusCode).toBe("approved");
  await isSeen(desk.text("승인 대기 중인 신청이 없습니다."));
  await desk.page.keyboard.press("Escape");
  await isGone(desk.drawer);
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
  const row = desk.row("남은손님");
  await isSeen(row.getByText("(퇴사)"));
  await isGone(desk.row("정해진손님"));
  // approved already: there is nothing to approve or reject
  expect(await row.getByRole("checkbox").isDisabled()).toBe(true);
  await row.getByRole("button", { name: "남은손님" }).click();
  await desk.act("action.cancel").click();
  await desk.act("action.cancel").click();
  await isGone(row);
});

test("a host is not offered what waits for others, whatever the address says", async () => {
  const { host } = await asked();
  await addVisiting(suite.server, suite.site, { name: "남의손님", statusCode: "applied" });
  await host.open("/dash/approvals?list=waiting");
  await isSeen(request(host, "차도윤"));
  expect(await host.page.getByRole("article").count()).toBe(1);
  expect(await host.page.getByRole("radio").count()).toBe(3);
});

test("the desk decides about several at once, and is told who was decided about by somebody else", async () => {
  suite.tolerate(/status of 405/);
  const { server, site } = suite;
  const [first, second, third] = [
    await addVisiting(server, site, { name: "첫손님", statusCode: "applied" }),
    await addVisiting(server, site, { name: "둘째손님", statusCode: "applied" }),
    await addVisiting(server, site, { name: "셋째손님", statusCode: "applied" }),
  ];
  const desk = await suite.staff("desk");
  await desk.hearsNothing();
  await desk.open("/dash/approvals");
  await isSeen(desk.row("셋째손님"));
  const link = desk.link("승인함");
  await expect.poll(() => link.getAttribute("aria-description")).toBe("승인 대기 3건");
  const colleague = await signedIn(server, site.company, "admin");
  const other = await colleague.put(`/dash/user/reject/${first.id}`, { body: { reason: "휴무" } });
  expect(other.status, other.text).toBe(200);
  for (const name of ["첫손님", "둘째손님"]) await desk.row(name).getByRole("checkbox").check();
  await desk.button("2건 승인").click();
  await isSeen(desk.text("1건을 승인했습니다: 둘째손님"));
  await isSeen(desk.text("첫손님: 이미 처리된 방문입니다."));
  expect((await visitOf(second.id)).statusCode).toBe("approved");
  await isGone(desk.row("둘째손님"));
  await expect.poll(() => link.getAttribute("aria-description")).toBe("승인 대기 1건");

  await desk.page.getByRole("checkbox", { name: /현재 페이지 전체/ }).check();
  await desk.button("반려").click();
  await desk.textbox("반려 사유").fill("그날은 휴무입니다.");
  await desk.button("1건 반려").click();
  await isSeen(desk.text("1건을 반려했습니다: 셋째손님"));
  await isSeen(desk.text("승인 대기 중인 신청이 없습니다."));
  const log = await server.db("visitLogs").where({ visitId: third.id }).orderBy("id", "desc").first();
  expect(log.note).toBe("그날은 휴무입니다.");
});
