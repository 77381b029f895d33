import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeAtomically } from "../../../../desktop/main/storage/atomic-file.ts";
import { flushPendingWrites } from "../../../../desktop/main/storage/json-file.ts";
import {
  maxServers,
  openSettings,
  type Settings,
  withoutServer,
  withServer,
} from "../../../../desktop/main/storage/settings.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

const one = "https://one.example.com";
const two = "https://two.example.com";
const nothing: Settings = { servers: [], current: null, language: null };

function place(content?: string) {
  const folder = ownFolder();
  const file = join(folder, "settings.json");
  if (content !== undefined) writeFileSync(file, content);
  return { folder, file, ...keptLog() };
}

describe("the settings file", () => {
  it("is empty at first, and its folder may be missing", () => {
    const { folder, log, lines } = place();
    const settings = openSettings(join(folder, "deep", "settings.json"), log);
    expect(settings.value()).toEqual(nothing);
    expect(settings.wasLost).toBe(false);
    expect(lines).toEqual([]);
  });

  it("keeps changes", async () => {
    const { file, log } = place();
    await openSettings(file, log).change((before) => ({ ...withServer(before, one), language: "en" }));
    expect(openSettings(file, log).value()).toEqual({ servers: [one], current: one, language: "en" });
  });

  it("keeps all of several concurrent changes", async () => {
    const { file, log, folder } = place();
    const settings = openSettings(file, log);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        settings.change((before) => withServer(before, `https://s${n}.example.com`)),
      ),
    );
    expect(openSettings(file, log).value().servers).toHaveLength(10);
    expect(openSettings(file, log).value().current).toBe("https://s9.example.com");
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  it("keeps a change made while quitting, which no older one overwrites", async () => {
    const { file, log, folder, lines } = place();
    const settings = openSettings(file, log);
    const changes = [one, two].map((server) => settings.change((before) => withServer(before, server)));
    flushPendingWrites(log);
    expect(openSettings(file, log).value().current).toBe(two);
    await Promise.all(changes);
    expect(openSettings(file, log).value().current).toBe(two);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
    rmSync(file);
    flushPendingWrites(log);
    expect([readdirSync(folder), lines]).toEqual([[], []]);
  });

  it("discards a text if a newer one was written meanwhile", async () => {
    const { file, folder } = place();
    await writeAtomically(file, "new");
    await writeAtomically(file, "old", () => false);
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["new", ["settings.json"]]);
  });

  it("logs changes that could not be written before the app quits", async () => {
    const { folder, log, lines } = place();
    const file = join(folder, "deep", "settings.json");
    const change = openSettings(file, log).change((before) => withServer(before, one));
    rmSync(join(folder, "deep"), { recursive: true });
    flushPendingWrites(log);
    expect(lines[0]).toMatch(/^settings-not-saved settings\.json ENOENT/);
    await change.catch(() => {});
  });

  it.each([
    ["half written", '{"servers":["https://one.exam'],
    ["empty", ""],
    ["of another shape", '{"servers":"https://one.example.com","current":null,"language":null}'],
    [
      "with a plain http server",
      '{"servers":["http://evil.example"],"current":"http://evil.example","language":null}',
    ],
    ["with a server that is no address", '{"servers":["javascript:x"],"current":null,"language":null}'],
    ["with a current one that is not listed", `{"servers":[],"current":"${one}","language":null}`],
    ["with an unknown language", '{"servers":[],"current":null,"language":"xx"}'],
  ])("is set aside if it is %s, and starts empty", (_what, content) => {
    const { file, log, lines } = place(content);
    const settings = openSettings(file, log);
    expect(settings.value()).toEqual(nothing);
    expect(settings.wasLost).toBe(true);
    expect(readFileSync(`${file}.unreadable`, "utf8")).toBe(content);
    expect(lines.join()).toContain("settings-unreadable");
  });

  it("removes a temporary file left by a power failure", async () => {
    const { file, folder, log } = place(JSON.stringify({ servers: [one], current: one, language: null }));
    writeFileSync(join(folder, "settings.json.1234.draft"), '{"servers":["htt');
    const settings = openSettings(file, log);
    expect(settings.value().current).toBe(one);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  it("reports a change that cannot be written, and keeps it until the program ends", async () => {
    const { folder, file, log } = place();
    const settings = openSettings(file, log);
    rmSync(folder, { recursive: true });
    await expect(settings.change((before) => withServer(before, one))).rejects.toThrow("ENOENT");
    expect(settings.value().current).toBe(one);
    mkdirSync(folder);
    await settings.change((before) => withServer(before, two));
    expect(openSettings(file, log).value().servers).toEqual([two, one]);
  });
});

describe("the list of servers", () => {
  it("starts with the last used and has no duplicates", () => {
    const both = withServer(withServer(nothing, one), two);
    expect(both).toMatchObject({ servers: [two, one], current: two });
    expect(withServer(both, one)).toMatchObject({ servers: [one, two], current: one });
  });

  it("drops the least recently used beyond its maximum", () => {
    let settings = nothing;
    for (let n = 0; n <= maxServers; n++) settings = withServer(settings, `https://s${n}.example.com`);
    expect(settings.servers).toHaveLength(maxServers);
    expect(settings.servers).not.toContain("https://s0.example.com");
  });

  it("has no chosen server after that is removed", () => {
    const both = withServer(withServer(nothing, one), two);
    expect(withoutServer(both, two)).toMatchObject({ servers: [one], current: null });
    expect(withoutServer(both, one)).toMatchObject({ servers: [two], current: two });
  });
});
