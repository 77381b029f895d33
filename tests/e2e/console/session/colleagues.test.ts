/** What a colleague changes shows by itself, within a second, on every screen that is managed by several. */
import { beforeEach, expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { sampleOf } from "../../../support/browser/appearance.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { addHost } from "../../../support/site.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite({ isIdleAtTimes: true });
const most = 1_000;

beforeEach(async () => {
  const { db } = suite.server;
  await db.raw("TRUNCATE messages, sms_templates, erasure_requests CASCADE");
  await db("configuration").update({ enCustomerCompany: "Gaon Precision" });
});

interface Change {
  readonly role: Role;
  readonly address: string;
  /** What is there before it. @returns the record that is changed, where its number is in the call */
  readonly before?: () => Promise<number>;
  readonly method: "POST" | "PUT";
  readonly call: (id: number) => string;
  readonly body: (id: number) => object;
  readonly shows: (staff: StaffPage) => Promise<unknown>;
}

const lastMonth = () => {
  const [year = 0, month = 0] = siteDay().split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 12, 3)).toISOString().slice(0, 7);
};

const ended = () =>
  addVisiting(suite.server, suite.site, {
    name: "차도윤",
    statusCode: "ended",
    startDate: `${siteDay(-30)} 10:00`,
    endDate: `${siteDay(-30)} 12:00`,
  });

const changes: Record<string, Change> = {
  "a user": {
    role: "admin",
    address: "/dash/host-users",
    before: async () =>
      (await addHost(suite.server.db, suite.site.company, { loginId: "han.garam", name: "한가람" })).id,
    method: "PUT",
    call: (id) => `/dash/hostusers/${id}/profile`,
    body: () => ({ name: "한가온" }),
    shows: (admin) => isSeen(admin.button("한가온")),
  },
  "a company": {
    role: "admin",
    address: "/dash/companies",
    before: async () => suite.site.closedCompany,
    method: "PUT",
    call: (id) => `/dash/companies/${id}`,
    body: () => ({ name: "가람물산" }),
    shows: (admin) => isSeen(admin.text("가람물산").first()),
  },
  "a purpose": {
    role: "admin",
    address: "/dash/codes/9003",
    before: async () => suite.site.closedPurpose,
    method: "PUT",
    call: (id) => `/dash/usercodes/9003/${id}`,
    body: () => ({ name: "정전 점검" }),
    shows: (admin) => isSeen(admin.text("정전 점검").first()),
  },
  "the configuration": {
    role: "admin",
    address: "/dash/configuration",
    method: "PUT",
    call: () => "/dash/config",
    body: () => ({ customerCompany: { en: "Gaon Works" } }),
    shows: (admin) =>
      expect.poll(() => admin.textbox("회사 이름 (영어)").inputValue(), { interval: 20 }).toBe("Gaon Works"),
  },
  "a policy": {
    role: "privacy",
    address: "/dash/policies",
    method: "POST",
    call: () => "/dash/privacy-policies",
    body: () => ({ title: "새로 쓰는 방침", content: "<p>초안</p>" }),
    shows: (officer) => isSeen(officer.text("새로 쓰는 방침").first()),
  },
  "a message": {
    role: "desk",
    address: "/dash/messages",
    method: "POST",
    call: () => "/dash/sms/send",
    body: () => ({ to: [{ cellPhone: "010-0000-1234" }], text: "오늘 정문이 닫혀 있습니다" }),
    shows: (desk) => isSeen(desk.page.getByText(/오늘 정문이 닫혀/).first()),
  },
  "the wording of messages": {
    role: "admin",
    address: "/dash/messages/templates",
    method: "PUT",
    call: () => "/dash/sms/templates/approve",
    body: () => ({ text: "{name}님, 어서 오십시오." }),
    shows: (admin) => isSeen(admin.text("{name}님, 어서 오십시오.")),
  },
  "the trash": {
    role: "privacy",
    address: "/dash/trash",
    before: async () => (await ended()).id,
    method: "PUT",
    call: () => "/dash/trash-privacy/soft",
    body: (id) => ({ ids: [id] }),
    shows: (officer) => isSeen(officer.page.getByRole("row").filter({ hasText: "차*윤" })),
  },
  "a request for erasure": {
    role: "privacy",
    address: "/dash/erasure-requests",
    method: "POST",
    call: () => "/dash/erasure-requests",
    body: () => ({ name: "남궁표적", cellPhone: "010-0000-7391" }),
    shows: (officer) => isSeen(officer.page.getByRole("row").filter({ hasText: "남궁표적" })),
  },
  "the review of a month": {
    role: "privacy",
    address: "/dash/access-log?view=review",
    before: async () => {
      const at = new Date(`${lastMonth()}-12T03:00:00Z`);
      const { host } = suite.site;
      await suite.server.db("accessLog").insert({
        hostUserId: host,
        at,
        action: "/dash/visits/:id",
        visitIds: [1],
        address: "10.0.0.7",
        reason: "",
      });
      return host;
    },
    method: "POST",
    call: () => "/dash/access-log/review",
    body: () => ({ month: lastMonth(), note: "" }),
    shows: ({ page }) =>
      isSeen(page.getByRole("link", { name: new RegExp(`${lastMonth()}\\s*${siteDay()} .+ 점검`) })),
  },
};

test.each(sampleOf(Object.entries(changes)))(
  "%s",
  async (_, { role, address, before, method, call, body, shows }) => {
    const id = (await before?.()) ?? 0;
    const staff = await suite.staff(role);
    const colleague = await suite.staff(role, { person: { name: "동료" } });
    await staff.open(address);
    await isSeen(staff.text("실시간"));
    const answer = await colleague.page.request.fetch(call(id), {
      method,
      data: body(id),
      headers: { Origin: suite.server.url },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const began = performance.now();
    await shows(staff);
    expect(performance.now() - began).toBeLessThan(most);
  },
);

test("two consoles see each other's change within a second", async () => {
  const { server, site } = suite;
  const host = await suite.staff("host", { person: { name: "한주인" } });
  await addVisiting(server, site, { name: "차도윤", statusCode: "applied", hostUserId: host.person.id });
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
  expect(performance.now() - approved).toBeLessThan(most);

  await host.page.getByText("예정 방문", { exact: true }).click();
  await request.getByRole("button", { name: "되돌리기" }).click();
  await isSeen(host.toast("success", "차도윤 님의 방문을 신청 상태로 되돌렸습니다."));
  const undone = performance.now();
  await isSeen(desk.act("action.approve"));
  expect(performance.now() - undone).toBeLessThan(most);
});
