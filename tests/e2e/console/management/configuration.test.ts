/** The configuration and its preview. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { png } from "../../../support/images.ts";
import { isGone, isSeen, styleOf } from "../../../support/visitor/visitor-locators.ts";

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

async function opens(options?: StaffOptions, role: "admin" | "desk" = "admin"): Promise<StaffPage> {
  await suite.server.db("configuration").update(usual);
  await suite.server.db("logos").delete();
  const staff = await suite.staff(role, options);
  await staff.open("/dash/configuration");
  await isSeen(staff.page.getByRole("region", { name: staff.t("configuration.look") }));
  return staff;
}

const stored = () => suite.server.db("configuration").first();
const toggle = ({ page }: StaffPage, name: string) =>
  page.getByRole("switch", { name: new RegExp(`^${name}`) });
const sample = ({ page }: StaffPage, name: string) => page.getByRole("figure", { name: `${name} 미리보기` });
const save = (admin: StaffPage) => admin.button("저장").click();
const logo = ({ page }: StaffPage) => page.getByRole("region", { name: "로고", exact: true });

test("an administrator changes the form: the preview follows at once, the public site after saving", async () => {
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

test("the brand colour shows in the preview and the console, and a bright one is warned of", async () => {
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

test("a logo is uploaded, shown, and deleted after a question", async () => {
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
