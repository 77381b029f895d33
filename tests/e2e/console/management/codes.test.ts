/** The order of places. */
import { beforeEach, expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(async () => {
  const { server, site } = suite;
  const kept = [site.place, site.closedPlace, site.purpose, site.closedPurpose];
  await server.db("userCodes").whereNotIn("id", kept).del();
  for (const [index, id] of kept.entries())
    await server.db("userCodes").where({ id }).update({ dispOrder: index });
});

async function opens(): Promise<StaffPage> {
  const admin = await suite.staff("admin");
  await admin.open("/dash/codes/9002");
  return admin;
}

const addPlaces = (...names: string[]) =>
  suite.server
    .db("userCodes")
    .insert(names.map((name, index) => ({ kind: 9002, name, dispOrder: 10 + index })));
const list = (admin: StaffPage) => admin.page.getByRole("list", { name: admin.t("codes.9002"), exact: true });
const shows = (admin: StaffPage, ...names: string[]) =>
  expect
    .poll(async () =>
      (await list(admin).getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]),
    )
    .toEqual(names);
const storedOrder = async () =>
  (await suite.server.db("userCodes").where({ kind: 9002 }).orderBy(["dispOrder", "id"])).map(
    ({ name }) => name,
  );

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
      .toContain(admin.t("sort.over", { name: "별관", place, count: 3 }));
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
  suite.allowErrors(/status of 500/);
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
