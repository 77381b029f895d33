import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connection } from "../../desktop/ipc.ts";
import { createConnection } from "../../desktop/main/connection.ts";
import { fixServers } from "../../desktop/main/fixed-servers.ts";
import type { Policy } from "../../desktop/main/policy.ts";
import { openSettings, withoutServer, withServer } from "../../desktop/main/settings.ts";
import { ownFolder } from "./support/folder.ts";
import { keptLog } from "./support/log.ts";
import { fine, pageSuite } from "./support/page-suite.ts";

const own = "https://own.example.com";
const one = "https://one.example.com";
const two = "https://two.example.com";

function start(policy: Policy, file = join(ownFolder(), "settings.json")) {
  const stored = () => JSON.parse(readFileSync(file, "utf8"));
  const settings = fixServers(openSettings(file, keptLog().log), policy);
  const asked: string[] = [];
  const said: Connection[] = [];
  const connection = createConnection({
    settings,
    policy: { policy, isBroken: false },
    checkServer: async (server) => void asked.push(server),
    openExternal: async () => true,
    languageNow: () => "ko",
    changed: (next) => said.push(next),
    switched: () => {},
    forgotten: async () => {},
    now: () => 1000,
  });
  return { settings, connection, file, stored, asked };
}

const ownSettings = () => {
  const file = join(ownFolder(), "settings.json");
  writeFileSync(file, JSON.stringify({ servers: [own], current: own, language: null }));
  return file;
};

describe("servers that IT fixed", () => {
  it("are the only ones, and the first is used without being chosen", async () => {
    const { connection, asked } = start({ servers: [one, two] }, ownSettings());
    expect(connection.read()).toMatchObject({
      servers: [one, two],
      current: { server: one },
      serversFixed: true,
    });
    await connection.check();
    expect(asked).toEqual([one]);
  });

  it("let nobody connect elsewhere: nothing is asked, nothing is kept", async () => {
    const { connection, settings, asked } = start({ servers: [one, two] });
    expect(await connection.connect(own)).toEqual({ connected: false, problem: { code: "fixed" } });
    expect(asked).toEqual([]);
    expect(settings.value().current).toBe(one);
  });

  it("let people choose among them, and remember which", async () => {
    const { connection, file } = start({ servers: [one, two] }, ownSettings());
    expect(await connection.connect(`${two}/dash`)).toEqual({ connected: true, server: two });
    expect(connection.read().current?.server).toBe(two);
    expect(start({ servers: [one, two] }, file).settings.value().current).toBe(two);
    expect(start({ servers: [one] }, file).settings.value()).toMatchObject({ servers: [one], current: one });
  });

  it("cannot be forgotten", async () => {
    const { connection, settings } = start({ servers: [one, two] });
    await connection.forget(one);
    expect(settings.value()).toMatchObject({ servers: [one, two], current: one });
  });

  it("leave the person's own list as it was, for the time after", async () => {
    const { connection, settings, file, stored } = start({ servers: [one] }, ownSettings());
    await connection.chooseLanguage("en");
    await settings.change((before) => withoutServer(before, one));
    await settings.change((before) => withServer(before, "https://evil.example"));
    expect(stored()).toEqual({ servers: [own], current: own, language: "en" });
    expect(settings.value()).toEqual({ servers: [one], current: one, language: "en" });
    expect(start({}, file).settings.value()).toMatchObject({ servers: [own], current: own });
  });
});

describe("the connection page", () => {
  const { open, arrives } = pageSuite();

  it("says that IT fixed the servers, and offers neither another nor to remove one", async () => {
    const { page, settings } = await open({
      policy: { policy: { servers: [one, two] }, isBroken: false },
      checkServer: fine,
    });
    await page.getByText("서버 주소는 회사 IT 부서에서 정해 두었습니다.").waitFor();
    await page.getByRole("region", { name: "사용 중인 서버" }).getByText(one).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(await page.getByRole("button", { name: /삭제/ }).count()).toBe(0);
    await page.getByRole("button", { name: `${two}에 연결` }).click();
    await arrives(page);
    expect(settings.value().current).toBe(two);
  });

  it("says when what IT laid down could not be read", async () => {
    const { page } = await open({ policy: { policy: {}, isBroken: true }, language: "en" });
    await page.getByRole("alert").getByText("could not be read, so they are not in force").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(1);
  });
});
