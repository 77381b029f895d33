/** A visit in English on a wide screen: the privacy policy instead of terms, a table instead of cards. */
import { expect, test } from "vitest";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import { newVisitor, siteDay, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

test("a visitor agrees to the policy in English, requests a visit and looks it up", async () => {
  const visitor = await suite.visitor({ lang: "en", width: 1440, height: 900 });
  const who = { ...newVisitor(), name: `Jane O'Neill ${Date.now()}` };
  await visitor.open("/");
  await visitor.link("Request a visit").click();
  await isSeen(visitor.heading("terms.policyHeading"));
  const policy = visitor.page.getByRole("region", { name: "Text of Privacy policy" });
  await isSeen(policy.getByText("60. We use your name and number to confirm the visit."));
  expect((await policy.boundingBox())?.height).toBeLessThanOrEqual(618);
  expect(await visitor.page.getByRole("main").getByRole("checkbox").count()).toBe(0);
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
  await visitor.fill(who);
  const summary = visitor.page.getByRole("complementary", { name: "Your request" });
  const summed = await summary.innerText();
  for (const word of ["Cheolsu Kim", "Main building", "Meeting", siteDay(1), who.name])
    expect(summed).toContain(word);
  // form and summary side by side, together at most 1000 pixels wide
  const form = await visitor.page.locator("form").boundingBox();
  const beside = await summary.boundingBox();
  if (!form || !beside) throw new Error("Form and summary cannot be measured.");
  expect(beside.x).toBeGreaterThan(form.x + form.width);
  expect(beside.x + beside.width - form.x).toBeLessThanOrEqual(1000);
  await visitor.button("Send the request to Cheolsu Kim").click();
  const reserveNo = await visitor.isSent();
  await isSeen(visitor.text("Thank you. Your host is checking the request."));

  expect(await storedVisits(suite.server, who.name)).toMatchObject([
    { reserveNo, lang: "en", statusCode: "applied", cellphone: who.cellphone },
  ]);

  await visitor.lookUp(who);
  const table = visitor.page.getByRole("table");
  await isSeen(table);
  expect(await table.getByRole("columnheader").allInnerTexts()).toEqual([
    ...["Reservation number", "Visitor", "Contact", "Place/purpose", "Visit period", "Host", "Status"],
  ]);
  const row = table.getByRole("row").filter({ hasText: reserveNo });
  const cells = await row.getByRole("cell").allInnerTexts();
  expect(await row.getByRole("rowheader").innerText()).toBe(reserveNo);
  expect(cells.map((cell) => cell.replace(/\s+/g, " ").trim())).toEqual([
    expect.stringMatching(new RegExp(`^${who.name} 나래상사$`)),
    expect.stringContaining(who.cellphone.replace(/^(010-50)00-0(\d{3})$/, "$1**-*$2")),
    "Main building Meeting",
    expect.stringMatching(new RegExp(`^${siteDay(1)} \\(\\w{3}\\) 14:00 ~ 16:00$`)),
    "Cheolsu Kim 책임",
    "Applied",
  ]);
});
