/** What an administrator sets shows on the public site at the next load, without a restart. */
import { expect, test } from "vitest";
import { type SignedIn, signedIn } from "../support/console/staff.ts";
import { png } from "../support/images.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const administrator = () => signedIn(suite.server, suite.site.company, "admin");

async function set(admin: SignedIn, change: Record<string, unknown>): Promise<void> {
  const answer = await admin.put("/dash/config", { body: change });
  expect(answer.status, answer.text).toBe(200);
}

/** The request step once more, as a visitor who presses reload sees it. */
async function reload(visitor: Visitor): Promise<void> {
  await visitor.page.reload();
  await isSeen(visitor.heading("request.heading"));
}

test("a form that was opened before a field was asked for is not taken, and has it at the next load", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  const admin = await administrator();
  await set(admin, { requestInputVisitorCompany: false });
  const who = somebody();
  const visitor = await suite.visitor({ width: 1440 });
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.chooseHost("설계팀");
  await visitor.choice("request.location").selectOption("본관");
  await visitor.choice("request.purpose").selectOption("회의");
  await visitor.textbox("request.name").fill(who.name);
  await visitor.textbox("request.cellphone").fill(who.cellphone);
  await set(admin, { requestInputVisitorCompany: true });
  await visitor.submit.click();
  await isSeen(visitor.toast("info", visitor.say("request.review")));
  expect(await storedVisits(suite.server, who.name)).toEqual([]);
  await reload(visitor);
  await isSeen(visitor.textbox("request.company"));
});

test("a text that is deployed while somebody fills in the form is asked about, and nothing typed is lost", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  const admin = await administrator();
  const { id } = suite.site.terms.required;
  const who = somebody();
  const visitor = await suite.visitor({ width: 1440 });
  await visitor.openForm();
  await visitor.fill(who);

  const versions = `/dash/terms/${id}/versions`;
  const draft = await admin.post(versions, { body: { body: "배포될 새 본문" } });
  await visitor.page.reload();
  await isSeen(visitor.heading("request.heading"));
  const deployed = await admin.put(`${versions}/${draft.body.id}/deploy`, { body: {} });
  expect(deployed.status, deployed.text).toBe(200);
  await visitor.submit.click();
  await isSeen(visitor.heading("terms.heading"));
  await isSeen(visitor.text("배포될 새 본문"));
  expect(await storedVisits(suite.server, who.name)).toEqual([]);
  await visitor.page.getByRole("checkbox", { name: "필수동의 제목" }).check();
  await visitor.agree.click();
  await visitor.submit.click();
  await visitor.isSent();
  const [stored] = await storedVisits(suite.server, who.name);
  const consents = await suite.server
    .db("visitConsents")
    .where({ visitId: stored?.id, termsVersionId: draft.body.id });
  expect(consents).toMatchObject([{ agreed: true }]);
});

test("a new logo shows with the next load, the one before is not kept", { tags: ["full"] }, async () => {
  const admin = await administrator();
  const visitor = await suite.visitor();
  const shown = () =>
    visitor.page
      .locator('img[src^="/custom/logo"]')
      .evaluate(async (image: { decode(): Promise<void>; naturalWidth: number }) => {
        await image.decode();
        return image.naturalWidth;
      });
  for (const width of [24, 48]) {
    const answer = await admin.put("/dash/config/logo/ko", {
      body: png({ width, height: 12 }),
      headers: { "Content-Type": "image/png" },
    });
    expect(answer.status, answer.text).toBe(200);
    await visitor.open("/");
    expect(await shown()).toBe(width);
  }
  await admin.send("DELETE", "/dash/config/logo/ko");
});
