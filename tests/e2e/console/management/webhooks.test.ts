/** Other systems are told of visits: an administrator adds a webhook, keeps its secret, and sees what was sent. */
import { expect, test } from "vitest";
import { detailLooksRight } from "../../../support/browser/axe.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("an administrator adds a webhook, takes its secret, and sends it a test", async () => {
  const admin = await suite.staff("admin");
  const drawer = admin.page.getByRole("dialog");
  const press = (name: string) => drawer.getByRole("button", { name, exact: true }).last().click();
  await admin.open("/dash/webhooks");
  await admin.button("웹훅 추가").click();
  await drawer.getByRole("textbox", { name: "이름" }).fill("출입 통제");
  await drawer.getByRole("textbox", { name: "주소" }).fill("https://8.8.8.8/visits");
  await press("추가");
  await isSeen(drawer.getByText("서명 키를 지금 복사해 주십시오"));
  expect(await drawer.getByRole("textbox", { name: "서명 키" }).inputValue()).toMatch(/^whsec_/);
  await press("닫기");
  await isGone(drawer);

  await admin.button("출입 통제").click();
  await press("시험 전송");
  await isSeen(admin.toast("success", "시험 메시지를 보냅니다. 전송 기록에서 확인해 주십시오."));
  await press("전송 기록");
  await isSeen(admin.row("시험").getByText("대기"));
  await detailLooksRight(admin.page, "deliveries");
});
