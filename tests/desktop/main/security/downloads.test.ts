import { EventEmitter } from "node:events";
import type { Session } from "electron";
import { describe, expect, it } from "vitest";
import { guardDownloads } from "../../../../desktop/main/security/downloads.ts";
import { FakeSession } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";

class FakeDownload extends EventEmitter {
  options: { defaultPath?: string } | undefined;
  readonly facts: { url: string; name: string; from: string };
  constructor(url: string, name: string, from = "app://console") {
    super();
    this.facts = { url, name, from };
  }
  getURL = () => this.facts.url;
  getFilename = () => this.facts.name;
  getInitiatorOrigin = () => this.facts.from;
  setSaveDialogOptions(options: { defaultPath?: string }) {
    this.options = options;
  }
}

function begin(item: FakeDownload) {
  const session = new FakeSession();
  const { log, lines } = keptLog();
  guardDownloads(session as unknown as Session, log);
  let isPrevented = false;
  session.emit("will-download", { preventDefault: () => (isPrevented = true) }, item);
  return { isPrevented, lines };
}

describe("a download", () => {
  it.each([
    ["blob:app://console/0f6e", "방문 목록.xlsx"],
    ["blob:app://console/0f6e", "대장.pdf"],
    ["app://console/files/abc", "lobby.mp4"],
  ])("is saved where the user chooses: %s as %s", (url, name) => {
    const item = new FakeDownload(url, name);
    expect(begin(item)).toEqual({ isPrevented: false, lines: [] });
    // without a path Electron opens its dialog
    expect(item.options).toEqual({ defaultPath: name });
  });

  it.each([
    ["from elsewhere", "https://evil.example/list.xlsx", "list.xlsx", "app://console"],
    ["made elsewhere", "blob:https://evil.example/1", "list.xlsx", "app://console"],
    ["requested by another page", "blob:app://console/1", "list.xlsx", "https://evil.example"],
    ["without an initiator", "blob:app://console/1", "list.xlsx", ""],
    ["an answer of the server", "app://console/dash/visits", "visits.xlsx", "app://console"],
    ["a program", "blob:app://console/1", "setup.exe", "app://console"],
    ["a program in disguise", "blob:app://console/1", "list.xlsx.lnk", "app://console"],
    ["a page", "blob:app://console/1", "list.html", "app://console"],
    ["of no kind", "blob:app://console/1", "list", "app://console"],
    ["written in the address", "data:text/csv,x", "list.csv", "app://console"],
  ])("is refused if it is %s", (_what, url, name, from) => {
    expect(begin(new FakeDownload(url, name, from))).toEqual({
      isPrevented: true,
      lines: ["download-refused"],
    });
  });

  it("is logged if it is interrupted", () => {
    const item = new FakeDownload("blob:app://console/1", "list.xlsx");
    const { lines } = begin(item);
    item.emit("done", {}, "interrupted");
    expect(lines).toEqual(["download-failed"]);
  });
});
