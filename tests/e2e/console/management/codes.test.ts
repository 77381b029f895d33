/** Places and purposes. */
import { beforeEach, expect, test } from "vitest";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(async () => {
  const { server, site } = suite;
  const kept = [site.place, site.closedPlace, site.purpose, site.closedPurpose];
  await server.db("userCodes").whereNotIn("id", kept).del();
  for (const [index, id] of kept.entries())
    await server.db("userCodes").where({ id }).update({ dispOrder: index });
});

async function opens(address = "/dash/codes/9002", opening?: StaffOpening): Promise<StaffPage> {
  const admin = await suite.staff("admin", opening);
  await admin.open(address);
  return admin;
}

const addPlaces = (...names: string[]) =>
  suite.server
    .db("userCodes")
    .insert(names.map((name, index) => ({ kind: 9002, name, dispOrder: 10 + index })));
const drawer = ({ page }: StaffPage) => page.getByRole("dialog");
const field = (admin: StaffPage, name: string) => drawer(admin).getByRole("textbox", { name, exact: true });
const press = (admin: StaffPage, name: string) =>
  drawer(admin).getByRole("button", { name, exact: true }).click();
const list = (admin: StaffPage, kind = "9002") =>
  admin.page.getByRole("list", { name: admin.say(`codes.${kind}`), exact: true });
const shows = (admin: StaffPage, ...names: string[]) =>
  expect
    .poll(async () =>
      (await list(admin).getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]),
    )
    .toEqual(names);
const storedOrder = async (kind = 9002) =>
  (await suite.server.db("userCodes").where({ kind }).orderBy(["dispOrder", "id"])).map(({ name }) => name);

test("an administrator adds a purpose in both languages, and visitors can choose it", async () => {
  const admin = await opens();
  await admin.page.getByText("방문 목적", { exact: true }).click();
  await admin.arrivesAt("/dash/codes/9003");
  await admin.button("목적 추가").click();
  await field(admin, "이름").fill("설비 점검");
  await field(admin, "영문 이름").fill("Maintenance");
  await press(admin, "추가");
  await isSeen(admin.toast("success", "‘설비 점검’ 항목을 추가했습니다."));
  await isSeen(list(admin, "9003").getByText("Maintenance", { exact: true }));
  const { body } = await suite.server.get("/api/user-code/9003/inuse", { lang: "en" });
  expect(body.at(-1)).toMatchObject({ name: "Maintenance" });
});

test("the order is changed by keyboard, announced and stored", async () => {
  await addPlaces("별관");
  const admin = await opens();
  await shows(admin, "본관", "옛 창고", "별관");
  const handle = admin.button(/^별관/).first();
  await handle.focus();
  await admin.page.keyboard.press("Space");
  const says = (place: number) =>
    expect
      .poll(async () => (await admin.page.locator("[aria-live]").allInnerTexts()).join())
      .toContain(admin.say("sort.over", { name: "별관", place, count: 3 }));
  await says(3);
  await admin.page.keyboard.press("ArrowUp");
  await says(2);
  await admin.page.keyboard.press("ArrowUp");
  await says(1);
  await admin.page.keyboard.press("Space");
  await shows(admin, "별관", "본관", "옛 창고");
  await expect.poll(() => storedOrder()).toEqual(["별관", "본관", "옛 창고"]);
});

test("the order is changed by dragging, and returns when the server refuses it", async () => {
  suite.tolerate(/status of 500/);
  await addPlaces("별관");
  const admin = await opens();
  const handleOf = (name: string) =>
    list(admin).getByRole("listitem").filter({ hasText: name }).getByRole("button").first();
  const drag = async (name: string, to: string) => {
    const [from, over] = [await handleOf(name).boundingBox(), await handleOf(to).boundingBox()];
    if (!from || !over) throw new Error("nothing to drag");
    await admin.page.mouse.move(from.x + 5, from.y + 5);
    await admin.page.mouse.down();
    await admin.page.mouse.move(from.x + 5, from.y - 10, { steps: 4 });
    await admin.page.mouse.move(over.x + 5, over.y + 2, { steps: 8 });
    await admin.page.mouse.up();
  };
  await drag("별관", "본관");
  await shows(admin, "별관", "본관", "옛 창고");
  await expect.poll(() => storedOrder()).toEqual(["별관", "본관", "옛 창고"]);
  await admin.page.route("**/dash/usercodes/9002/sort", (route) => route.fulfill({ status: 500, body: "" }));
  await drag("옛 창고", "별관");
  await isSeen(admin.toast("error", "Server에서 요청을 처리하지 못했습니다."));
  await shows(admin, "별관", "본관", "옛 창고");
});
