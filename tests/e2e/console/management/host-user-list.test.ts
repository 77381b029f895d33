/** The list of host users. */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { beforeEach, expect, test } from "vitest";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { addHost } from "../../../support/site.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

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
/** Buttons with a name open a row; the next action has none. */
const names = async ({ page }: StaffPage) =>
  (await page.getByRole("cell").getByRole("button").allInnerTexts()).filter(Boolean);
const shows = (admin: StaffPage, ...wanted: string[]) => expect.poll(() => names(admin)).toEqual(wanted);

/** Users of a team that no other test uses. */
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

test("several users are invited at once: a link for each, and a file with all links", async () => {
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
