/** A group requests a visit: the visitor names a companion, hands over a link, and sees that the companion agreed. */
import { beforeEach, expect, test } from "vitest";
import { expectNoViolation } from "../support/browser/axe.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import { newVisitor, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

beforeEach(() => suite.server.db("configuration").update({ companions: true }));

test("a visitor requests for two, and the companion agrees by the link", async () => {
  const options = { lang: "en", width: 1440 } as const;
  const who = newVisitor();
  const visitor = await suite.visitor(options);
  await visitor.openForm();
  await visitor.fill(who);
  await visitor.button(visitor.t("request.addCompanion")).click();
  const group = visitor.page.getByRole("group", { name: visitor.t("request.companion", { number: 1 }) });
  await group.getByRole("textbox", { name: visitor.t("request.name") }).fill("강보람");
  await visitor.submit.click();
  await visitor.isSent();
  const [leader] = await storedVisits(suite.server, who.name);
  expect(await suite.server.db("visits").where({ leaderId: leader?.id })).toMatchObject([{ name: "강보람" }]);

  await visitor.lookUp(who);
  const list = visitor.page.getByRole("region", { name: visitor.t("result.companions") });
  await isSeen(list.getByText(visitor.t("result.notAnswered")));
  await list.getByRole("button").click();
  const link = await list.getByRole("textbox").inputValue();
  expect(link).toMatch(new RegExp(`^${suite.server.url}/v(\\?lang=en)?#[\\w-]{43}$`));
  await expectNoViolation(visitor.page, "lookup with a link");

  const companion = await suite.visitor(options);
  await companion.open(link.slice(suite.server.url.length));
  await isSeen(companion.text("강보람"));
  const boxes = companion.page.getByRole("group").getByRole("checkbox");
  await isSeen(boxes.first());
  for (const box of await boxes.all()) await box.check();
  await companion.button(companion.t("link.agree")).click();
  await isSeen(companion.text(companion.t("link.consentGiven")));
  await visitor.lookUp(who);
  await isSeen(list.getByText(visitor.t("result.answered")));
});
