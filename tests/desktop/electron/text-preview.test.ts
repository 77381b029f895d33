/** The preview of texts: the server's own page in a frame that has access to nothing. */
import { createServer, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addDraft, editorOf, previewOf, writesAtEnd } from "../../support/console/console-texts.ts";
import { addTerms } from "../../support/site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite } from "./desk.ts";
import { pressKey } from "./electron-app.ts";

const suite = deskSuite();
const shared = suite.share();

async function openDraft() {
  const { id } = await addTerms(suite.server.db, "안내문", { renderHtml: true });
  const draft = await addDraft(suite.server, id, 2, { body: "<p>처음</p>" });
  const at = `/dash/terms/${id}/versions/${draft}`;
  const app = await shared({ as: "privacy", at });
  return { ...app, console: new ConsolePage(app.page, "ko"), draft: `${app.origin}${at}` };
}

const frameOf = ({ page }: Awaited<ReturnType<typeof openDraft>>): Frame => {
  const frame = page.frames().find((one) => one.url().endsWith("/preview"));
  if (!frame) throw new Error("There is no preview.");
  return frame;
};

/** A proxy before the server that answers some paths itself. */
async function intercept(paths: RegExp, answer: RequestListener): Promise<void> {
  const server = createServer((request, response) => {
    if (paths.test(request.url ?? "")) return answer(request, response);
    const { method, headers, url = "" } = request;
    const onward = send(`${suite.server.url}${url}`, { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mend = suite.gate.lead(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    mend();
    server.close();
    server.closeAllConnections();
  });
}

/** Tries everything that the frame must not be able to do. @param target the console's origin */
const attack = (target: string) => `
  const tries = {
    "the page around it": () => parent.document.title,
    "a storage": () => localStorage.length,
    "cookies": () => document.cookie,
    "a call in the console's name": () => fetch("${target}/dash/user/current", { credentials: "include" }),
    "a call of its own": () => fetch("/dash/user/current"),
    "a picture": () => new Promise((done, refused) => {
      const picture = Object.assign(new Image(), { onload: done, onerror: refused });
      picture.src = "${target}/custom/logo.png";
    }),
    "the console's scripts": () => import("${target}/assets/dist/console.js"),
    "a worker": () => new Worker("/assets/visitor/assets/attack.js"),
    "a string as a script": () => new Function("return 1")(),
    "a window": () => { if (!open("${target}/dash/")) throw new Error(); },
    "the whole window": () => { top.location.href = "${target}/dash/visits"; },
    "the main process": () => window.desktop.readConnection(),
  };
  const worked = [];
  for (const [name, attempt] of Object.entries(tries))
    await Promise.resolve().then(attempt).then(() => worked.push(name), () => {});
  document.body.append(Object.assign(document.createElement("form"), { action: "${target}/dash/logout", method: "post" }));
  document.forms[0].submit();
  parent.postMessage({ kind: "attacked", tried: Object.keys(tries).length, worked }, "*");
  location.href = "${target}/dash/visits";
`;

test("the preview shows a draft in both languages, and a hostile page in it has no access to calls, IPC or the console", async () => {
  // the browser says what it refused
  suite.allowErrors(/Content Security Policy|sandboxed/);
  const app = await openDraft();
  const preview = previewOf(app.console);
  await isSeen(preview.getByRole("heading", { name: "안내문 제목" }));
  await isSeen(preview.getByText("처음"));
  await writesAtEnd(app.console, "정문은 북쪽에 있습니다.");
  await isSeen(preview.getByText("정문은 북쪽에 있습니다."));
  await app.page.getByText("English", { exact: true }).click();
  // Korean where the English text is missing
  await isSeen(preview.getByText("정문은 북쪽에 있습니다."));
  await writesAtEnd(app.console, "The gate is in the north.", "English");
  await isSeen(preview.getByText("The gate is in the north."));
  await isGone(preview.getByText("정문은 북쪽에 있습니다."));
  // the site's fonts are fetched like its scripts
  const font = await frameOf(app).evaluate(
    "[...document.fonts].filter((one) => one.status === 'loaded').length",
  );
  expect(font).toBeGreaterThan(0);

  await app.page.evaluate(`
    window.reports = [];
    window.broken = [];
    addEventListener("message", ({ data }) => data.kind === "attacked" && window.reports.push(data));
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.broken.push(effectiveDirective));
  `);
  const requests: string[] = [];
  await intercept(/^\/(preview|assets)/, ({ method, url, headers }, response) => {
    requests.push(`${method} ${url} ${headers.cookie ?? "no cookies"}`);
    const isPage = url === "/preview";
    response
      .writeHead(200, {
        "Content-Type": isPage ? "text/html" : "text/javascript",
        "Set-Cookie": "visitor_session=taken; Path=/",
        "Content-Security-Policy": "default-src * 'unsafe-inline' 'unsafe-eval'",
      })
      .end(
        isPage
          ? '<!doctype html><body onload="parent.postMessage({ kind: `attacked`, worked: [`inline`] }, `*`)"><script type="module" crossorigin src="/assets/visitor/assets/attack.js"></script>'
          : attack(app.origin),
      );
  });
  await frameOf(app).evaluate("void location.reload()");

  await expect
    .poll(() => app.page.evaluate("window.reports"))
    .toEqual([{ kind: "attacked", tried: 12, worked: [] }]);
  // it does not navigate either
  await expect.poll(() => app.page.evaluate("window.broken")).toContain("frame-src");
  expect(app.page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain("/dash/visits");
  expect(app.page.url()).toBe(app.draft);
  expect(requests).toEqual(["GET /preview no cookies", "GET /assets/visitor/assets/attack.js no cookies"]);
  // the officer is still signed in
  const english = editorOf(app.console, "English");
  await english.press("End");
  // subscript in the editor, elsewhere the settings
  await pressKey(app, "Control+,");
  await app.page.keyboard.type(" 그리고");
  await isSeen(english.locator("sub"));
  await app.console.button("저장").click();
  await isSeen(app.console.toast("success", "버전 2의 초안을 저장했습니다."));
});
