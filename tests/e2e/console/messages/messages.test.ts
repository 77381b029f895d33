/** Sent messages. */
import { beforeEach, expect, test } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { type AddedMessage, addMessage } from "../../../support/messages.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE messages, sms_templates"));

/** A message of a moment ago; one by hand is from the site's host. */
const adds = (more: AddedMessage = {}) => {
  const { db, cipher } = suite.server;
  const by = more.event === "manual" && { sentBy: suite.site.host };
  return addMessage({ db, cipher, now: new Date() }, { ...by, ...more });
};

/** That of a row's actions has no text. */
const names = async ({ page }: StaffPage) =>
  (await page.getByRole("cell").getByRole("button").allInnerTexts()).filter(Boolean);
const shows = (staff: StaffPage, ...wanted: string[]) => expect.poll(() => names(staff)).toEqual(wanted);

test("a host sees messages about their own visits only, as they are sent", async () => {
  const host = await suite.staff("host");
  const own = await addVisitToday(suite.server, suite.site, {
    name: "내손님",
    cellphone: "010-0000-1111",
    hostUserId: host.person.id,
  });
  const other = await addVisitToday(suite.server, suite.site, {
    name: "남의손님",
    cellphone: "010-0000-2222",
  });
  await adds({ toName: "남의손님", visitId: other.id });
  await host.open("/dash/messages");
  await isSeen(host.text("아직 보낸 메시지가 없습니다."));
  await isGone(host.link("자동 메시지"));
  const desk = await signedIn(suite.server, suite.site.company, "desk");
  const answer = await desk.post("/dash/sms/send", { body: { to: [{ visitID: own.id }], text: "안내" } });
  expect(answer.status, answer.text).toBe(200);
  await isSeen(host.row("내손님").getByText("대기"));
  await sendDue(suite.server.deps);
  await isSeen(host.row("내손님").getByText("미발송"));
  await shows(host, "내손님");
});
