/** The list of host users: narrowed, sorted and shared by its address; many are invited, all are exported. */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { beforeEach, expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { looksRight } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { addHost } from "../../../support/site.ts";
import { hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();
let kept: number[];

beforeEach(async () => {
  const { db } = suite.server;
  kept ??= (await db("hostUsers")).map(({ id }) => id);
  await db("hostUsers").whereNotIn("id", kept).del();
});

async function opens(address = "/dash/host-users", opening?: StaffOpening): Promise<StaffPage> {
  const admin = await suite.staff("admin", opening);
  await admin.open(address);
  return admin;
}

const drawer = ({ page }: StaffPage) => page.getByRole("dialog");
/** The names open a row; what is next is a button without words. */
const names = async ({ page }: StaffPage) =>
  (await page.getByRole("cell").getByRole("button").allInnerTexts()).filter(Boolean);
const shows = (admin: StaffPage, ...wanted: string[]) => expect.poll(() => names(admin)).toEqual(wanted);
const filter = async (admin: StaffPage, label: string, option: string) => {
  await admin.page.getByLabel(label, { exact: true }).first().click();
  await admin.page.getByRole("option", { name: option, exact: true }).click();
};

/** People of a team of their own, so that nobody else is found. */
async function addTeam() {
  const { db } = suite.server;
  const { company, otherCompany } = suite.site;
  await addHost(db, company, {
    name: "표가온",
    department: "시험팀",
    role: "desk",
    cellPhone: "010-0000-4321",
  });
  await addHost(db, otherCompany, { name: "표나래", department: "시험팀" });
  await addHost(db, company, { name: "표다온", department: "시험팀", status: "resigned" });
}

test("search, filters, order and page stand in the address", { tags: ["full"] }, async () => {
  await addTeam();
  const admin = await opens("/dash/host-users?sort=-name");
  await admin.textbox("사용자 검색").fill("시험팀");
  await shows(admin, "표다온", "표나래", "표가온");
  await filter(admin, "재직 여부", "재직");
  await shows(admin, "표나래", "표가온");
  await filter(admin, "회사", "가온정밀");
  await shows(admin, "표가온");
  await filter(admin, "권한", "안내데스크");
  await filter(admin, "비밀번호", "미설정");
  await admin.page.reload();
  await shows(admin, "표가온");
  await hasValue(admin.textbox("사용자 검색"), "시험팀");
  expect(Object.fromEntries(admin.search())).toMatchObject({
    q: "시험팀",
    status: "active",
    role: "desk",
    hasPassword: "false",
    company: String(suite.site.company),
  });
  await admin.textbox("사용자 검색").fill("없는 사람");
  await isSeen(admin.text("조건에 맞는 사용자가 없습니다."));
});

test("many are invited at once: a link for each, and a file with all of them", async () => {
  await addTeam();
  const admin = await opens("/dash/host-users?q=시험팀");
  await shows(admin, "표가온", "표나래", "표다온");
  expect(await admin.page.getByRole("checkbox", { name: "표다온 선택" }).isDisabled()).toBe(true);
  await admin.page.getByRole("checkbox", { name: "현재 페이지 전체" }).check();
  await isSeen(admin.text("2명 선택"));
  await admin.button("초대 링크 생성").click();
  await isSeen(drawer(admin).getByText(/^2명의 링크를 생성했습니다/));
  const [download] = await Promise.all([
    admin.page.waitForEvent("download"),
    drawer(admin).getByRole("button", { name: "엑셀로 저장", exact: true }).click(),
  ]);
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  expect(sheet?.data.map(([name]) => name)).toEqual(["이름", "표가온", "표나래"]);
  expect(String(sheet?.data[1]?.[2])).toMatch(/\/dash\/invitation#/);
  const invited = await suite.server.db("invitations").join("hostUsers", "hostUsers.id", "hostUserId");
  expect(invited.map(({ name }) => name).sort()).toEqual(["표가온", "표나래"]);
  await admin.page.keyboard.press("Escape");
  await isSeen(admin.row("표나래").getByText("초대됨", { exact: true }));
});

test("the headings of a long list stay in sight, and what is next is done in its row", {
  tags: ["full"],
}, async () => {
  const { db } = suite.server;
  for (let n = 10; n < 30; n++)
    await addHost(db, suite.site.company, { name: `표가온${n}`, department: "시험팀" });
  const admin = await opens("/dash/host-users?q=시험팀&sort=name");
  const heading = admin.page.getByRole("columnheader", { name: "부서" });
  const top = async (row: typeof heading) => (await row.boundingBox())?.y ?? Number.NaN;
  const before = await top(heading);
  await admin.row("표가온29").scrollIntoViewIfNeeded();
  await admin.page.mouse.move(700, 600);
  await admin.page.mouse.wheel(0, 2_000);
  await expect.poll(() => top(admin.row("표가온10"))).toBeLessThan(before);
  expect(await top(heading)).toBeGreaterThan(0);
  expect(await top(heading)).toBeLessThan(await top(admin.row("표가온29")));

  await admin.button("표가온29 다음 작업").click();
  await drawer(admin).getByRole("button", { name: "퇴사 처리" }).click();
  const successor = drawer(admin).getByRole("combobox", { name: "방문을 인계받을 담당자" });
  await isSeen(successor);
  await drawer(admin).getByRole("button", { name: "취소" }).click();
  await isGone(successor);
  await admin.page.keyboard.press("Escape");
  await isGone(drawer(admin));
  await admin.button("표가온29 다음 작업").click();
  await drawer(admin).getByRole("button", { name: "초대 링크 생성" }).click();
  await isSeen(drawer(admin).getByRole("textbox", { name: "링크" }));
  const { id } = await db("hostUsers").where({ name: "표가온29" }).first();
  expect(await db("invitations").where({ hostUserId: id })).toHaveLength(1);
});

test("the list is exported as it is narrowed, with text that Excel does not work out", {
  tags: ["full"],
}, async () => {
  await addTeam();
  await addHost(suite.server.db, suite.site.company, { name: "=1+1", department: "시험팀" });
  const admin = await opens("/dash/host-users?q=시험팀&status=active&sort=name");
  await isSeen(admin.row("표나래"));
  await admin.button("엑셀로 내보내기").click();
  await admin.page.getByRole("textbox", { name: "내보내는 사유" }).fill("점검");
  const [download] = await Promise.all([
    admin.page.waitForEvent("download"),
    admin.button("내보내기").click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^사용자_\d{4}-\d{2}-\d{2}_\d{4}\.xlsx$/);
  const [sheet] = await readSheets(await buffer(await download.createReadStream()));
  const [headings, ...rows] = sheet?.data ?? [];
  expect(headings?.slice(0, 10)).toEqual([
    "아이디",
    "이름",
    "영문 이름",
    "회사",
    "부서",
    "직위",
    "휴대전화",
    "전화",
    "이메일",
    "권한",
  ]);
  expect(rows.map(([, name]) => name)).toEqual(["=1+1", "표가온", "표나래"]);
  expect(rows[1]?.slice(3, 10)).toEqual([
    "가온정밀",
    "시험팀",
    null,
    "010-0000-4321",
    null,
    null,
    "안내데스크",
  ]);
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  await addTeam();
  const admin = await suite.staff("admin");
  // so that nothing but the press reads it again
  await admin.hearsNothing();
  await admin.page.route("**/dash/hostusers?*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await admin.open("/dash/host-users?q=시험팀");
  await isSeen(admin.alert("불러오지 못했습니다"));
  await admin.page.unroute("**/dash/hostusers?*");
  await admin.button("다시 시도").click();
  await shows(admin, "표가온", "표나래", "표다온");
});

test("the desk reads the list and the history, and is offered nothing to change", {
  tags: ["full"],
}, async () => {
  await addTeam();
  const desk = await suite.staff("desk");
  await desk.open("/dash/host-users?q=시험팀");
  await isGone(desk.button("사용자 추가"));
  expect(await desk.page.getByRole("cell").getByRole("checkbox").count()).toBe(0);
  await desk.button("표가온").click();
  await isSeen(drawer(desk).getByText("010-0000-4321", { exact: true }));
  await isSeen(drawer(desk).getByText("아직 이력이 없습니다."));
  expect(await drawer(desk).getByRole("button").allInnerTexts()).toEqual([""]);
});

test.each(["host", "privacy"] as const)("a %s sees no users", { tags: ["full"] }, async (role) => {
  const own = await suite.staff(role);
  await own.open("/dash/host-users");
  await expect.poll(() => own.path()).not.toBe("/dash/host-users");
  await isGone(own.link("사용자"));
});

test("a session that ends in the middle of a change loses nothing", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 401/);
  await addTeam();
  const admin = await opens("/dash/host-users?q=시험팀");
  await admin.button("표가온").click();
  await drawer(admin).getByRole("button", { name: "정보 수정", exact: true }).click();
  await drawer(admin).getByRole("textbox", { name: "직위", exact: true }).fill("책임");
  await suite.server.db("sessions").delete();
  await drawer(admin).getByRole("button", { name: "저장", exact: true }).click();
  await admin.arrivesAt("/dash/login");
  await admin.logIn(admin.person.loginId);
  await admin.arrivesAt("/dash/host-users");
  await hasValue(drawer(admin).getByRole("textbox", { name: "직위", exact: true }), "책임");
});

test.each(looks)(
  "list, drawer and forms are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    await addTeam();
    const admin = await opens("/dash/host-users?q=시험팀&status=active", opening);
    await isSeen(admin.button("표가온"));
    await admin.page.getByRole("checkbox", { name: admin.say("table.chooseAll") }).check();
    await looksRight(admin.page, "host users");
    await admin.button("표가온").click();
    const edit = drawer(admin).getByRole("button", { name: admin.say("hostUsers.edit"), exact: true });
    await isSeen(edit);
    await drawer(admin)
      .getByRole("button", { name: admin.say("hostUsers.invite"), exact: true })
      .click();
    await isSeen(drawer(admin).getByRole("textbox", { name: admin.say("hostUsers.link"), exact: true }));
    await isGone(admin.page.locator(".Toastify__toast"));
    await looksRight(admin.page, "one user");
    await edit.click();
    await isSeen(drawer(admin).getByRole("textbox", { name: admin.say("hostUsers.name"), exact: true }));
    await looksRight(admin.page, "a user's form");
  },
);
