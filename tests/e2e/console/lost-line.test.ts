/** Every form in which words are written keeps them while the server cannot be reached, and saves them afterwards. */
import { beforeEach, expect, test } from "vitest";
import { addVisiting } from "../../support/console-site.ts";
import { consoleSuite, type StaffPage } from "../../support/console-suite.ts";
import { hasValue, isSeen } from "../../support/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE sms_messages, sms_templates, signage_contents"));

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
    field: "보낼 내용",
    words: "정문에서 기다려 주십시오.",
    saves: "1명에게 보내기",
    stored: () => db()("smsMessages").first("text"),
  },
  "the wording of a message": {
    role: "admin",
    address: "/dash/messages/templates",
    opens: (admin) => admin.button("승인 안내 고치기").click(),
    field: "한국어 문구",
    words: "{name}님, 기다리고 있겠습니다.",
    saves: "저장",
    stored: () => db()("smsTemplates").first("text"),
  },
  "a text along the bottom of the lobby's screens": {
    role: "desk",
    address: "/dash/signage",
    opens: (desk) => desk.button("흐르는 글 추가").click(),
    field: "글",
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
    saves: "추가하고 본문 쓰기",
    stored: () => db()("terms").where({ title: "장비 반입 안내" }).first("title as text"),
  },
};

test.each(Object.entries(forms))("%s", async (_, { role, address, opens, field, words, saves, stored }) => {
  suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await addVisiting(suite.server, suite.site, { name: "홍길동", cellphone: "010-0000-1234" });
  const staff = await suite.staff(role);
  await staff.open(address);
  await opens?.(staff);
  const box = staff.page.getByRole("textbox", { name: field, exact: true });
  await box.fill(words);
  const before = await stored();
  await staff.page.context().setOffline(true);
  await staff.button(saves).last().click();
  await isSeen(staff.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  await hasValue(box, words);
  expect(await stored()).toEqual(before);
  await staff.page.context().setOffline(false);
  await staff.button(saves).last().click();
  await expect.poll(stored).toEqual({ text: words });
});
