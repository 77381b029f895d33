/** Configuration: set by administrators beside a drawing of what it changes, read by the desk. */
import { expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { png } from "../../../support/images.ts";
import {
  hasError,
  hasFocus,
  hasValue,
  isGone,
  isSeen,
  styleOf,
} from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const usual = {
  maxRequestDays: 7,
  requestInputUserCompany: true,
  requestInputPlace: true,
  requestInputVisitorCompany: true,
  useCar: true,
  autoApprove: false,
  lookupCode: false,
  submitCode: false,
  companions: false,
  retentionDays: 365,
  customerCompany: "가온정밀",
  enCustomerCompany: "Gaon Precision",
  timezone: "Asia/Seoul",
  homepage: "",
  brandColor: "#1d3f8f",
};

async function opens(opening?: StaffOpening, role: "admin" | "desk" = "admin"): Promise<StaffPage> {
  await suite.server.db("configuration").update(usual);
  await suite.server.db("logos").delete();
  const staff = await suite.staff(role, opening);
  await staff.open("/dash/configuration");
  await isSeen(staff.page.getByRole("region", { name: staff.say("configuration.look") }));
  return staff;
}

const stored = () => suite.server.db("configuration").first();
const toggle = ({ page }: StaffPage, name: string) =>
  page.getByRole("switch", { name: new RegExp(`^${name}`) });
const sample = ({ page }: StaffPage, name: string) => page.getByRole("figure", { name: `${name} 미리보기` });
const save = (admin: StaffPage) => admin.button("저장").click();
const logo = ({ page }: StaffPage) => page.getByRole("region", { name: "로고", exact: true });

test("an administrator changes the form; the drawing follows at once, the public site once it is saved", async () => {
  const admin = await opens();
  const form = sample(admin, "방문신청 양식");
  await isSeen(form.getByText("차량번호"));
  await expect.poll(() => admin.button("저장").isDisabled()).toBe(true);
  await toggle(admin, "차량번호").press("Space");
  await isGone(form.getByText("차량번호"));
  await toggle(admin, "방문 장소").press("Space");
  await isGone(form.getByText("방문 장소"));
  await admin.textbox("최대 방문 기간").fill("3");
  await isSeen(form.getByText("최대 3일"));
  const way = sample(admin, "접수와 조회");
  await isSeen(way.getByText("담당자 승인"));
  await toggle(admin, "자동 승인").press("Space");
  await isSeen(way.getByText("자동 승인"));
  await toggle(admin, "조회 인증번호").press("Space");
  await isSeen(way.getByText("문자 인증번호"));
  await save(admin);
  await isSeen(admin.toast("success", "환경설정을 저장했습니다."));
  expect(await stored()).toMatchObject({
    ...usual,
    useCar: false,
    requestInputPlace: false,
    maxRequestDays: 3,
    autoApprove: true,
    lookupCode: true,
  });
  expect((await suite.server.get("/api/config")).body).toMatchObject({ useCar: false, maxRequestDays: 3 });
  await expect.poll(() => admin.button("저장").isDisabled()).toBe(true);
});

test("names, address, zone, retention and idle times", { tags: ["full"] }, async () => {
  const admin = await opens();
  await admin.textbox("회사 이름 (영어)").fill("Gaon");
  await isSeen(sample(admin, "첫 화면").getByText("Gaon", { exact: true }));
  await admin.textbox("홈페이지 주소").fill("https://www.gaon.example");
  await isSeen(sample(admin, "첫 화면").getByText("https://www.gaon.example"));
  await admin.textbox("개인정보 보유 기간").fill("90");
  await admin.textbox("안내데스크").fill("45");
  await admin.page.getByRole("combobox", { name: "시간대" }).fill("Tokyo");
  await admin.page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await save(admin);
  await isSeen(admin.toast("success", "환경설정을 저장했습니다."));
  expect(await stored()).toMatchObject({
    customerCompany: "가온정밀",
    enCustomerCompany: "Gaon",
    homepage: "https://www.gaon.example",
    retentionDays: 90,
    timezone: "Asia/Tokyo",
    idleMinutes: { desk: 45 },
  });
});

test.each([
  ["ko", 360],
  ["ko", 1440],
  ["en", 360],
  ["en", 1440],
] as const)("quiet hours in %s at %i", { tags: ["full"] }, async (lang, width) => {
  await suite.server.db("configuration").update({ quietFrom: "", quietUntil: "" });
  const admin = await opens({ lang, width });
  const { say } = admin;
  await admin.textbox(say("configuration.quietFrom")).fill("21:00");
  await admin.textbox(say("configuration.quietUntil")).fill("08:00");
  await admin.button(say("configuration.save")).click();
  await isSeen(admin.toast("success", say("configuration.saved")));
  expect(await stored()).toMatchObject({ quietFrom: "21:00", quietUntil: "08:00" });
});

test("the colour shows in the drawing and colours the console; one that is hard to see is warned of", {
  tags: ["full"],
}, async () => {
  const admin = await opens();
  const colour = admin.textbox("대표 색상");
  const button = sample(admin, "첫 화면").getByText("방문신청", { exact: true });
  await colour.fill("#0b5d4e");
  await expect.poll(() => styleOf(button, "backgroundColor")).toBe("rgb(11, 93, 78)");
  await expect.poll(() => styleOf(button, "color")).toBe("rgb(255, 255, 255)");
  await colour.fill("#f2c14e");
  await isSeen(admin.text(/너무 밝은 색상이라/));
  await expect.poll(() => styleOf(button, "color")).toBe("rgb(0, 0, 0)");
  await colour.fill("#0b7d9e");
  await isGone(admin.text(/너무 밝은 색상이라|검은색으로 표시합니다/));
  await save(admin);
  await isSeen(admin.toast("success", "환경설정을 저장했습니다."));
  expect(await stored()).toMatchObject({ brandColor: "#0b7d9e" });
  const console = `getComputedStyle(document.documentElement).getPropertyValue("--mantine-color-brand-8")`;
  await expect.poll(() => admin.page.evaluate(console)).toBe("#0b7d9e");
});

test("what cannot be is said beside its field, and nothing is stored", { tags: ["full"] }, async () => {
  const admin = await opens();
  await admin.textbox("홈페이지 주소").fill("www.gaon.example");
  await admin.textbox("최대 방문 기간").fill("400");
  await admin.textbox("관리자").fill("");
  await save(admin);
  await hasError(admin.textbox("홈페이지 주소"), "http:// 또는 https://로 시작하는 주소를 입력해 주십시오.");
  await hasFocus(admin.textbox("홈페이지 주소"));
  await hasError(admin.textbox("최대 방문 기간"), "1–365 사이의 숫자를 입력해 주십시오.");
  await hasError(admin.textbox("관리자"), "올바른 값이 아닙니다.");
  await hasNoViolation(admin.page, "refused configuration");
  expect(await stored()).toMatchObject(usual);
});

test("what only the server knows lands on its field, too", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const admin = await opens();
  await admin.page.route(
    (url) => url.pathname === "/dash/config",
    (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 400, json: { timezone: "알 수 없는 시간대입니다." } })
        : route.continue(),
  );
  await toggle(admin, "자동 승인").press("Space");
  await save(admin);
  await hasError(admin.page.getByRole("combobox", { name: "시간대" }), "알 수 없는 시간대입니다.");
});

test("a logo is put in its place, shown, and taken away after a question", { tags: ["full"] }, async () => {
  const admin = await opens();
  const before = await logo(admin).getByRole("img", { name: "한국어 로고" }).getAttribute("src");
  await isSeen(logo(admin).getByText("업로드한 로고가 없어 한국어 로고를 사용합니다."));
  const file = { name: "logo.png", mimeType: "image/png", buffer: png({ width: 80, height: 40 }) };
  await logo(admin).locator('input[type="file"]').first().setInputFiles(file);
  await isSeen(admin.toast("success", "한국어 로고를 업로드했습니다."));
  const shown = () => logo(admin).getByRole("img", { name: "한국어 로고" }).getAttribute("src");
  await expect.poll(shown).not.toBe(before);
  await expect.poll(shown).toMatch(/^data:image\/png/);
  expect(await suite.server.db("logos").select("lang", "contentType")).toEqual([
    { lang: "ko", contentType: "image/png" },
  ]);
  await logo(admin).getByRole("button", { name: "한국어 로고 삭제" }).click();
  await isSeen(logo(admin).getByText("로고를 삭제하면 기본 이미지로 돌아갑니다. 삭제하시겠습니까?"));
  await logo(admin).getByRole("button", { name: "한국어 로고 삭제" }).click();
  await isSeen(admin.toast("success", "한국어 로고를 삭제했습니다."));
  await expect.poll(shown).toBe(before);
  expect(await suite.server.db("logos")).toEqual([]);
});

test("a logo that is no whole image is refused beside where it was dropped", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const admin = await opens();
  const cut = png({ width: 80, height: 40 }).subarray(0, 60);
  const file = { name: "logo.png", mimeType: "image/png", buffer: cut };
  await logo(admin).locator('input[type="file"]').last().setInputFiles(file);
  await isSeen(logo(admin).getByRole("alert").filter({ hasText: "이미지 파일이 손상되었거나" }));
  await hasNoViolation(admin.page, "refused logo");
  expect(await suite.server.db("logos")).toEqual([]);
});

test("what somebody else changes meanwhile is taken up, and not taken back by what is saved here", {
  tags: ["full"],
}, async () => {
  const admin = await opens();
  const other = await suite.staff("admin");
  await other.open("/dash/configuration");
  await other.textbox("회사 이름 (영어)").fill("Gaon Two");
  await save(other);
  await hasValue(admin.textbox("회사 이름 (영어)"), "Gaon Two");

  await admin.textbox("개인정보 보유 기간").fill("30");
  await other.textbox("회사 이름 (영어)").fill("Gaon Three");
  await save(other);
  await expect.poll(async () => (await stored()).enCustomerCompany).toBe("Gaon Three");
  await save(admin);
  await isSeen(admin.toast("success", "환경설정을 저장했습니다."));
  expect(await stored()).toMatchObject({ enCustomerCompany: "Gaon Three", retentionDays: 30 });
});

test("leaving asks before what was changed is lost, and a session's end loses nothing", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 401/);
  const admin = await opens();
  await admin.textbox("회사 이름 (한국어)").fill("새 이름");
  await admin.link("현황판").click();
  await isSeen(admin.page.getByRole("alertdialog"));
  await admin.button("계속 작성").click();
  await suite.server.db("sessions").delete();
  await save(admin);
  await admin.arrivesAt("/dash/login");
  await admin.logIn(admin.person.loginId);
  await admin.arrivesAt("/dash/configuration");
  await hasValue(admin.textbox("회사 이름 (한국어)"), "새 이름");
  await admin.button("되돌리기").click();
  await hasValue(admin.textbox("회사 이름 (한국어)"), "가온정밀");
  await admin.link("현황판").click();
  await admin.arrivesAt("/dash/today");
});

test("the desk reads all of it and can change nothing; a host does not see it", {
  tags: ["full"],
}, async () => {
  const desk = await opens({}, "desk");
  await isSeen(desk.page.getByText("Gaon Precision").first());
  await isSeen(desk.text("최대 방문 기간"));
  await isGone(desk.button("저장"));
  expect(await desk.page.getByRole("switch").count()).toBe(0);
  expect(await desk.page.locator('input[type="file"]').count()).toBe(0);
  const host = await suite.staff("host");
  await host.open("/dash/configuration");
  await host.arrivesAt("/dash/approvals");
  await isGone(host.link("환경설정"));
});

test("a configuration that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const admin = await suite.staff("admin");
  // whose first word would have it read again
  await admin.hearsNothing();
  const isAway = (url: URL) => url.pathname === "/dash/config";
  await admin.page.route(isAway, (route) =>
    route.fulfill({ status: 503, json: { id: "unavailable", message: "잠시 이용할 수 없습니다." } }),
  );
  await admin.open("/dash/configuration");
  await isSeen(admin.alert("불러오지 못했습니다"));
  await admin.page.unroute(isAway);
  await admin.button("다시 시도").click();
  await isSeen(admin.textbox("회사 이름 (한국어)"));
});

test.each(looks)(
  "it is accessible in $lang at $width, $colours, to who writes and who reads",
  { tags: ["full"] },
  async (opening) => {
    const admin = await opens(opening);
    await hasNoViolation(admin.page, "configuration");
    const desk = await opens(opening, "desk");
    await hasNoViolation(desk.page, "configuration, read");
  },
);
