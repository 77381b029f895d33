/** A group applies together: the visitor names who comes along, hands a link over, and sees who has agreed. */
import { beforeEach, expect, test } from "vitest";
import { sampleOf } from "../support/browser/appearance.ts";
import { detailHasNoViolation } from "../support/browser/axe.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import { somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

beforeEach(() => suite.server.db("configuration").update({ companions: true }));

test.each(
  sampleOf([
    // in every run; visit-korean.test.ts goes the way of somebody alone on a phone
    { lang: "en", width: 1440 },
    { lang: "ko", width: 360 },
    { lang: "ko", width: 1440 },
    { lang: "en", width: 360 },
  ] as const),
)("one applies, the other agrees by the link ($lang, $width)", async (opening) => {
  const who = somebody();
  const visitor = await suite.visitor(opening);
  await visitor.openForm();
  await visitor.fill(who);
  await visitor.button(visitor.say("request.addCompanion")).click();
  const group = visitor.page.getByRole("group", { name: visitor.say("request.companion", { number: 1 }) });
  await group.getByRole("textbox", { name: visitor.say("request.name") }).fill("강보람");
  await detailHasNoViolation(visitor.page, "form with a companion");
  await visitor.submit.click();
  await visitor.isSent();
  const [leader] = await storedVisits(suite.server, who.name);
  expect(await suite.server.db("visits").where({ leaderId: leader?.id })).toMatchObject([{ name: "강보람" }]);

  await visitor.lookUp(who);
  const list = visitor.page.getByRole("region", { name: visitor.say("result.companions") });
  await isSeen(list.getByText(visitor.say("result.notAnswered")));
  await detailHasNoViolation(visitor.page, "lookup with a companion");
  await list.getByRole("button").click();
  const link = await list.getByRole("textbox").inputValue();
  expect(link).toMatch(new RegExp(`^${suite.server.url}/v(\\?lang=en)?#[\\w-]{43}$`));
  await detailHasNoViolation(visitor.page, "lookup with a link");

  const companion = await suite.visitor(opening);
  await companion.open(link.slice(suite.server.url.length));
  await isSeen(companion.text("강보람"));
  if (opening.lang === "ko") await companion.agreeAll.click();
  const boxes = companion.page.getByRole("group").getByRole("checkbox");
  await isSeen(boxes.first());
  for (const box of await boxes.all()) await box.check();
  await companion.button(companion.say("link.agree")).click();
  await isSeen(companion.text(companion.say("link.consentGiven")));
  await visitor.lookUp(who);
  await isSeen(list.getByText(visitor.say("result.answered")));
});
