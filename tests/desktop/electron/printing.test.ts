/** Printing in Electron itself: what arrives at a printer of CUPS, and at a PDF, has the paper that was chosen. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultSetup, evenMargins } from "../../../desktop/badge-papers.ts";
import type { BadgeSetup } from "../../../desktop/ipc.ts";
import { pagesOf } from "../../support/browser/pdf.ts";
import { addHeldPass, addVisitToday } from "../../support/console/console-site.ts";
import { type Cups, startCups, whyNoCups } from "../support/cups.ts";
import { keyboard } from "../support/keyboard.ts";
import { type Desk, deskSuite, goTo, shoot } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share(() => ({ printServer: cups.server }));
const reason = whyNoCups();
let cups: Cups;

beforeAll(async () => {
  if (!reason) cups = await startCups(["QL_820", "Office"]);
});
afterAll(() => cups?.stop());
beforeEach((test) => {
  if (reason) test.skip(reason);
});

const plain = (width: number, height: number) => ({ width, height });

/** A desk with two printers, and a visitor whose badge can be printed. */
async function opens(begin: () => Promise<Desk> = () => shared({ as: "desk" })) {
  const desk = await begin();
  const board = desk.page.getByRole("heading", { level: 1, name: "현황판" });
  await board.waitFor();
  const visit = await addVisitToday(suite.server, suite.site, { name: "차도윤", company: "나래상사" });
  await addHeldPass(suite.server, "A-17", visit.id);
  const show = async (path: string) => {
    // a sheet that is open does not read the printer choices again
    await goTo(desk, "/dash/today");
    await board.waitFor();
    await goTo(desk, `/dash/print/${path}`);
    await desk.page.getByText("차도윤").first().waitFor();
  };
  return { ...desk, show, showBadge: () => show(`badge?visit=${visit.id}`) };
}

type OpenDesk = Awaited<ReturnType<typeof opens>>;

/** As the printer settings of the badge do it. */
const chooses = ({ page }: OpenDesk, printer: string, badge: BadgeSetup) =>
  page.evaluate(
    `desktop.choosePrinting("badge", { printer: "${printer}", isSilent: true })
      .then(() => desktop.setUpBadge(${JSON.stringify(badge)}))`,
  );

async function prints({ page }: OpenDesk, outcome: string): Promise<void> {
  await page.getByRole("button", { name: "인쇄", exact: true }).click();
  await page.getByText(outcome).waitFor();
}

const sent = "프린터로 보냈습니다.";

test("badges and lists go straight to their own printer, on the chosen paper and orientation, or into a PDF", async () => {
  const desk = await opens();
  const cases: [BadgeSetup, paper: ReturnType<typeof plain>, page: ReturnType<typeof plain>][] = [
    [{ ...defaultSetup("54x101"), orientation: "landscape" }, plain(54, 101), plain(101, 54)],
    [defaultSetup("cr80"), plain(54, 85.6), plain(86, 54)],
    [
      { ...defaultSetup("custom"), width: 100, height: 60, margins: evenMargins(2) },
      plain(100, 60),
      plain(100, 60),
    ],
  ];
  for (const [setup, paper, size] of cases) {
    await chooses(desk, "QL_820", setup);
    await desk.showBadge();
    await prints(desk, sent);
    const [job, ...more] = await cups.jobs(1);
    expect(more).toEqual([]);
    expect(job?.printer).toBe("QL_820");
    // GTK rounds to whole millimetres
    for (const side of ["width", "height"] as const)
      expect(Math.abs((job?.paper?.[side] ?? 0) - paper[side]), setup.paper).toBeLessThan(1);
    const pages = pagesOf(job?.pdf ?? Buffer.alloc(0));
    expect(pages.map(({ width, height }) => ({ width, height }))).toEqual([size]);
  }

  // on a roll the job is as long as the badge, which fills it
  await chooses(desk, "QL_820", defaultSetup("62"));
  await desk.showBadge();
  await prints(desk, sent);
  const [roll] = await cups.jobs(1);
  const shown = await desk.page
    .getByRole("article")
    .evaluate(({ clientHeight }: { clientHeight: number }) => (clientHeight / 96) * 25.4);
  expect(roll?.paper?.width).toBeCloseTo(62, 0);
  expect(Math.abs((roll?.paper?.height ?? 0) - shown)).toBeLessThan(1);
  expect(shown).toBeGreaterThan(60);
  const [label, ...more] = pagesOf(roll?.pdf ?? Buffer.alloc(0));
  expect(more).toEqual([]);
  expect([label?.width, label?.height]).toEqual([62, Math.round(shown)]);

  // the end of a slow job is reported later
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.send("printing.ended", "failed"),
  );
  await desk.page.getByText("인쇄하지 못했습니다. 프린터를 확인하고").waitFor();

  await desk.page.evaluate(`desktop.choosePrinting("passes", { printer: "Office", isSilent: true })`);
  await desk.show("passes?board=expected");
  await prints(desk, sent);
  const [list] = await cups.jobs(1);
  expect(list?.printer).toBe("Office");
  const [page] = pagesOf(list?.pdf ?? Buffer.alloc(0));
  const [saved] = pagesOf(await desk.savePdf());
  for (const each of [page, saved]) {
    expect([each?.width, each?.height]).toEqual([297, 210]);
    expect(each?.text).toContain("차도윤");
    expect(each?.text).not.toContain("오프라인");
  }

  // a job that the app cannot take; without the toast from before
  await desk.page.reload();
  await desk.app.evaluate(({ ipcMain }) => ipcMain.removeHandler("printing.print"));
  await desk.page.getByRole("button", { name: "인쇄", exact: true }).click();
  await desk.page.locator(".Toastify__toast--error", { hasText: "인쇄하지 못했습니다." }).waitFor();
});

test("printers fixed by policy are used and shown as fixed, and a print dialog may stay open", async (context) => {
  const keys = keyboard();
  if ("reason" in keys) return context.skip(keys.reason);
  const policy = {
    badgePrinter: "QL_820",
    badgePaper: "54x101",
    badgeSilent: true,
    listPrinter: "Basement",
    listSilent: true,
  };
  const desk = await opens(async () => {
    const started = await suite.start({ printServer: cups.server, policy, timing: { pagePingMs: 500 } });
    await suite.signIn(started);
    return started;
  });
  await desk.showBadge();
  await desk.page.getByRole("button", { name: "프린터", exact: true }).click();
  for (const name of ["프린터", "용지"])
    expect(await desk.page.getByRole("combobox", { name }).isDisabled(), name).toBe(true);
  const silent = desk.page.getByRole("checkbox", { name: "대화 상자 없이 바로 인쇄" });
  expect([await silent.isChecked(), await silent.isDisabled()]).toEqual([true, true]);
  expect(await desk.page.getByText("IT 부서에서 정한 값입니다.").count()).toBe(3);
  await shoot(desk.page, "print-badge-policy");
  await desk.page.getByRole("button", { name: "닫기" }).first().click();
  await prints(desk, sent);
  const [job] = await cups.jobs(1);
  expect(job?.printer).toBe("QL_820");
  const [page] = pagesOf(job?.pdf ?? Buffer.alloc(0));
  expect([page?.width, page?.height]).toEqual([54, 101]);
  await desk.show("passes?board=expected");
  await prints(desk, "선택한 프린터를 찾을 수 없습니다.");

  await desk.showBadge();
  await desk.page.getByRole("button", { name: "프린터", exact: true }).click();
  // the page does not answer the click while the dialog is open
  void desk.page
    .getByRole("button", { name: "인쇄 대화 상자 열기" })
    .click({ noWaitAfter: true })
    .catch(() => {});
  const dialog = await keys.window("Print");
  // a page without an answer for six pings counts as hanging
  await setTimeout(3_500);
  expect(desk.log().map(({ event }) => event)).not.toContain("page-hangs");
  keys.press(dialog, "Return");
  const [fromDialog] = await cups.jobs(1);
  expect(fromDialog?.printer).toBe("QL_820");
  expect(pagesOf(fromDialog?.pdf ?? Buffer.alloc(0))[0]?.text).toContain("차도윤나래상사");
  await desk.page.getByRole("article").getByText("차도윤").waitFor();
  expect(desk.log().map(({ event }) => event)).not.toContain("page-gone");
});
