/** Texts shown inside the app as visitors read them, by the server's own page, which can reach nothing there. */
import { createServer, type RequestListener, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addDraft, editorOf, previewOf, writesAtEnd } from "../../support/console/console-texts.ts";
import { addTerms } from "../../support/site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { type Desk, deskSuite } from "./desk.ts";

const suite = deskSuite();
const shared = suite.share();

/** The privacy officer before a draft. @param begin takes the app that is shared */
async function officer(begin: (at: string) => Promise<Desk> = (at) => shared({ as: "privacy", at })) {
  const { id } = await addTerms(suite.server.db, "안내문", { renderHtml: true });
  const draft = await addDraft(suite.server, id, 2, { body: "<p>처음</p>" });
  const at = `/dash/terms/${id}/versions/${draft}`;
  const app = await begin(at);
  return { ...app, console: new ConsolePage(app.page, "ko"), draft: `${app.origin}${at}` };
}

const frameOf = ({ page }: Awaited<ReturnType<typeof officer>>): Frame => {
  const frame = page.frames().find((one) => one.url().endsWith("/preview"));
  if (!frame) throw new Error("There is no preview.");
  return frame;
};

/** Somebody on the line to the server who answers for some paths and passes on the rest. @returns how to be rid of them */
async function between(paths: RegExp, answer: RequestListener): Promise<() => void> {
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
  const leave = () => {
    mend();
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(leave);
  return leave;
}

test("an officer opens a draft, writes, and reads it as visitors will, in Korean and in English", async () => {
  const app = await officer();
  const preview = previewOf(app.console);
  await isSeen(preview.getByRole("heading", { name: "안내문 제목" }));
  await isSeen(preview.getByText("처음"));
  await writesAtEnd(app.console, "정문은 북쪽에 있습니다.");
  await isSeen(preview.getByText("정문은 북쪽에 있습니다."));
  await app.page.getByText("English", { exact: true }).click();
  // what English lacks is read in Korean
  await isSeen(preview.getByText("정문은 북쪽에 있습니다."));
  await writesAtEnd(app.console, "The gate is in the north.", "English");
  await isSeen(preview.getByText("The gate is in the north."));
  await isGone(preview.getByText("정문은 북쪽에 있습니다."));
  // in the site's own letters, which are fetched like its scripts
  const font = await frameOf(app).evaluate(
    "[...document.fonts].filter((one) => one.status === 'loaded').length",
  );
  expect(font).toBeGreaterThan(0);
});

/** Tries all that a page of the server's should not be able to do. @param target the console's origin */
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
    "words of its own as a script": () => new Function("return 1")(),
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

test("a page that is not what it should be reaches nothing: neither calls nor IPC nor the console", async () => {
  // the browser says what it refused
  suite.tolerate(/Content Security Policy|sandboxed/);
  const app = await officer();
  await isSeen(previewOf(app.console).getByText("처음"));
  await app.page.evaluate(`
    window.told = [];
    window.broken = [];
    addEventListener("message", ({ data }) => data.kind === "attacked" && window.told.push(data));
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.broken.push(effectiveDirective));
  `);
  const asked: string[] = [];
  await between(/^\/(preview|assets)/, ({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.cookie ?? "no cookies"}`);
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
    .poll(() => app.page.evaluate("window.told"))
    .toEqual([{ kind: "attacked", tried: 12, worked: [] }]);
  // it does not leave its place either
  await expect.poll(() => app.page.evaluate("window.broken")).toContain("frame-src");
  expect(app.page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain("/dash/visits");
  expect(app.page.url()).toBe(app.draft);
  expect(asked).toEqual(["GET /preview no cookies", "GET /assets/visitor/assets/attack.js no cookies"]);
  // and the officer writes on, signed in as before
  await editorOf(app.console).press("End");
  await app.page.keyboard.type(" 그리고");
  await app.console.button("저장").click();
  await isSeen(app.console.toast("success", "버전 2의 초안을 저장했습니다."));
});

test("where the page does not come it says so, and comes when it is asked for again", {
  tags: ["full"],
}, async () => {
  // the page's clock stays set for as long as there is the page
  const app = await officer(async () => {
    const own = await suite.start();
    await suite.signIn(own, "privacy");
    await new ConsolePage(own.page, "ko").arrivesAt("/dash/visits");
    return own;
  });
  await app.page.clock.install();
  const mend = await between(/^\/preview$/, (_request, response) =>
    response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>"),
  );
  await app.page.goto(app.draft);
  await isSeen(editorOf(app.console));
  await app.page.locator("iframe").waitFor({ state: "attached" });
  await app.page.clock.fastForward(10_000);
  const failed = app.console.alert("미리보기 화면을 불러오지 못했습니다.");
  await isSeen(failed);
  mend();
  await failed.getByRole("button", { name: "다시 시도" }).click();
  await isSeen(previewOf(app.console).getByText("처음"));
});

test("a network's own page is not taken for the preview", { tags: ["full"] }, async () => {
  suite.tolerate(/Content Security Policy/);
  // the page's clock stays set for as long as there is the page
  const app = await officer(async () => {
    const own = await suite.start();
    await suite.signIn(own, "privacy");
    await new ConsolePage(own.page, "ko").arrivesAt("/dash/visits");
    return own;
  });
  await app.page.clock.install();
  await between(/^\/preview$/, (_request, response) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Wi-Fi</h1><script>alert(1)</script>"),
  );
  await app.page.goto(app.draft);
  await isSeen(editorOf(app.console));
  await app.page.locator("iframe").waitFor({ state: "attached" });
  await app.page.clock.fastForward(10_000);
  await isSeen(app.console.alert("미리보기 화면을 불러오지 못했습니다."));
  await isGone(app.page.locator("iframe"));
});
