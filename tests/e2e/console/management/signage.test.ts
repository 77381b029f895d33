/** Managing signage: files, texts and the preview. */
import { readdir } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { png } from "../../../support/images.ts";
import { addSignageItem, shownByPlayer } from "../../../support/signage.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteTime, timezone } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite({ env: { UPLOAD_IMAGE_MB: "1", UPLOAD_VIDEO_MB: "8" } });

beforeEach(async () => {
  await suite.server.db.raw("TRUNCATE signage_contents RESTART IDENTITY");
});

const stored = () => suite.server.db("signageContents").orderBy(["dispOrder", "id"]);
const at = (minutes: number) => toInstant(siteTime(minutes), timezone);
const addText = (title: string, more: object = {}) =>
  addSignageItem(suite.server, { title, text: title, ...more });

async function opensSignage(address = "/dash/signage", options?: StaffOptions): Promise<StaffPage> {
  const desk = await suite.staff("desk", options);
  await desk.open(address);
  return desk;
}

const list = (desk: StaffPage, key = "items") =>
  desk.page.getByRole("list", { name: desk.t(`signage.${key}`), exact: true });
const names = (desk: StaffPage, key?: string) => list(desk, key).getByRole("button", { name: /^(?!.*순서)/ });
const shows = (desk: StaffPage, ...wanted: string[]) =>
  expect.poll(() => names(desk).allInnerTexts()).toEqual(wanted);
const drawer = (desk: StaffPage, key: string) =>
  desk.page.getByRole("dialog", { name: desk.t(`signage.${key}`), exact: true });
const preview = (desk: StaffPage) =>
  desk.page.getByRole("region", { name: desk.t("signage.preview"), exact: true });
const uploads = (desk: StaffPage) =>
  desk.page.getByRole("list", { name: desk.t("signage.uploads"), exact: true });
const field = (within: Locator, name: string) => within.getByRole("textbox", { name, exact: true });
const press = (within: Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).last().click();

interface Sent {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const picture = (name: string, padding = 0): Sent => ({
  name,
  mimeType: "image/png",
  buffer: png({ width: 60, height: 40, padding }),
});
const choose = (desk: StaffPage, ...files: Sent[]) =>
  desk.page.locator('input[type="file"]').setInputFiles(files);

/** Drops a file. */
async function drop(desk: StaffPage, { name, mimeType, buffer }: Sent): Promise<void> {
  const dataTransfer = await desk.page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob("${buffer.toString("base64")}"), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], "${name}", { type: "${mimeType}" }));
      return transfer;
    })()`,
  );
  const place = desk.page.getByText(desk.t("signage.drop"), { exact: true });
  for (const event of ["dragenter", "dragover", "drop"]) await place.dispatchEvent(event, { dataTransfer });
}

test("a dropped image is in the list and on the lobby player", async () => {
  const desk = await opensSignage();
  await isSeen(desk.text("재생할 콘텐츠가 없습니다."));
  await drop(desk, picture("가을 행사.png"));
  await isSeen(desk.toast("success", "가을 행사.png 파일을 업로드했습니다."));
  await shows(desk, "가을 행사");
  expect(await stored()).toMatchObject([
    { type: "image", title: "가을 행사", originalName: "가을 행사.png", width: 60, height: 40, seconds: 10 },
  ]);
  await isSeen(preview(desk).getByRole("img", { name: "가을 행사", exact: true }));
  const opened = desk.page.context().waitForEvent("page");
  await desk.link("로비 화면 열기").click();
  const lobby = await opened;
  expect(new URL(lobby.url()).pathname).toBe("/did");
  await expect.poll(() => shownByPlayer(lobby), { timeout: 15_000 }).toBe("가을 행사");
});

test("an upload shows its progress, continues on other screens and can be cancelled", async () => {
  const desk = await opensSignage();
  const network = await desk.page.context().newCDPSession(desk.page);
  await network.send("Network.enable");
  const slow = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await slow(400_000);
  const video = { name: "소개.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(6_000_000) };
  await choose(desk, video);
  const bar = uploads(desk).getByRole("progressbar", { name: "소개.mp4 업로드 중", exact: true });
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(5);
  await desk.link("현황판").click();
  await desk.waitForPath("/dash/today");
  await desk.link("사이니지").click();
  await isSeen(bar);
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(100);
  await press(uploads(desk), "소개.mp4 업로드 취소");
  await isGone(bar);
  await slow(-1);
  await network.detach();
  expect(await stored()).toEqual([]);
  const folder = suite.server.deps.settings.filesDir;
  const onDisk = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
      entry.isFile(),
    ).length;
  const before = await onDisk();
  await expect.poll(onDisk).toBeLessThanOrEqual(before);
});

test("a text takes its name from the first line and is previewed while typing", async () => {
  const desk = await opensSignage();
  await desk.button("텍스트 추가").click();
  const adding = drawer(desk, "addText");
  await press(adding, "추가");
  await hasError(field(adding, "텍스트"), "필수 입력 항목입니다");
  await field(adding, "텍스트").fill("안전 교육\n오후 2시 대회의실");
  await field(adding, "영어 텍스트").fill("Safety briefing");
  await isSeen(adding.getByText("안전 교육", { exact: true }).first());
  await isSeen(adding.locator('[lang="en"]').getByText("Safety briefing", { exact: true }));
  await field(adding, "표시 시간(초)").fill("2");
  await press(adding, "추가");
  await hasError(field(adding, "표시 시간(초)"), "3–3600 사이의 숫자를 입력해 주십시오.");
  await field(adding, "표시 시간(초)").fill("20");
  await press(adding, "추가");
  await isSeen(desk.toast("success", "안전 교육 항목을 추가했습니다."));
  await isGone(adding);
  await shows(desk, "안전 교육");
  expect(await stored()).toMatchObject([
    {
      type: "text",
      title: "안전 교육",
      text: "안전 교육\n오후 2시 대회의실",
      enText: "Safety briefing",
      seconds: 20,
    },
  ]);
});

test("the preview plays the current items in order, also upright, and pauses", async () => {
  await addText("하나");
  await addText("둘", { endsAt: at(-1) });
  await addText("셋");
  const desk = await opensSignage();
  const place = (text: string) => preview(desk).getByText(text, { exact: true });
  await isSeen(place("1/2 · 하나"));
  await preview(desk).getByText("세로", { exact: true }).click();
  const size = await preview(desk).locator('[data-shape="tall"]').boundingBox();
  expect((size?.height ?? 0) / (size?.width ?? 1)).toBeCloseTo(16 / 9, 1);
  await press(preview(desk), "재생");
  await isSeen(place("2/2 · 셋"));
  await isSeen(place("1/2 · 하나"));
  await press(preview(desk), "일시정지");
  await press(preview(desk), "다음");
  await isSeen(place("2/2 · 셋"));
});
