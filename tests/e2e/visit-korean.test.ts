/** A visit in Korean on a phone: request, keep the number, look up, show the pass, cancel. */
import { encode } from "uqr";
import { expect, test } from "vitest";
import { descriptionOf, hasFocus, hasValue, isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { newVisitor, setStatus, siteDay, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

test("a visitor requests a visit, keeps the number, looks it up, shows the pass and cancels", async () => {
  const visitor = await suite.visitor({ width: 360 });
  const who = newVisitor();
  await seeHome(visitor);
  await passTerms(visitor);
  await fillByHand(visitor, who.name);
  await visitor.submit.click();
  const reserveNo = await seeFinalPage(visitor, who.name);
  await checkStored(who.name, reserveNo);
  await termsAreAskedAgain(visitor);
  await keepCard(visitor, reserveNo);

  await visitor.link("신청내역 조회").first().click();
  await visitor.lookUp({ ...who, cellphone: "01055556666" });
  const card = visitor.page.getByRole("article");
  await isSeen(card.getByText(reserveNo));
  await isSeen(visitor.text("1건을 찾았습니다"));
  const shown = await card.innerText();
  expect(shown).toContain("010-55**-*666");
  expect(shown).not.toContain("5555");
  for (const word of [who.name, "나래상사", "본관", "회의", "김철수", "책임", "14:00 ~ 16:00"])
    expect(shown).toContain(word);
  expect(await currentStep(visitor)).toBe("신청");
  await saveCalendar(visitor, reserveNo);
  expect(await visitor.button("출입 QR 보기").count()).toBe(0);

  await setStatus(suite.server, reserveNo, "approved");
  await visitor.button("조회하기").click();
  await expect.poll(() => currentStep(visitor)).toBe("승인");
  await showPass(visitor, reserveNo);
  await cancel(visitor, reserveNo);
  const [stored] = await storedVisits(suite.server, who.name);
  expect(stored?.statusCode).toBe("cancelled");
});

async function seeHome(visitor: Visitor): Promise<void> {
  await visitor.open("/");
  await isSeen(visitor.heading("home.sentence"));
  const steps = visitor.page.getByRole("region", { name: "방문 절차" }).getByRole("heading", { level: 3 });
  const inOrder = ["방문신청", "내부승인", "출입절차", "방문"].map(
    (step, index) => new RegExp(`^${index + 1}\\s*${step}$`),
  );
  expect(await steps.allInnerTexts()).toEqual(inOrder.map((step) => expect.stringMatching(step)));
  const logo = visitor.page.getByRole("img", { name: "가온정밀" });
  expect(await logo.getAttribute("src")).toBe("/custom/logo?lang=ko");
  expect(await logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await visitor.page.title()).toBe("홈 | 가온정밀 방문예약");
}

async function passTerms(visitor: Visitor): Promise<void> {
  await visitor.link("방문신청").click();
  await isSeen(visitor.heading("terms.heading"));
  await visitor.button("이용약관 제목 내용 보기").click();
  const dialog = visitor.dialog("이용약관 제목");
  await dialog.getByRole("checkbox", { name: "내용을 확인했으며 동의합니다." }).click();
  await isGone(dialog);
  await visitor.agreeAll.click();
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
}

async function fillByHand(visitor: Visitor, name: string): Promise<void> {
  await visitor.tickChecklists();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  await visitor.hostSearch.pressSequentially("김철수");
  await visitor.hostDialog.getByRole("option").filter({ hasText: "설계팀" }).click();
  await isGone(visitor.hostDialog);
  await hasValue(visitor.host, "김철수");
  expect(await descriptionOf(visitor.host)).toBe("가온정밀 · 설계팀 · 책임");
  await visitor.choice("request.location").selectOption("본관");
  await visitor.choice("request.purpose").selectOption("회의");
  await visitor.setMoment("start", `${siteDay(1)} 14:00`);
  await visitor.setMoment("end", `${siteDay(1)} 16:00`);
  await isSeen(visitor.text("방문 시간 2시간"));
  await visitor.textbox("request.name").pressSequentially(name);

  await visitor.textbox("request.cellphone").pressSequentially("01055556666");
  await visitor.textbox("request.company").fill("나래상사");
  await visitor.carNumber.fill("12가 3456");
}

/** The final page leads home after three seconds. */
async function seeFinalPage(visitor: Visitor, name: string): Promise<string> {
  const reserveNo = await visitor.isSent();
  const began = Date.now();
  expect(visitor.path()).toBe("/final");
  expect(await visitor.back.count()).toBe(0);
  const card = visitor.page.getByRole("article");
  await isSeen(visitor.text("감사합니다. 담당자가 신청을 확인하고 있습니다."));
  expect(await visitor.page.getByText("곧 뵙겠습니다").count()).toBe(0);
  const image = card.getByRole("img", { name: "출입증을 건네는 안내데스크 그림" });
  expect(await image.getAttribute("src")).toBe("/assets/visitor/final-card.png");
  await image.evaluate((it: { decode(): Promise<void> }) => it.decode());
  const shown = await card.innerText();
  for (const word of [name, "나래상사", siteDay(1), "14:00", reserveNo]) expect(shown).toContain(word);
  await visitor.waitForPath("/");
  const stayed = Date.now() - began;
  expect(stayed).toBeGreaterThan(2_000);
  expect(stayed).toBeLessThan(5_000);
  return reserveNo;
}

async function checkStored(name: string, reserveNo: string): Promise<void> {
  const { server, site } = suite;
  const visits = await storedVisits(server, name);
  expect(visits).toMatchObject([
    {
      reserveNo,
      statusCode: "applied",
      hostUserId: site.host,
      locationId: site.place,
      purposeId: site.purpose,
      start: `${siteDay(1)} 14:00`,
      end: `${siteDay(1)} 16:00`,
      cellphone: "010-5555-6666",
      company: "나래상사",
      carNumber: "12가 3456",
      origin: "public",
      lang: "ko",
    },
  ]);
  const visitId = visits[0]?.id;
  const consents = await server.db("visitConsents").where({ visitId });
  const { use, required, html, optional, survey, checklist, goods } = site.terms;
  const asked = [use, required, html, optional, survey, checklist, goods].map(({ versionId }) => versionId);
  expect(consents.map(({ termsVersionId }) => termsVersionId).sort()).toEqual([...asked, null].sort());
  expect(consents.flatMap(({ privacyPolicyId }) => privacyPolicyId ?? [])).toEqual([site.policy]);
  for (const consent of consents) expect(consent).toMatchObject({ agreed: true, lang: "ko" });
}

/** Back does not lead to the final page, and the terms are agreed to anew. */
async function termsAreAskedAgain(visitor: Visitor): Promise<void> {
  await visitor.page.goBack();
  await isSeen(visitor.heading("terms.heading"));
  expect(visitor.path()).toBe("/form");
  for (const box of await visitor.page.getByRole("main").getByRole("checkbox").all())
    expect(await box.isChecked()).toBe(false);
}

/** Home shows the number until it is dismissed. */
async function keepCard(visitor: Visitor, reserveNo: string): Promise<void> {
  await visitor.open("/");
  const card = visitor.page.getByRole("region", { name: "최근 신청" });
  await isSeen(card.getByText(reserveNo));
  expect(await card.innerText()).toContain(siteDay(1));
  await card.getByRole("button", { name: "복사하기" }).click();
  await isSeen(card.getByRole("button", { name: "복사했습니다" }));
  expect(await visitor.page.evaluate("navigator.clipboard.readText()")).toBe(reserveNo);
  const another = await visitor.page.context().newPage();
  await another.goto("/");
  await another.getByRole("button", { name: "최근 신청 카드 닫기" }).click();
  await another.reload();
  await isSeen(another.getByRole("heading", { level: 1 }));
  expect(await another.getByText(reserveNo).count()).toBe(0);
  await another.close();
}

const currentStep = (visitor: Visitor): Promise<string> =>
  visitor.page.getByRole("list", { name: "진행 상황" }).locator("[aria-current=step]").innerText();

async function saveCalendar(visitor: Visitor, reserveNo: string): Promise<void> {
  const saving = visitor.page.waitForEvent("download");
  await visitor.button("캘린더에 추가하기").click();
  expect((await saving).suggestedFilename()).toBe(`${reserveNo}.ics`);
}

/** The QR code holds the reservation number and nothing else. */
async function showPass(visitor: Visitor, reserveNo: string): Promise<void> {
  await visitor.button("출입 QR 보기").click();
  const dialog = visitor.dialog("출입 QR");
  await isSeen(dialog.getByText(reserveNo));
  const code = dialog.getByRole("img", { name: `예약번호 ${reserveNo}의 QR 코드` });
  const path = (await code.locator("path").getAttribute("d")) ?? "";
  const dark = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`);
  const { data } = encode(reserveNo, { ecc: "M", border: 2 });
  expect(dark).toEqual(data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : []))));
  await dialog.getByRole("button", { name: "닫기" }).click();
  await isGone(dialog);
  await hasFocus(visitor.button("출입 QR 보기"));
}

async function cancel(visitor: Visitor, reserveNo: string): Promise<void> {
  await visitor.button("신청 취소하기").click();
  const question = visitor.dialog("이 방문신청을 취소하시겠습니까?");
  expect(await question.innerText()).toContain(reserveNo);
  await question.getByRole("button", { name: "그대로 두기" }).click();
  await isGone(question);
  expect(await currentStep(visitor)).toBe("승인");
  await visitor.button("신청 취소하기").click();
  await question.getByRole("button", { name: "신청 취소하기" }).click();
  await isSeen(visitor.text("신청을 취소했습니다."));
  expect(await currentStep(visitor)).toBe("취소");
  for (const gone of ["신청 취소하기", "출입 QR 보기", "캘린더에 추가하기"])
    expect(await visitor.button(gone).count()).toBe(0);
}
