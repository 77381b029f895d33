/** Places and purposes: kept by administrators, put in order by mouse and keyboard, read by the desk. */
import { beforeEach, expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { looksRight } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

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

test("an administrator adds a purpose in both languages, and visitors may choose it", async () => {
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

test("a code is renamed and put out of use, and visitors are not offered it any more", {
  tags: ["full"],
}, async () => {
  await addPlaces("별관");
  const admin = await opens();
  await admin.button("별관").click();
  await field(admin, "이름").fill("별관 서문");
  await drawer(admin).getByRole("switch", { name: /^사용/ }).press("Space");
  await press(admin, "저장");
  await isSeen(admin.toast("success", "‘별관 서문’ 항목을 저장했습니다."));
  await shows(admin, "본관", "옛 창고", "별관 서문");
  const { body } = await suite.server.get("/api/user-code/9002/inuse");
  expect(body).toEqual([{ id: suite.site.place, name: "본관" }]);
});

test("a code is put out of use in its row", { tags: ["full"] }, async () => {
  await addPlaces("옥상");
  const admin = await opens("/dash/codes/9002");
  await admin.button("옥상 다음 작업").click();
  await press(admin, "사용 중지");
  await isSeen(admin.toast("success", "‘옥상’ 항목을 저장했습니다."));
  expect(await suite.server.db("userCodes").where({ name: "옥상" }).first()).toMatchObject({ inUse: false });
});

test("the order is changed by keyboard, said aloud, and kept", { tags: ["full"] }, async () => {
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

test("the order is dragged, and goes back where the server refuses it", { tags: ["full"] }, async () => {
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

test("a name that is taken is refused beside its field", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const admin = await opens("/dash/codes/9002?code=new");
  await field(admin, "이름").fill("본관");
  await press(admin, "추가");
  await hasError(field(admin, "이름"), "이미 등록된 이름입니다.");
  expect(await storedOrder()).toEqual(["본관", "옛 창고"]);
});

test("a code that visits use stays, and its sentence says why; another is deleted", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 405/);
  await addVisiting(suite.server, suite.site);
  await addPlaces("별관");
  const admin = await opens();
  await admin.button("본관").click();
  await press(admin, "삭제");
  await press(admin, "삭제");
  await isSeen(
    admin.toast(
      "warning",
      "이 항목을 사용하는 방문이 있어 삭제할 수 없습니다. 대신 사용을 중지하실 수 있습니다.",
    ),
  );
  await press(admin, "취소");
  await admin.button("별관").click();
  await press(admin, "삭제");
  await press(admin, "삭제");
  await isSeen(admin.toast("success", "‘별관’ 항목을 삭제했습니다."));
  expect(await storedOrder()).toEqual(["본관", "옛 창고"]);
});

test("no codes: the screen says what to do", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const purposes = [site.purpose, site.closedPurpose];
  await server.db("userCodes").whereIn("id", purposes).update({ kind: 9002 });
  try {
    const admin = await opens("/dash/codes/9003");
    await isSeen(admin.text("아직 방문 목적이 없습니다."));
    await isSeen(admin.text("목적이 하나도 없으면 방문신청을 받을 수 없습니다. 먼저 추가해 주십시오."));
  } finally {
    await server.db("userCodes").whereIn("id", purposes).update({ kind: 9003 });
  }
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const admin = await suite.staff("admin");
  // so that nothing but the press reads it again
  await admin.hearsNothing();
  await admin.page.route("**/dash/usercodes/9002*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await admin.open("/dash/codes/9002");
  await isSeen(admin.alert("불러오지 못했습니다"));
  await admin.page.unroute("**/dash/usercodes/9002*");
  await admin.button("다시 시도").click();
  await shows(admin, "본관", "옛 창고");
});

test("the desk reads, and is offered nothing to change; there is no other kind", {
  tags: ["full"],
}, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/codes/9002");
  await shows(desk, "본관", "옛 창고");
  await isGone(desk.button("장소 추가"));
  expect(await list(desk).getByRole("listitem").first().getByRole("button").count()).toBe(1);
  await desk.button("본관").click();
  await isSeen(drawer(desk).getByText("Main building", { exact: true }));
  await isGone(drawer(desk).getByRole("textbox"));
  await desk.page.goto("/dash/codes/9001");
  await isSeen(desk.heading("찾을 수 없는 화면입니다"));
});

test.each(["host", "privacy"] as const)("a %s sees no codes", { tags: ["full"] }, async (role) => {
  const own = await suite.staff(role);
  await own.open("/dash/codes/9002");
  await expect.poll(() => own.path()).not.toBe("/dash/codes/9002");
  await isGone(own.link("장소·목적"));
});

test.each(looks)(
  "list and drawer are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    await addPlaces("별관");
    const admin = await opens("/dash/codes/9002", opening);
    await shows(admin, "본관", "옛 창고", "별관");
    await looksRight(admin.page, "codes");
    await admin.button("본관").click();
    await isSeen(drawer(admin).getByRole("button", { name: admin.say("referenceData.save"), exact: true }));
    await looksRight(admin.page, "one code");
  },
);
