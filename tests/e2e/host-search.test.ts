/** Finding whom one visits: the ways out of the dialog. */
import { expect, test } from "vitest";
import { descriptionOf, hasFocus, hasValue, isGone } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function openDialog(): Promise<Visitor> {
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  return visitor;
}

const found = (visitor: Visitor) => visitor.hostDialog.getByRole("option");

/** What the form says of the chosen host: the name in the field, below it what tells namesakes apart. */
async function isChosen(visitor: Visitor, name: string, place: string): Promise<void> {
  await hasValue(visitor.host, name);
  await expect.poll(() => descriptionOf(visitor.host)).toBe(place);
}

test("it closes by its button, by Escape and by a press outside, and keeps who was chosen", {
  tags: ["full"],
}, async () => {
  const visitor = await openDialog();
  await visitor.hostSearch.fill("김철수");
  await found(visitor).filter({ hasText: "설계팀" }).click();
  const opener = visitor.button("담당자 찾기");
  await opener.click();
  await visitor.hostDialog.getByRole("button", { name: "닫기" }).last().click();
  await isGone(visitor.hostDialog);
  await hasFocus(opener);
  await visitor.host.click();
  await hasFocus(visitor.hostSearch);
  await visitor.page.keyboard.press("Escape");
  await isGone(visitor.hostDialog);
  await hasFocus(visitor.host);
  await opener.click();
  await visitor.page.mouse.click(180, 8);
  await isGone(visitor.hostDialog);
  await isChosen(visitor, "김철수", "가온정밀 · 설계팀 · 책임");
});
