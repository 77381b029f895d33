/** Sign-in by the system's browser with a company account, and with a second factor, in Electron. */
import { TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { Browser, reserveProvider } from "../../support/accounts/company-provider.ts";
import { callsTo } from "../../support/api.ts";
import { addStaff, password } from "../../support/console/staff.ts";
import { isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, startAgain } from "./desk.ts";

const provider = await reserveProvider();
afterAll(() => provider.close());
const suite = deskSuite({ ...provider.env, OIDC_CREATE_ACCOUNTS: "on", OIDC_ROLES: "front:desk" });
const shared = suite.share();

test("the browser opens the server's page, whose link signs the app in; a second factor is entered in the app", async () => {
  const url = suite.gate.origin;
  provider.open(url);
  provider.setPerson({ sub: "s-1", preferred_username: "han.desk", name: "한안내", groups: ["front"] });
  const desk = await shared();
  // no browser of this machine is opened
  await desk.app.evaluate(({ shell }) => {
    shell.openExternal = async (address) => void Object.assign(globalThis, { openedAddress: address });
  });
  // a code without a sign-in that the app began
  expect(await startAgain(desk, "--", `visit://sign-in/${"x".repeat(43)}`)).toBe(0);
  await expect.poll(() => desk.log().map(({ event }) => event)).toContain("sign-in-refused");

  await desk.page.getByRole("button", { name: "회사 계정으로 로그인" }).click();
  await isSeen(desk.page.getByText("브라우저에서 로그인을 마치면"));
  const opened = await desk.app.evaluate(() => String(Object(globalThis).openedAddress));
  expect(opened).toMatch(new RegExp(`^${url}/dash/app-sign-in\\?challenge=[\\w-]{43}$`));

  const browser = new Browser();
  const { pathname, search, searchParams } = new URL(opened);
  const page = `${pathname.replace("/dash", "")}${search}`;
  expect(await browser.signIn({ url }, page)).toBe(`/dash${page}`);
  const handed = await callsTo(url).post("/dash/user/app-code", {
    body: { challenge: searchParams.get("challenge") },
    headers: { Cookie: browser.cookiesOf({ url }) },
  });
  expect(handed.status, handed.text).toBe(200);

  expect(await startAgain(desk, "--", `visit://sign-in/${handed.body.code}`)).toBe(0);
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "현황판" }));
  expect(JSON.stringify(desk.log())).not.toContain(handed.body.code);
  const after = await callsTo(url).get("/dash/user/current", {
    headers: { Cookie: browser.cookiesOf({ url }) },
  });
  expect(after.status).toBe(401);

  // the second factor needs no browser
  const { server, site } = suite;
  const person = await addStaff(server, site.company, "desk", { name: "나중에" });
  const secret = "JBSWY3DPEHPK3PXP";
  const encrypted = server.cipher.encryptSecret(secret, `totp:${person.id}`);
  const now = new Date();
  await server
    .db("totpSecrets")
    .insert({ hostUserId: person.id, ...encrypted, createdAt: now, confirmedAt: now });
  await desk.page.getByRole("button", { name: /님의 계정$/ }).click();
  await desk.page.getByRole("button", { name: "로그아웃" }).click();
  await desk.page.getByRole("textbox", { name: "아이디" }).fill(person.loginId);
  await desk.page.getByLabel("비밀번호", { exact: true }).fill(password);
  await desk.page.getByRole("button", { name: "로그인", exact: true }).click();
  const code = desk.page.getByRole("textbox", { name: "인증 코드 (6자리)" });
  await code.fill(new TOTP({ secret }).generate({ timestamp: Date.now() }));
  await desk.page.getByRole("button", { name: "로그인", exact: true }).click();
  await isSeen(desk.page.getByRole("heading", { level: 1, name: "현황판" }));
});
