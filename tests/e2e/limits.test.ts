/** Too many calls: what a visitor is told, and that it works again afterwards. */
import { expect, test } from "vitest";
import { hasValue, isSeen } from "../support/visitor/visitor-locators.ts";
import { addVisit, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite({ limits: { submit: 1, lookupNumber: 1, hostSearch: 3 } });

test("too many submissions: a warning with the seconds to wait, nothing lost, sent afterwards", async () => {
  suite.tolerate(/status of 429/);
  const { server } = suite;
  const who = somebody();
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.fill(who);
  await server.post("/api/request/simple/save/", { body: {} });
  await visitor.submit.click();
  await isSeen(visitor.toast("warning", "서버에서 요청을 처리하지 못했습니다."));
  await isSeen(visitor.text(/^요청이 몰리고 있습니다\. ([1-5]?\d|60)초쯤 뒤에 다시 보내 주세요\.$/));
  await hasValue(visitor.textbox("request.name"), who.name);
  await server.db("rateLimits").delete();
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(server, who.name)).toHaveLength(1);
});

test("too many lookups: a message, and another try works afterwards", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 429/);
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor();
  await visitor.lookUp(who);
  await isSeen(visitor.text(reserveNo));
  await visitor.button("조회하기").click();
  const failure = visitor.page.getByRole("main").getByRole("alert");
  await isSeen(failure.getByText("내용을 불러오지 못했습니다"));
  await server.db("rateLimits").delete();
  await failure.getByRole("button", { name: "다시 시도하기" }).click();
  await isSeen(visitor.text(reserveNo));
});

test("too many host searches: a message, and another try works afterwards", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 429/);
  const { server } = suite;
  await server.db("rateLimits").delete();
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  for (const _ of [1, 2, 3]) await server.get(`/visitor/findHostUsers?s=xx&company=${suite.site.company}`);
  await visitor.hostSearch.fill("김철수");
  const failure = visitor.hostDialog.getByRole("alert");
  await isSeen(failure.getByText("내용을 불러오지 못했습니다"));
  await server.db("rateLimits").delete();
  await failure.getByRole("button", { name: "다시 시도하기" }).click();
  await isSeen(visitor.hostDialog.getByRole("option").first());
});
