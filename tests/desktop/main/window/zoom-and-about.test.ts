import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserWindow, MessageBoxOptions, Session } from "electron";
import { describe, expect, it } from "vitest";
import { createHttpGet } from "../../../../desktop/main/server/http-get.ts";
import { createAbout } from "../../../../desktop/main/window/about.ts";
import { createZoom } from "../../../../desktop/main/window/zoom.ts";
import { FakeWindow } from "../../support/electron.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";
import { nodeNet } from "../../support/node-net.ts";
import { saying, serve } from "../../support/servers.ts";

describe("the zoom factor", () => {
  function open(file = join(ownFolder(), "zoom.json")) {
    const fake = new FakeWindow({});
    const window = fake as unknown as BrowserWindow;
    const zoom = createZoom(file, keptLog().log);
    zoom.follow(window);
    return { file, zoom, window, contents: fake.webContents };
  }

  it("is limited to between half and three times", () => {
    const { zoom, window, contents } = open();
    for (let n = 0; n < 30; n++) zoom.change(window, "in");
    expect(contents.zoomFactor).toBe(3);
    for (let n = 0; n < 30; n++) zoom.change(window, "out");
    expect(contents.zoomFactor).toBe(0.5);
  });

  it("is the default if the file is invalid", () => {
    const file = join(ownFolder(), "zoom.json");
    writeFileSync(file, '{"step":99}');
    const { contents } = open(file);
    contents.emit("did-finish-load");
    expect(contents.zoomFactor).toBe(1);
  });
});

describe("the about dialog", () => {
  const facts = { version: "1.2.3", electron: "45.4.1", chromium: "150.0.1", system: "Linux 6.1 (x64)" };

  async function show(server: string | null, { response = 0, language = "ko" as "ko" | "en" } = {}) {
    const shown: MessageBoxOptions[] = [];
    const copied: string[] = [];
    const get = createHttpGet({ net: nodeNet, session: {} as Session, timeoutMs: 500, maxBytes: 1000 });
    await createAbout({
      facts,
      get,
      server: () => server,
      currentLanguage: () => language,
      dialog: {
        showMessageBox: (async (options: MessageBoxOptions) => {
          shown.push(options);
          return { response, checkboxChecked: false };
        }) as never,
      },
      copy: (text) => copied.push(text),
      saveDiagnostics: () => copied.push("diagnostics"),
    })();
    return { detail: shown[0]?.detail ?? "", message: shown[0]?.message, copied };
  }

  it("shows the versions of the program, Electron, Chromium and the server", async () => {
    const { origin } = await serve(
      saying(200, "application/json", '{"status":"ok","product":"visitor","version":"0.9.0"}'),
    );
    expect(await show(origin)).toEqual({
      message: "방문 관리",
      detail:
        "앱 버전: 1.2.3\n서버 버전: 0.9.0\nElectron: 45.4.1\nChromium: 150.0.1\n운영체제: Linux 6.1 (x64)",
      copied: [],
    });
  });

  it("copies the versions", async () => {
    const { copied } = await show(null, { response: 1, language: "en" });
    expect(copied[0]).toMatch(/^Visitor Desk\nApp version: 1\.2\.3\nServer version: unknown\n/);
  });

  it("opens the diagnostics", async () => {
    expect((await show(null, { response: 2 })).copied).toEqual(["diagnostics"]);
  });

  it.each([
    ["does not report one", saying(200, "application/json", '{"status":"ok","product":"visitor"}')],
    ["is another product", saying(200, "application/json", '{"product":"wiki","version":"1"}')],
    ["is a page", saying(200, "text/html", "<html>")],
    ["fails", saying(503, "application/json", '{"product":"visitor","version":"1"}')],
    ["never answers", () => {}],
  ] as const)("has no server version if the server %s", async (_what, answer) => {
    const { origin } = await serve(answer);
    expect((await show(origin)).detail).toContain("서버 버전: 알 수 없음");
  });
});
