/** A host's own work between two meetings: each task in Korean on a phone in every run, in English and on a computer in the full one. */
import { expect, test } from "vitest";
import { storeVisitEmail } from "#api/features/messages/visitor-messages.ts";
import { addDays } from "#contract/dates.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { addParty, addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { truncate } from "../../../support/database/truncate.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const looks = (["ko", "en"] as const).flatMap((lang) => [360, 1440].map((width) => ({ lang, width })));
type Look = (typeof looks)[number];

/** A task of a host's, on each of the looks. */
function task(name: string, run: (host: StaffPage) => Promise<void>): void {
  for (const look of looks) {
    const tags = look.lang === "ko" && look.width === 360 ? [] : ["full"];
    test(`${name} (${look.lang}, ${look.width})`, { tags }, async () => {
      await truncate(suite.server.db, "messages");
      const host = await opened(look);
      await run(host);
      expect(await host.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")).toBe(0);
    });
  }
}

const opened = ({ lang, width }: Look) =>
  suite.staff("host", { lang, width, height: width === 360 ? 740 : 900, person: { name: "한주인" } });

const add = (host: StaffPage, more: Visiting) =>
  addVisiting(suite.server, suite.site, { hostUserId: host.person.id, ...more });

const visitOf = (id: number) => Visit.query(suite.server.db).findById(id).throwIfNotFound();
const statusOf = async (id: number) => (await visitOf(id)).statusCode;
const card = (host: StaffPage, name: string) => host.page.getByRole("article", { name, exact: true });
const press = (host: StaffPage, name: string, key: string) =>
  card(host, name)
    .getByRole("button", { name: host.say(key), exact: true })
    .click();
const day = siteDay(2);
const later = { startDate: `${day} 10:00`, endDate: `${day} 11:00` };

/** On a phone everything that is pressed for a visit is 44 px high. */
async function isLarge(host: StaffPage, name: string): Promise<void> {
  if ((host.page.viewportSize()?.width ?? 0) > 360) return;
  for (const button of await card(host, name).getByRole("button").all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
}

task("the inbox empties, and what was decided last is taken back", async (host) => {
  const { id } = await add(host, { name: "차도윤", statusCode: "applied", ...later });
  await add(host, { name: "올손님", statusCode: "approved", startDate: `${siteDay()} 00:00` });
  await host.open("/dash/approvals");
  await isSeen(card(host, "차도윤"));
  await isLarge(host, "차도윤");
  await press(host, "차도윤", "action.approve");
  await isGone(card(host, "차도윤"));
  await isSeen(host.text(host.say("approvals.requestsNone")));
  await isSeen(host.page.getByRole("region", { name: host.say("approvals.today") }).getByText("올손님"));
  expect(await statusOf(id)).toBe("approved");
  await host.button(host.say("action.undo")).click();
  await isSeen(card(host, "차도윤"));
  expect(await statusOf(id)).toBe("applied");
});

task("a visitor whom no e-mail reaches waits in the inbox until the host has told them", async (host) => {
  const { id } = await add(host, { name: "주소틀림", ...later });
  const { db, cipher } = suite.server;
  await db.transaction((trx) => storeVisitEmail(trx, cipher, { visitId: id, email: "wrong@example.com" }));
  await db("visitEmails").where({ visitId: id }).update({ bouncedAt: new Date() });
  await host.open("/dash/approvals");
  await press(host, "주소틀림", "visit.tell");
  await isGone(card(host, "주소틀림"));
  await isSeen(host.text(host.say("approvals.requestsNone")));
  await host.page.reload();
  await isSeen(host.text(host.say("approvals.requestsNone")));
  // kept with the visit: the desk sees it, too
  const desk = await suite.staff("desk", { lang: "ko" });
  await desk.open(`/dash/visits?visit=${id}`);
  await isSeen(desk.drawer.getByText("한주인 님이 직접 알렸습니다.", { exact: false }));
});

task("an address that came back is corrected", async (host) => {
  const { id } = await add(host, { name: "주소틀림", ...later });
  const { db, cipher } = suite.server;
  await db.transaction((trx) => storeVisitEmail(trx, cipher, { visitId: id, email: "wrong@example.com" }));
  await db("visitEmails").where({ visitId: id }).update({ bouncedAt: new Date() });
  await host.open("/dash/approvals");
  await isSeen(card(host, "주소틀림"));
  await isLarge(host, "주소틀림");
  await press(host, "주소틀림", "visit.correctAddress");
  await host.drawer.getByRole("textbox", { name: host.say("person.email") }).fill("right@example.com");
  await host.act("edit.submit").click();
  await isGone(card(host, "주소틀림"));
  await host.showsVisit("주소틀림");
  const [invited, ...others] = await db("messages");
  expect(others).toEqual([]);
  expect(invited).toMatchObject({ visitId: id, kind: "email", event: "approve" });
});

task("a visit is moved by half an hour, and approved again", async (host) => {
  const { id } = await add(host, { name: "차도윤", ...later });
  await host.open("/dash/approvals?list=upcoming");
  await isSeen(card(host, "차도윤"));
  await isLarge(host, "차도윤");
  await press(host, "차도윤", "visit.when");
  await host.act("edit.later30").click();
  await isSeen(host.drawer.getByText(host.say("edit.asksAgain")));
  await isSeen(host.drawer.getByText(host.say("edit.cannotTell")));
  await host.act("edit.submit").click();
  await host.act("action.approve").click();
  await isSeen(host.act("action.undo"));
  const moved = await visitOf(id);
  expect(moved.statusCode).toBe("approved");
  expect(moved.startAt).toEqual(new Date(`${day}T10:30:00+09:00`));
  expect(moved.endAt).toEqual(new Date(`${day}T11:30:00+09:00`));
});

task("the visitor is written to from the visit", async (host) => {
  const { id } = await add(host, { name: "차도윤", cellphone: "010-0000-1234", ...later });
  await host.open("/dash/approvals?list=upcoming");
  await press(host, "차도윤", "visit.message");
  const phrases = host.drawer.getByRole("group", { name: host.say("compose.phrases") });
  // the visitor reads Korean, whatever the host does
  await phrases.getByRole("button", { name: "도착하시면 전화해 주십시오." }).click();
  await host.act("compose.sendOne").click();
  await host.showsVisit("차도윤");
  const [sent, ...others] = await suite.server.db("messages");
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ visitId: id, event: "manual", text: "도착하시면 전화해 주십시오." });
});

task("an earlier visit is repeated with its whole party", async (host) => {
  const came: Visiting = {
    ...{
      statusCode: "ended" as const,
      enteredAt: new Date(Date.now() - 86_400_000),
      enteredFrom: "approved" as const,
    },
    ...{ startDate: `${siteDay(-1)} 14:00`, endDate: `${siteDay(-1)} 15:30`, hostUserId: host.person.id },
  };
  const more = { ...came, name: "인솔자", cellphone: "010-0000-1234" };
  await addParty(suite.server, suite.site, ["동행하나", "동행둘"], more);
  await host.open("/dash/approvals?list=visited");
  await card(host, "인솔자")
    .getByRole("link", { name: host.say("visit.again"), exact: true })
    .click();
  await host.arrivesAt("/dash/reserve");
  const days = host.page.getByRole("group", { name: host.say("reserve.quick") });
  await days.getByRole("button").last().click();
  await host.button(host.say("reserve.submit")).click();
  await host.showsVisit("인솔자");
  const visits = await Visit.query(suite.server.db).where({ origin: "console" }).orderBy("id");
  expect(visits.map(({ name }) => name)).toEqual(["인솔자", "동행하나", "동행둘"]);
  const start = new Date(`${addDays(siteDay(), 7)}T14:00:00+09:00`);
  for (const visit of visits) {
    expect(visit).toMatchObject({ statusCode: "approved", hostUserId: host.person.id, startAt: start });
    const number = suite.server.cipher.decryptPhone(visit, visit.reserveNo);
    expect(number).toBe("010-0000-1234");
  }
});

task("several are invited at once", async (host) => {
  await host.open("/dash/approvals");
  await host.link(host.say("approvals.invite")).click();
  await host.page.getByRole("combobox", { name: host.say("person.name"), exact: true }).fill("한가람");
  const purpose = host.page.getByRole("combobox", { name: host.say("visit.purpose") });
  await purpose.click();
  await host.page.getByRole("option").first().click();
  const days = host.page.getByRole("group", { name: host.say("reserve.quick") });
  await days.getByRole("button").last().click();
  await host.button(host.say("reserve.add")).click();
  const companion = host.page.getByRole("group", { name: host.say("reserve.companion", { number: 1 }) });
  await companion.getByRole("textbox", { name: host.say("person.name") }).fill("다솜");
  await host.button(host.say("reserve.submit")).click();
  await host.showsVisit("한가람");
  const visits = await Visit.query(suite.server.db).orderBy("id");
  expect(visits.map(({ name, statusCode }) => [name, statusCode])).toEqual([
    ["한가람", "approved"],
    ["다솜", "approved"],
  ]);
});
