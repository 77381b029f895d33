import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connection } from "../../../../desktop/ipc.ts";
import type { Policy } from "../../../../desktop/main/policy/policy.ts";
import { createConnection } from "../../../../desktop/main/server/connection.ts";
import { fixServers } from "../../../../desktop/main/server/fixed-servers.ts";
import { openSettings, withoutServer, withServer } from "../../../../desktop/main/storage/settings.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const own = "https://own.example.com";
const one = "https://one.example.com";
const two = "https://two.example.com";

function start(policy: Policy, file = join(ownFolder(), "settings.json")) {
  const stored = () => JSON.parse(readFileSync(file, "utf8"));
  const settings = fixServers(openSettings(file, keptLog().log), policy);
  const checked: string[] = [];
  const said: Connection[] = [];
  const connection = createConnection({
    settings,
    policy: { policy, isBroken: false },
    checkServer: async (server) => void checked.push(server),
    openExternal: async () => true,
    currentLanguage: () => "ko",
    onChange: (next) => said.push(next),
    onSwitch: () => {},
    onRemove: async () => {},
    now: () => 1000,
  });
  return { settings, connection, file, stored, checked };
}

const ownSettings = () => {
  const file = join(ownFolder(), "settings.json");
  writeFileSync(file, JSON.stringify({ servers: [own], current: own, language: null }));
  return file;
};

describe("servers fixed by policy", () => {
  it("allow no other server", async () => {
    const { connection, settings, checked } = start({ servers: [one, two] });
    expect(await connection.connect(own)).toEqual({ connected: false, problem: { code: "fixed" } });
    expect(checked).toEqual([]);
    expect(settings.value().current).toBe(one);
  });

  it("can be chosen from, and the choice is stored", async () => {
    const { connection, file } = start({ servers: [one, two] }, ownSettings());
    expect(await connection.connect(`${two}/dash`)).toEqual({ connected: true, server: two });
    expect(connection.read().current?.server).toBe(two);
    expect(start({ servers: [one, two] }, file).settings.value().current).toBe(two);
    expect(start({ servers: [one] }, file).settings.value()).toMatchObject({ servers: [one], current: one });
  });

  it("cannot be removed", async () => {
    const { connection, settings } = start({ servers: [one, two] });
    await connection.forget(one);
    expect(settings.value()).toMatchObject({ servers: [one, two], current: one });
  });

  it("leave the user's own list unchanged", async () => {
    const { connection, settings, file, stored } = start({ servers: [one] }, ownSettings());
    await connection.chooseLanguage("en");
    await settings.change((before) => withoutServer(before, one));
    await settings.change((before) => withServer(before, "https://evil.example"));
    expect(stored()).toEqual({ servers: [own], current: own, language: "en" });
    expect(settings.value()).toEqual({ servers: [one], current: one, language: "en" });
    expect(start({}, file).settings.value()).toMatchObject({ servers: [own], current: own });
  });
});
