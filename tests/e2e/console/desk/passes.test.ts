/** Passes and vehicle passes: the first one, scanned ones, their lists; what is done with them is in the component tests. */
import { expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addPasses, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

async function opensPasses(address = "/dash/passes", opening?: StaffOpening): Promise<StaffPage> {
  const desk = await suite.staff("desk", opening);
  await desk.open(address);
  return desk;
}

const dialog = ({ page }: StaffPage, name: string) => page.getByRole("dialog", { name, exact: true });
const one = (desk: StaffPage) => dialog(desk, desk.say("nav.visitorPasses"));
const adding = (desk: StaffPage) => dialog(desk, desk.say("passes.addTitle"));
const numbers = ({ page }: StaffPage) => page.getByRole("cell").getByRole("button", { name: /^[A-Z]-\S+$/ });
const shows = (desk: StaffPage, ...wanted: string[]) =>
  expect.poll(() => numbers(desk).allInnerTexts()).toEqual(wanted);
const stored = (vehicle = false) => suite.server.db("passes").where({ vehicle }).orderBy("id");

test("the first pass: an empty list says what to do, and the pass is there to be issued", async () => {
  const desk = await opensPasses();
  await isSeen(desk.text("아직 출입증이 없습니다."));
  await desk.button("출입증 추가").click();
  await adding(desk).getByRole("textbox", { name: "번호", exact: true }).fill("P-001");
  await adding(desk).getByRole("textbox", { name: "종류", exact: true }).fill("방문");
  await adding(desk).getByRole("button", { name: "추가", exact: true }).click();
  await isSeen(desk.toast("success", "P-001 출입증을 추가했습니다."));
  await isGone(adding(desk));
  await shows(desk, "P-001");
  expect(await stored()).toMatchObject([{ passNo: "P-001", kind: "방문", status: "available" }]);
});

test("new passes are scanned in, wherever the focus is: a scan fills the next number and sends nothing", {
  tags: ["full"],
}, async () => {
  const desk = await opensPasses("/dash/passes?add=true");
  const field = (name: string) => adding(desk).getByRole("textbox", { name, exact: true });
  await hasFocus(field("번호"));
  await desk.scan("P-001");
  await hasValue(field("번호"), "P-001");
  await field("종류").fill("방문");
  await desk.scan("P-002");
  // the field that had the focus is as it was
  await hasValue(field("종류"), "방문");
  await hasValue(field("번호"), "P-002");
  expect(await stored()).toEqual([]);
  await adding(desk).getByText("연속 번호", { exact: true }).click();
  await adding(desk).getByRole("button", { name: "모두 추가", exact: true }).focus();
  await desk.scan("P-004");
  await hasValue(field("첫 번호"), "P-002");
  await hasValue(field("마지막 번호"), "P-004");
  await isSeen(adding(desk).getByText("3개: P-002 … P-004", { exact: true }));
  expect(await stored()).toEqual([]);
  await adding(desk).getByRole("button", { name: "모두 추가", exact: true }).click();
  await isSeen(desk.toast("success", "출입증 3개를 추가했습니다."));
});

test("a pass that was issued a moment ago is refused with the server's sentence", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 405/);
  await addPasses(suite.server, ["P-001"]);
  const desk = await suite.staff("desk");
  await desk.hearsNothing();
  await desk.open("/dash/passes");
  await desk.button("P-001").click();
  const visit = await addVisiting(suite.server, suite.site, { statusCode: "entered" });
  const held = { status: "issued", visitId: visit.id, issuedAt: new Date() };
  await suite.server.db("passes").update(held);
  await one(desk).getByRole("button", { name: "사용 중지", exact: true }).click();
  await isSeen(
    desk.toast(
      "warning",
      "P-001 출입증은 방문객이 소지하고 있습니다. 회수하거나 분실로 처리한 뒤에 변경하거나 삭제할 수 있습니다.",
    ),
  );
  expect(await stored()).toMatchObject([{ status: "issued" }]);
});

test("search, status, order and page stand in the address", { tags: ["full"] }, async () => {
  await addPasses(
    suite.server,
    Array.from({ length: 25 }, (_, n) => `P-${String(n + 1).padStart(3, "0")}`),
  );
  await suite.server.db("passes").where({ passNo: "P-007" }).update({ status: "lost" });
  const desk = await opensPasses("/dash/passes?sort=-passNo&page=2");
  await shows(desk, "P-005", "P-004", "P-003", "P-002", "P-001");
  await desk.page.getByLabel("상태", { exact: true }).first().click();
  await desk.page.getByRole("listbox").getByRole("option", { name: "분실", exact: true }).click();
  await shows(desk, "P-007");
  expect(desk.search().get("status")).toBe("lost");
  expect(desk.search().get("page")).toBeNull();
  await desk.page.reload();
  await shows(desk, "P-007");
  await desk.textbox("출입증 검색").fill("없는 번호");
  await isSeen(desk.text("조건에 맞는 출입증이 없습니다."));
});

test("vehicle passes are a list of their own", { tags: ["full"] }, async () => {
  await addPasses(suite.server, ["P-001"]);
  await addPasses(suite.server, ["V-001"], true);
  const desk = await opensPasses();
  await shows(desk, "P-001");
  await desk.goTo("nav.vehiclePasses");
  await shows(desk, "V-001");
  await desk.button("출입증 추가").click();
  await adding(desk).getByRole("textbox", { name: "번호", exact: true }).fill("V-002");
  await desk.page.keyboard.press("Enter");
  await shows(desk, "V-001", "V-002");
  expect(await stored(true)).toHaveLength(2);
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  await addPasses(suite.server, ["P-001"]);
  const desk = await suite.staff("desk");
  await desk.hearsNothing();
  const isAway = (url: URL) => url.pathname === "/api/pass";
  await desk.page.route(isAway, (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await desk.open("/dash/passes");
  await isSeen(desk.alert("불러오지 못했습니다"));
  await desk.page.unroute(isAway);
  await desk.button("다시 시도").click();
  await shows(desk, "P-001");
});

test("a host sees no passes, neither in the navigation nor by the address", { tags: ["full"] }, async () => {
  const own = await suite.staff("host");
  await own.open("/dash/passes");
  await own.arrivesAt("/dash/approvals");
  await isGone(own.link("방문객 출입증"));
});

test.each(looks)(
  "list and drawers are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    await addPasses(suite.server, ["P-001", "P-002"]);
    const desk = await opensPasses("/dash/passes", opening);
    await shows(desk, "P-001", "P-002");
    await desk.page.getByRole("checkbox", { name: desk.say("table.chooseAll") }).check();
    await hasNoViolation(desk.page, "passes");
    await desk.button("P-001").click();
    await isSeen(one(desk).getByRole("button", { name: desk.say("passes.save") }));
    await hasNoViolation(desk.page, "one pass");
    await desk.page.keyboard.press("Escape");
    await isGone(one(desk));
    await desk.button(desk.say("passes.addOpen")).click();
    await isSeen(adding(desk));
    await hasNoViolation(desk.page, "adding passes");
    await adding(desk)
      .getByRole("button", { name: desk.say("passes.add"), exact: true })
      .click();
    const passNo = adding(desk).getByRole("textbox", { name: desk.say("passes.passNo"), exact: true });
    await expect.poll(() => passNo.getAttribute("aria-invalid")).toBe("true");
    await hasNoViolation(desk.page, "refused pass");
  },
);
