/** "Save diagnostics", in Electron against the real server. */
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { isSeen } from "../../support/visitor/visitor-locators.ts";
import { otherName } from "../support/certificate.ts";
import { healthy, serve } from "../support/servers.ts";
import { type Desk, deskSuite, shoot } from "./desk.ts";
import { choose } from "./electron-app.ts";

const suite = deskSuite();
const shared = suite.share();

/** The dialog answers with a file in the user's folder. @returns the file, and what the dialog proposed */
async function saveTo({ app, home }: Desk, file = join(home, "report.zip")) {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async (...args: unknown[]) => {
      Object.assign(globalThis, { proposed: (args.at(-1) as Electron.SaveDialogOptions).defaultPath });
      return { canceled: filePath === "", filePath };
    };
  }, file);
  return {
    file,
    proposed: () => app.evaluate(() => (globalThis as unknown as { proposed: string }).proposed),
  };
}

/** @returns the window of the progress, which a press opens */
async function opens({ app }: Desk, press: () => Promise<unknown>) {
  const opening = app.waitForEvent("window");
  await press();
  return opening;
}

const pressMenu = (desk: Desk) => opens(desk, () => choose(desk, "진단 정보 저장…"));
const pressButton = (desk: Desk, name = "진단 정보 저장") =>
  opens(desk, () => desk.page.getByRole("button", { name }).click());

function contentOf(file: string) {
  const files = Object.entries(unzipSync(readFileSync(file))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  );
  const texts = Object.fromEntries(files);
  return {
    texts,
    all: files.map(([, text]) => text).join("\n"),
    report: JSON.parse(texts["diagnostics.json"] ?? ""),
  };
}

const outcomes = (report: { connection: { steps: { step: string; outcome: string }[] } }) =>
  Object.fromEntries(report.connection.steps.map(({ step, outcome }) => [step, outcome]));

test("the file holds versions, settings, policy, the connection test and the logs, and no personal data", async () => {
  const desk = await suite.start({ policy: { updates: false } });
  const person = await suite.signIn(desk);
  await desk.page.waitForURL("**/dash/today**");
  const logs = await desk.app.evaluate(({ app }) => app.getPath("logs"));
  // as an earlier version, or an error's text, could have left it there
  mkdirSync(logs, { recursive: true });
  appendFileSync(
    join(logs, "visitor-desk.log"),
    '{"time":"2026-11-21T01:02:03.000Z","event":"planted","problem":"홍길동 010-1234-5678 hong@example.com 261120-7KQ2M","channel":"connection.read"}\nnot JSON: 김방문 02-123-4567\n',
  );
  const { file, proposed } = await saveTo(desk);
  const progress = await pressMenu(desk);
  await isSeen(progress.getByText(/report\.zip 파일로 저장했습니다/));
  expect(await proposed()).toMatch(/visitor-desk-diagnostics-\d{4}-\d\d-\d\d\.zip$/);
  for (const step of ["프록시", "이름 확인", "TCP 연결", "서버 인증서", "방문 관리 서버", "로그인 상태"])
    await isSeen(progress.getByRole("listitem").filter({ hasText: step }));
  await isSeen(progress.getByRole("listitem").filter({ hasText: "로그인됨" }));

  await shoot(progress, "diagnostics-light");
  const { texts, all, report } = contentOf(file);
  expect(Object.keys(texts).sort()).toEqual(["diagnostics.json", "logs/visitor-desk.log"]);
  expect(report).toMatchObject({
    versions: {
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      electron: expect.stringMatching(/^\d+\./),
      chromium: expect.stringMatching(/^\d+\./),
      system: expect.stringContaining("Linux"),
      server: expect.stringMatching(/^\d+\.\d+\.\d+/),
    },
    settings: { language: "system", knownServers: 1, hasServer: true, wereLost: false, canKeepLists: true },
    policy: { isBroken: false, keys: ["updates"] },
    connection: { server: suite.gate.origin },
  });
  expect(outcomes(report)).toEqual({
    proxy: "ok",
    name: "ok",
    tcp: "ok",
    certificate: "skipped",
    product: "ok",
    signIn: "ok",
  });
  for (const { ms } of report.connection.steps) expect(ms).toBeGreaterThanOrEqual(0);
  expect(report.connection.steps[5].facts).toEqual({ hasCookie: true, status: 200 });

  expect(texts["logs/visitor-desk.log"]).toContain(
    '{"time":"2026-11-21T01:02:03.000Z","event":"planted","problem":"<text> <number> <email> <number>","channel":"connection.read"}',
  );
  const cookies = await desk.app.evaluate(async ({ session }, server) => {
    const { createHash } = process.getBuiltinModule("node:crypto");
    const name = createHash("sha256").update(server).digest("hex").slice(0, 32);
    const found = await session.fromPartition(`persist:server-${name}`).cookies.get({});
    return found.map(({ value }) => value);
  }, suite.gate.origin);
  expect(cookies.length).toBeGreaterThan(0);
  const secrets = [...cookies, person.loginId, "안내원", "홍길동", "김방문", "010-1234-5678", "02-123-4567"];
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(all).not.toContain(desk.home);
});

test("each failed step shows why, and the file is still written", async () => {
  const secure = createServer(otherName, healthy).listen(0, "127.0.0.1");
  await once(secure, "listening");
  onTestFinished(() => void secure.close());
  const origin = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  const desk = await shared({ servers: [] });
  await desk.page.evaluate(`window.desktop.chooseLanguage("en")`);
  await desk.page.getByRole("textbox", { name: "Server address" }).fill(origin);
  // a connection that fails logs the certificate
  await desk.page.keyboard.press("Enter");
  await desk.page.locator("[aria-invalid]").waitFor();
  const { file } = await saveTo(desk);
  const progress = await pressButton(desk, "Save diagnostics");
  await isSeen(progress.getByText(/Saved as report\.zip/));
  const certificate = progress.getByRole("listitem").filter({ hasText: "Server certificate" });
  await isSeen(certificate.getByText(/not trusted.*\(CERT_/));

  const product = progress.getByRole("listitem").filter({ hasText: "Visitor Desk server" });
  await isSeen(product.getByText(/certificate/));
  await progress.emulateMedia({ colorScheme: "dark" });
  await shoot(progress, "diagnostics-dark");
  const { report, texts } = contentOf(file);
  const own = {
    subject: "other.example",
    issuer: "other.example",
    fingerprint: expect.stringMatching(/^sha256/),
  };
  expect(desk.log()).toContainEqual({
    time: expect.any(String),
    event: "certificate-refused",
    problem: expect.stringMatching(/^CERT_/),
    errorCode: expect.any(Number),
    chain: [{ ...own, validFrom: "2026-11-21T15:22:18.000Z", validUntil: "2126-10-28T15:22:18.000Z" }],
  });
  expect(texts["logs/visitor-desk.log"]).toContain('"subject":"other.example"');
  expect(outcomes(report)).toEqual({
    proxy: "ok",
    name: "ok",
    tcp: "ok",
    certificate: "failed",
    product: "failed",
    signIn: "failed",
  });
  const [, , , seen, answered] = report.connection.steps;
  expect(seen.facts).toMatchObject({
    problem: expect.stringMatching(/^CERT_/),
    issuer: expect.any(String),
    validUntil: expect.stringMatching(/^\d{4}-/),
    isIssuedByKnownRoot: false,
  });
  expect(answered.facts.problem).toBe("certificate");
});

test("a file that cannot be written is reported, a cancelled dialog writes none, and finished steps are shown meanwhile", async () => {
  const desk = await shared({ servers: [] });
  const { file } = await saveTo(desk, join(desk.home, "not-there", "report.zip"));
  await desk.page.getByRole("button", { name: "진단 정보 저장" }).waitFor();
  await shoot(desk.page, "diagnostics-connection");
  const progress = await pressButton(desk);
  await isSeen(progress.getByText(/파일을 저장하지 못했습니다\(ENOENT\)/));
  await isSeen(progress.getByText("선택한 서버가 없어 연결을 점검하지 않았습니다."));
  expect(existsSync(file)).toBe(false);
  expect(desk.log().map(({ event }) => event)).toContain("diagnostics-not-saved");
  await progress.close();

  await saveTo(desk, "");
  await desk.page.getByRole("button", { name: "진단 정보 저장" }).click();
  await desk.page.evaluate("window.desktop.readConnection()");
  expect(await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);

  const silent = await serve(() => {});
  await desk.page.getByRole("textbox").fill(silent.origin);
  const { file: unfinished } = await saveTo(desk, join(desk.home, "unfinished.zip"));
  const waiting = await pressButton(desk);
  await isSeen(waiting.getByRole("listitem").filter({ hasText: /TCP 연결: 정상/ }));
  expect(await waiting.getByRole("status").count()).toBe(0);
  expect(existsSync(unfinished)).toBe(false);
});

test("the error page saves the file, and stays", async () => {
  const desk = await shared({ at: "/trouble" });
  const { file } = await saveTo(desk);
  const progress = await opens(desk, () => desk.page.getByRole("link", { name: "진단 정보 저장" }).click());
  await isSeen(progress.getByText(/report\.zip 파일로 저장했습니다/));
  expect(existsSync(file)).toBe(true);
  expect(desk.page.url()).toBe("app://console/trouble");
  await isSeen(desk.page.getByRole("heading", { name: "화면을 표시하지 못했습니다" }));
  await shoot(desk.page, "trouble");
});
