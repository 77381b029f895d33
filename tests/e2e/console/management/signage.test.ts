/** The lobby's screens as the desk manages them: files, texts, their order and their times. */
import { readdir } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { sortSignage } from "#contract/site/signage.ts";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { png } from "../../../support/images.ts";
import { addSignageImage, addSignageItem, seenInLobby } from "../../../support/signage.ts";
import { hasError, hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteTime, timezone } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite({ env: { UPLOAD_IMAGE_MB: "1", UPLOAD_VIDEO_MB: "8" } });

beforeEach(async () => {
  await suite.server.db.raw("TRUNCATE signage_contents RESTART IDENTITY");
});

const stored = () => suite.server.db("signageContents").orderBy(["dispOrder", "id"]);
const titles = async () => (await stored()).map(({ title }) => title);
const at = (minutes: number) => toInstant(siteTime(minutes), timezone);
const addText = (title: string, more: object = {}) =>
  addSignageItem(suite.server, { title, text: title, ...more });

async function opensSignage(address = "/dash/signage", opening?: StaffOpening): Promise<StaffPage> {
  const desk = await suite.staff("desk", opening);
  await desk.open(address);
  return desk;
}

const list = (desk: StaffPage, key = "items") =>
  desk.page.getByRole("list", { name: desk.say(`signage.${key}`), exact: true });
const names = (desk: StaffPage, key?: string) => list(desk, key).getByRole("button", { name: /^(?!.*순서)/ });
const shows = (desk: StaffPage, ...wanted: string[]) =>
  expect.poll(() => names(desk).allInnerTexts()).toEqual(wanted);
const drawer = (desk: StaffPage, key: string) =>
  desk.page.getByRole("dialog", { name: desk.say(`signage.${key}`), exact: true });
const preview = (desk: StaffPage) =>
  desk.page.getByRole("region", { name: desk.say("signage.preview"), exact: true });
const uploads = (desk: StaffPage) =>
  desk.page.getByRole("list", { name: desk.say("signage.uploads"), exact: true });
const field = (within: Locator, name: string) => within.getByRole("textbox", { name, exact: true });
const day = (within: Locator, name: string) => within.getByLabel(`${name} 날짜`, { exact: true });
/** @param moment "YYYY-MM-DD HH:mm" */
async function fillsMoment(within: Locator, name: string, moment: string): Promise<void> {
  const [date = "", time = ""] = moment.split(" ");
  await day(within, name).fill(date);
  await within.getByLabel(`${name} 시각`, { exact: true }).fill(time);
}
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

/** Drops a file as the mouse would. */
async function drop(desk: StaffPage, { name, mimeType, buffer }: Sent): Promise<void> {
  const dataTransfer = await desk.page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob("${buffer.toString("base64")}"), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], "${name}", { type: "${mimeType}" }));
      return transfer;
    })()`,
  );
  const place = desk.page.getByText(desk.say("signage.drop"), { exact: true });
  for (const event of ["dragenter", "dragover", "drop"]) await place.dispatchEvent(event, { dataTransfer });
}

test("a dropped picture is in the list and on the lobby's screen", async () => {
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
  await expect.poll(() => seenInLobby(lobby), { timeout: 15_000 }).toBe("가을 행사");
});

test("of several files at once those that are refused say why, and may be tried again or put away", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  const desk = await opensSignage();
  const broken = { ...picture("깨진 그림.png"), buffer: Buffer.from("no picture") };
  await choose(desk, picture("하나.png"), broken, picture("둘.png"), picture("큰 그림.png", 1_100_000));
  await isSeen(uploads(desk).getByText("PNG, JPEG, WebP 이미지만 업로드할 수 있습니다.", { exact: true }));
  await isSeen(uploads(desk).getByText("1 MB보다 큽니다.", { exact: true }));
  await expect.poll(() => titles()).toHaveLength(2);
  expect((await titles()).sort()).toEqual(["둘", "하나"]);
  await choose(desk, { name: "글.txt", mimeType: "text/plain", buffer: Buffer.from("글") });
  await isSeen(desk.text("글.txt: 업로드할 수 없는 파일 형식입니다."));

  const refused = uploads(desk).getByRole("listitem").filter({ hasText: "깨진 그림.png" });
  await press(refused, "다시 시도");
  await isSeen(refused.getByText("PNG, JPEG, WebP 이미지만 업로드할 수 있습니다.", { exact: true }));
  await press(refused, "깨진 그림.png 안내 닫기");
  await isGone(refused);
  expect(await titles()).toHaveLength(2);
});

test("an upload shows how far it is, goes on while another screen is open, and can be called off", {
  tags: ["full"],
}, async () => {
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
  await desk.arrivesAt("/dash/today");
  await desk.link("사이니지").click();
  await isSeen(bar);
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(100);
  await press(uploads(desk), "소개.mp4 업로드 취소");
  await isGone(bar);
  await slow(-1);
  expect(await stored()).toEqual([]);
  const folder = suite.server.deps.settings.filesDir;
  const onDisk = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
      entry.isFile(),
    ).length;
  const before = await onDisk();
  await expect.poll(onDisk).toBeLessThanOrEqual(before);
});

test("a text takes its name from its first line and is seen while it is typed", {
  tags: ["full"],
}, async () => {
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

test("a text along the bottom is added, seen in the preview and changed", { tags: ["full"] }, async () => {
  const desk = await opensSignage();
  await desk.button("자막 추가").click();
  const adding = drawer(desk, "addFlow");
  await field(adding, "텍스트").fill("어서 오십시오");
  await press(adding, "추가");
  await isSeen(preview(desk).getByText("어서 오십시오", { exact: true }));
  await names(desk, "flows").click();
  const one = drawer(desk, "flowText");
  await field(one, "텍스트").fill("반갑습니다");
  await press(one, "저장");
  await isSeen(preview(desk).getByText("반갑습니다", { exact: true }));
  expect(await stored()).toMatchObject([{ type: "flow-text", title: "어서 오십시오", text: "반갑습니다" }]);
});

test("the order is changed with the keyboard and with the mouse", { tags: ["full"] }, async () => {
  for (const title of ["하나", "둘", "셋"]) await addText(title);
  const desk = await opensSignage();
  const handle = (name: string) => desk.button(`${name} 순서 변경`);
  const sorted = () => desk.page.waitForResponse((answer) => answer.url().endsWith(sortSignage.path));
  await handle("하나").focus();
  await desk.page.keyboard.press("Space");
  // said once it has been measured: from then on arrows move it
  await isSeen(desk.page.getByText("하나: 3개 중 1번째.", { exact: true }));
  await desk.page.keyboard.press("ArrowDown");
  await isSeen(desk.page.getByText("하나: 3개 중 2번째.", { exact: true }));
  const [byKeyboard] = await Promise.all([sorted(), desk.page.keyboard.press("Space")]);
  expect(byKeyboard.status()).toBe(204);
  await shows(desk, "둘", "하나", "셋");
  await hasFocus(handle("하나"));
  expect(await titles()).toEqual(["둘", "하나", "셋"]);

  const [from, to] = await Promise.all([handle("셋").boundingBox(), handle("둘").boundingBox()]);
  if (!from || !to) throw new Error("no handles");
  await desk.page.mouse.move(from.x + 10, from.y + 10);
  await desk.page.mouse.down();
  await desk.page.mouse.move(from.x + 10, from.y, { steps: 4 });
  await desk.page.mouse.move(to.x + 10, to.y + 2, { steps: 10 });
  await Promise.all([sorted(), desk.page.mouse.up()]);
  await shows(desk, "셋", "둘", "하나");
  expect(await titles()).toEqual(["셋", "둘", "하나"]);
});

test("the preview plays what is shown now in order, upright too, and stops when asked", {
  tags: ["full"],
}, async () => {
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

test("times decide what is shown; what the server finds wrong with them stands beside the field", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  await addText("지금", { startsAt: at(-60) });
  await addText("예정", { startsAt: at(60) });
  await addText("끝남", { endsAt: at(-60) });
  await addText("꺼짐", { inUse: false });
  const desk = await opensSignage();
  const states = list(desk)
    .getByText(/^(표시 중|예정|종료|꺼짐)$/)
    .and(desk.page.locator("[data-status]"));
  await expect.poll(() => states.allInnerTexts()).toEqual(["표시 중", "예정", "종료", "꺼짐"]);
  await names(desk).filter({ hasText: "지금" }).click();
  const one = drawer(desk, "text");
  await fillsMoment(one, "표시 종료", siteTime(-120));
  await press(one, "저장");
  await hasError(day(one, "표시 종료"), "종료일시는 시작일시보다 커야합니다.");
  await fillsMoment(one, "표시 종료", siteTime(-10));
  await press(one, "저장");
  await isSeen(desk.toast("success", "지금 항목을 저장했습니다."));
  await expect.poll(() => states.allInnerTexts()).toEqual(["종료", "예정", "종료", "꺼짐"]);
  expect((await stored())[0]).toMatchObject({ endsAt: at(-10), startsAt: at(-60) });
});

test("leaving with changes asks; two who change different things both keep theirs", {
  tags: ["full"],
}, async () => {
  const id = await addText("공지");
  const desk = await opensSignage(`/dash/signage?item=${id}`);
  const one = drawer(desk, "text");
  await field(one, "이름").fill("새 공지");
  await press(one, "닫기");
  await isSeen(one.getByRole("alertdialog"));
  await press(one, "계속 작성");
  await suite.server.db("signageContents").where({ id }).update({ text: "다른 사람이 바꾼 글" });
  await press(one, "저장");
  await isGone(one);
  expect(await stored()).toMatchObject([{ title: "새 공지", text: "다른 사람이 바꾼 글" }]);
});

test("deleting asks, and takes the file along", { tags: ["full"] }, async () => {
  const id = await addSignageImage(suite.server, "지울 그림", png({ width: 60, height: 40 }));
  const desk = await opensSignage(`/dash/signage?item=${id}`);
  const one = drawer(desk, "image");
  const [{ fileName }] = await stored();
  await press(one, "삭제");
  await isSeen(one.getByText(/지울 그림 항목과 파일을 삭제하시겠습니까/));
  await press(one, "삭제");
  await isGone(one);
  await isSeen(desk.text("재생할 콘텐츠가 없습니다."));
  expect(await stored()).toEqual([]);
  await expect.poll(() => readdir(suite.server.deps.settings.filesDir)).not.toContain(fileName);
});

test("what somebody else changes appears by itself", { tags: ["full"] }, async () => {
  await addText("처음");
  const desk = await opensSignage();
  await shows(desk, "처음");
  const other = await suite.staff("admin");
  await other.open("/dash/signage?add=text");
  await field(drawer(other, "addText"), "텍스트").fill("새 글");
  await press(drawer(other, "addText"), "추가");
  await shows(desk, "처음", "새 글");
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  await addText("공지");
  const desk = await suite.staff("desk");
  const isAway = (url: URL) => url.pathname === "/dash/did/contents";
  await desk.page.route(isAway, (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await desk.hearsNothing();
  await desk.open("/dash/signage");
  await isSeen(desk.alert("불러오지 못했습니다"));
  await desk.page.unroute(isAway);
  await desk.button("다시 시도").click();
  await shows(desk, "공지");
});

test.each(["host", "privacy"] as const)(
  "a %s sees no signage, neither in the navigation nor by the address",
  { tags: ["full"] },
  async (role) => {
    const own = await suite.staff(role);
    await own.open("/dash/signage");
    expect(own.path()).not.toBe("/dash/signage");
    await isGone(own.link("사이니지"));
  },
);

test.each(looks)(
  "screen and drawers are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    await addText("공지", { enText: "Notice" });
    await addSignageImage(suite.server, "그림", png({ width: 60, height: 40 }));
    await addSignageItem(suite.server, { type: "flow-text", title: "인사", text: "어서 오십시오" });
    const desk = await opensSignage("/dash/signage", opening);
    await isSeen(desk.button("공지"));
    await hasNoViolation(desk.page, "signage");
    await desk.button("그림").click();
    await isSeen(drawer(desk, "image"));
    await hasNoViolation(desk.page, "one item");
    await desk.page.keyboard.press("Escape");
    await isGone(drawer(desk, "image"));
    await desk.button(desk.say("signage.addText")).click();
    await isSeen(drawer(desk, "addText"));
    await hasNoViolation(desk.page, "adding a text");
  },
);
