/** Every form in which words are written keeps them through a lost line and the end of a session, and saves them then. */
import { beforeEach, describe, expect, test } from "vitest";
import { sampleOf } from "../../../support/browser/appearance.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { password } from "../../../support/console/staff.ts";
import { hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(async () => {
  const { db } = suite.server;
  await db.raw("TRUNCATE messages, sms_templates, signage_contents");
  await db("configuration").update({ enCustomerCompany: "Gaon Precision" });
  await db("userCodes").where({ name: "정전 점검" }).del();
  await db("terms").where({ title: "장비 반입 안내" }).del();
});

interface Written {
  readonly role: "admin" | "desk";
  readonly address: string;
  /** What leads to the field, where it is not there at once. */
  readonly opens?: (staff: StaffPage) => Promise<unknown>;
  readonly field: string;
  readonly words: string;
  readonly saves: string;
  readonly stored: () => Promise<unknown>;
}

const db = () => suite.server.db;

const forms: Record<string, Written> = {
  "a message to a visitor": {
    role: "desk",
    address: "/dash/messages/new",
    opens: async ({ page }) => page.getByRole("checkbox", { name: /^홍길동 / }).check(),
    field: "메시지 내용",
    words: "정문에서 기다려 주십시오.",
    saves: "1명에게 보내기",
    stored: () => db()("messages").first("text"),
  },
  "the wording of a message": {
    role: "admin",
    address: "/dash/messages/templates",
    opens: (admin) => admin.button("승인 안내 수정").click(),
    field: "한국어 템플릿",
    words: "{name}님, 기다리고 있겠습니다.",
    saves: "저장",
    stored: () => db()("smsTemplates").first("text"),
  },
  "a text along the bottom of the lobby's screens": {
    role: "desk",
    address: "/dash/signage",
    opens: (desk) => desk.button("자막 추가").click(),
    field: "텍스트",
    words: "오후에 소방 훈련이 있습니다",
    saves: "추가",
    stored: () => db()("signageContents").first("text"),
  },
  "the company's name": {
    role: "admin",
    address: "/dash/configuration",
    field: "회사 이름 (영어)",
    words: "Gaon Works",
    saves: "저장",
    stored: () => db()("configuration").first("enCustomerCompany as text"),
  },
  "a new purpose": {
    role: "admin",
    address: "/dash/codes/9003",
    opens: (admin) => admin.button("목적 추가").click(),
    field: "이름",
    words: "정전 점검",
    saves: "추가",
    stored: () => db()("userCodes").where({ name: "정전 점검" }).first("name as text"),
  },
  "the title of terms": {
    role: "admin",
    address: "/dash/terms",
    opens: (admin) => admin.button("약관 추가").click(),
    field: "제목",
    words: "장비 반입 안내",
    saves: "추가하고 본문 작성",
    stored: () => db()("terms").where({ title: "장비 반입 안내" }).first("title as text"),
  },
};

/** Somebody who has written words and not saved them. */
async function writes({ role, address, opens, field, words }: Written) {
  await addVisiting(suite.server, suite.site, { name: "홍길동", cellphone: "010-0000-1234" });
  const staff = await suite.staff(role);
  await staff.open(address);
  await opens?.(staff);
  const box = staff.page.getByRole("textbox", { name: field, exact: true });
  await box.fill(words);
  return { staff, box };
}

describe("a lost line", () => {
  test.each(sampleOf(Object.entries(forms)))("in the middle of %s", async (_, form) => {
    suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
    const { staff, box } = await writes(form);
    const before = await form.stored();
    await staff.page.context().setOffline(true);
    await staff.button(form.saves).last().click();
    await isSeen(staff.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
    await hasValue(box, form.words);
    expect(await form.stored()).toEqual(before);
    await staff.page.context().setOffline(false);
    await staff.button(form.saves).last().click();
    await expect.poll(form.stored).toEqual({ text: form.words });
  });
});

// in every run: tests/component/console/session
describe("the end of a session", () => {
  test.each(Object.entries(forms))("in the middle of %s", { tags: ["full"] }, async (_, form) => {
    suite.tolerate(/status of 401/);
    const { staff, box } = await writes(form);
    const before = await form.stored();
    await suite.server.db("sessions").where({ hostUserId: staff.person.id }).del();
    await staff.button(form.saves).last().click();
    await staff.arrivesAt("/dash/login");
    expect(await form.stored()).toEqual(before);
    await staff.logIn(staff.person.loginId, password);
    await hasValue(box, form.words);
    await staff.button(form.saves).last().click();
    await expect.poll(form.stored).toEqual({ text: form.words });
  });
});
