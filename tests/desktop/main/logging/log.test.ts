import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLog } from "../../../../desktop/main/logging/log.ts";
import { openLogFile } from "../../../../desktop/main/logging/log-file.ts";
import { redact } from "../../../../desktop/main/logging/redact.ts";
import { ownFolder } from "../../support/folder.ts";

describe("a log line", () => {
  it("is JSON with time, event and facts", () => {
    const lines: string[] = [];
    createLog(
      (line) => lines.push(line),
      () => 0,
    )("update-ready", { version: "1.3.0", count: 2 });
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","event":"update-ready","version":"1.3.0","count":2}\n',
    ]);
  });

  it("contains no paths and addresses", () => {
    const lines: string[] = [];
    createLog(
      (line) => lines.push(line),
      () => 0,
    )("failed", {
      problem:
        "ENOENT: no such file, open '/home/hong/.config/settings.json' for https://visit.example.com/x",
    });
    expect(lines[0]).toContain(
      '"problem":"ENOENT: no such file, open \'<folder>/settings.json\' for <address>"',
    );
  });

  it.each([
    ["https://visit.example.com:8443/dash/visits?visit=12", "<address>"],
    ["getaddrinfo ENOTFOUND visit.example.co.kr:443", "getaddrinfo ENOTFOUND <host>"],
    ["connect ECONNREFUSED 10.20.30.40:5432", "connect ECONNREFUSED <address>"],
    ["connect ::ffff:a00:1 and fe80:0:0:0:1:2:3:4", "connect <address> and <address>"],
    ["mail to hong.gildong@example.com failed", "mail to <email> failed"],
    ["C:\\Users\\Hong Gildong\\AppData\\settings.json is locked", "<folder>/settings.json is locked"],
    ["EACCES, /Users/hong/Library/x.log", "EACCES, <folder>/x.log"],
    ["called 010-0000-1234 and +82 10 0000 1234", "called <number> and <number>"],
    ["261120-7KQ2M is gone", "<number> is gone"],
    ["홍길동 님의 방문", "<text> <text> <text>"],
    ["net::ERR_CERT_AUTHORITY_INVALID", "net::ERR_CERT_AUTHORITY_INVALID"],
    ["settings.json: servers.0: custom", "settings.json: servers.0: custom"],
    ["connection.read", "connection.read"],
    ["connection.example.com", "<host>"],
    ["at read (file:///opt/Visitor Desk/main/index.js:12:3)", "at read (<address> Desk/main/index.js:12:3)"],
    ["at read (index.js:12:3)", "at read (index.js:12:3)"],
  ])("%s becomes %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe("the log file", () => {
  const open = (folder = join(ownFolder(), "logs")) => ({
    folder,
    write: openLogFile({ folder, maxBytes: 100, keep: 3 }),
  });
  const line = (n: number) => `${String(n).padStart(39, "0")}\n`;

  it("is created with its folder, readable by its owner only, and written at once", () => {
    const { folder, write } = open();
    write(line(1));
    expect(readFileSync(join(folder, "visitor-desk.log"), "utf8")).toBe(line(1));
    if (process.platform !== "win32")
      expect(statSync(join(folder, "visitor-desk.log")).mode & 0o777).toBe(0o600);
  });

  it("is rotated at its maximum size", () => {
    const { folder, write } = open();
    for (let n = 1; n <= 11; n++) write(line(n));
    expect(readdirSync(folder).sort()).toEqual([
      "visitor-desk.log",
      "visitor-desk.log.1",
      "visitor-desk.log.2",
    ]);
    const kept = ["visitor-desk.log.2", "visitor-desk.log.1", "visitor-desk.log"].map((name) =>
      readFileSync(join(folder, name), "utf8"),
    );
    expect(kept.join("")).toBe([7, 8, 9, 10, 11].map(line).join(""));
    for (const text of kept) expect(text.length).toBeLessThanOrEqual(100);
  });

  it("is appended to after a restart", () => {
    const { folder, write } = open();
    write(line(1));
    write(line(2));
    open(folder).write(line(3));
    expect(readFileSync(join(folder, "visitor-desk.log"), "utf8")).toBe(line(3));
    expect(readFileSync(join(folder, "visitor-desk.log.1"), "utf8")).toBe(line(1) + line(2));
  });

  it("does not throw when it cannot be written", () => {
    const folder = join(ownFolder(), "logs");
    writeFileSync(folder, "a file where the folder should be");
    expect(() => open(folder).write(line(1))).not.toThrow();
    const { folder: other, write } = open();
    mkdirSync(join(other, "visitor-desk.log"), { recursive: true });
    expect(() => write(line(1))).not.toThrow();
  });
});
