/** A submission the server refuses or never hears of: what is said, where, and that nothing typed is lost. */
import { expect, test } from "vitest";
import { addHost } from "../support/site.ts";
import {
  errorOf,
  hasError,
  hasFocus,
  hasValue,
  isGone,
  isSeen,
} from "../support/visitor/visitor-locators.ts";
import { deployVersion, siteDay, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const review = "입력 항목을 검토하십시오.";
const failed = "서버에서 요청을 처리하지 못했습니다.";
const kept = "입력한 내용은 그대로 있습니다. 잠시 뒤 다시 보내 주세요.";
const save = "**/api/request/simple/save/";

/** A visitor whose form is filled, ready to be sent. */
async function filled(who = somebody(), more: Record<string, string> = {}) {
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.fill({ ...who, ...more });
  return visitor;
}

test("a host who left and a place that closed meanwhile are said beside their fields, the first in focus", async () => {
  suite.tolerate(/status of 400/);
  const { server, site } = suite;
  const leaving = await addHost(server.db, site.company, { department: "총무팀" });
  const [place] = await server.db("userCodes").insert({ kind: 9002, name: "별관" }).returning("id");
  const who = somebody();
  const visitor = await filled(who, { host: "총무팀", place: "별관" });
  await server.db("hostUsers").where({ id: leaving.id }).update({ status: "resigned" });
  await server.db("userCodes").where({ id: place.id }).update({ inUse: false });
  await visitor.submit.click();
  await isSeen(visitor.toast("info", review));
  await hasError(visitor.host, "퇴사한 직원입니다. 다른 분을 선택해 주십시오.");
  await hasError(visitor.choice("request.location"), "지금은 선택할 수 없는 장소입니다.");
  await hasFocus(visitor.host);
  expect(await errorOf(visitor.textbox("request.name"))).toBe("");

  await visitor.chooseHost("설계팀");
  expect(await errorOf(visitor.host)).toBe("");
  await visitor.choice("request.location").selectOption("본관");
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(server, who.name)).toMatchObject([{ hostUserId: site.host }]);
});

test("every error of the server stands beside its own field", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const visitor = await filled();
  const fields = {
    userCompany: visitor.choice("request.userCompany"),
    hostUser: visitor.host,
    location: visitor.choice("request.location"),
    purpose: visitor.choice("request.purpose"),
    startDate: visitor.moment("start", "date"),
    endDate: visitor.moment("end", "date"),
    name: visitor.textbox("request.name"),
    cellphone: visitor.textbox("request.cellphone"),
    company: visitor.textbox("request.company"),
    carNumber: visitor.carNumber,
  };
  const answer = Object.fromEntries(Object.keys(fields).map((name) => [name, `${name} 문제입니다.`]));
  const { userCompany, ...others } = answer;
  let sentence: Record<string, string> = { ...others, userCompany: userCompany ?? "" };
  await visitor.page.route(save, (route) => route.fulfill({ status: 400, json: sentence }));
  await visitor.submit.click();
  for (const [name, field] of Object.entries(fields)) await hasError(field, `${name} 문제입니다.`);
  await hasFocus(fields.userCompany);
  expect(await visitor.text(/ 문제입니다\.$/).count()).toBe(Object.keys(fields).length);

  sentence = { carNumber: "번호판을 확인해 주십시오." };
  await visitor.submit.click();
  await hasError(fields.carNumber, "번호판을 확인해 주십시오.");
  await hasFocus(fields.carNumber);
  for (const [name, field] of Object.entries(fields))
    if (name !== "carNumber") expect(await errorOf(field)).toBe("");
});

test("terms that moved on lead back to them with a clear word, and nothing typed is lost", async () => {
  suite.tolerate(/status of 400/);
  const { server, site } = suite;
  const who = somebody();
  const visitor = await filled(who);
  await deployVersion(server.db, site.terms.required.id, 2, "필수동의 새 본문");
  await visitor.submit.click();
  await isSeen(visitor.heading("terms.heading"));
  const notice = visitor.page.getByRole("main").getByRole("alert");
  await isSeen(notice.getByText("약관 내용이 바뀌었습니다. 새 내용을 확인하고 다시 동의해 주십시오."));
  await isSeen(notice.getByText("약관을 다시 확인해 주세요. 입력한 내용은 그대로 있습니다."));
  await isSeen(visitor.text("필수동의 새 본문"));
  const box = (title: string) => visitor.page.getByRole("checkbox", { name: title });
  expect(await box("이용약관 제목").isChecked()).toBe(true);
  expect(await box("필수동의 제목").isChecked()).toBe(false);
  await box("필수동의 제목").check();
  await visitor.agree.click();

  await isSeen(visitor.heading("request.heading"));
  await hasValue(visitor.textbox("request.name"), who.name);
  await hasValue(visitor.textbox("request.cellphone"), who.cellphone);
  await hasValue(visitor.host, "김철수");
  expect(await visitor.shownMoment("start")).toBe(`${siteDay(1)} 14:00`);
  await isGone(visitor.page.getByRole("main").getByRole("alert"));
  await visitor.submit.click();
  await visitor.isSent();
  const [stored] = await storedVisits(server, who.name);
  const consents = await server
    .db("visitConsents")
    .join("termsVersions", "termsVersions.id", "visitConsents.termsVersionId")
    .where({ visitId: stored?.id, termsId: site.terms.required.id });
  expect(consents).toMatchObject([{ version: 2, agreed: true }]);
});

test("a policy that moved on does the same in English", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const { db } = suite.server;
  const visitor = await suite.visitor({ lang: "en", width: 1440 });
  await visitor.openForm();
  await visitor.fill(somebody());
  await db("privacyPolicies").update({ applied: false });
  await db("privacyPolicies").insert({
    title: "새 처리방침",
    content: "<p>새 방침</p>",
    enContent: "<p>The new policy</p>",
    applied: true,
    appliedAt: new Date(),
  });
  await visitor.submit.click();
  await isSeen(visitor.heading("terms.policyHeading"));
  await isSeen(visitor.text("The terms have changed. Read the new text and agree again."));
  await isSeen(visitor.text("The new policy"));
  await visitor.agree.click();
  await visitor.submit.click();
  await visitor.isSent();
});

test("a failing server is a warning, what was typed stays, and the same press works once it is back", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 500/);
  const who = somebody();
  const visitor = await filled(who);
  await visitor.page.route(save, (route) => route.fulfill({ status: 500, json: { message: "" } }), {
    times: 1,
  });
  await visitor.submit.click();
  await isSeen(visitor.toast("warning", failed));
  await isSeen(visitor.text(kept));
  await hasValue(visitor.textbox("request.name"), who.name);
  await hasValue(visitor.host, "김철수");
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toHaveLength(1);
});

test("without a network it is a warning too, with the way out, and works when the network is back", async () => {
  suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
  const who = somebody();
  const visitor = await filled(who);
  await visitor.page.context().setOffline(true);
  await visitor.submit.click();
  await isSeen(visitor.toast("warning", failed));
  await isSeen(visitor.text("인터넷 연결을 확인한 뒤 다시 보내 주세요. 입력한 내용은 그대로 있습니다."));
  await visitor.page.context().setOffline(false);
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toHaveLength(1);
});

test("an answer that takes more than 15 seconds counts as failed, and is asked for again", async () => {
  const who = somebody();
  const visitor = await suite.visitor();
  await visitor.page.clock.install();
  await visitor.openForm();
  await visitor.fill(who);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await visitor.page.route(save, (route) => held.then(() => route.abort()), { times: 1 });
  const asked = visitor.page.waitForRequest(save);
  await visitor.submit.click();
  await asked;
  await visitor.page.clock.runFor(15_100);
  await isSeen(visitor.toast("warning", failed));
  answer();
  await visitor.submit.click();
  await visitor.isSent();
});
