/** Debian's Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { missingPrograms } from "../programs.ts";
import type { Driver } from "./driver.ts";

export const firefoxMissing = (): string | undefined => missingPrograms("firefox-esr");

/** No calls to the internet, and an empty start page. */
const preferences = {
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "intl.accept_languages": "ko",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "data:,",
};

interface RemoteValue {
  readonly type: string;
  readonly sharedId?: string;
  readonly value?: unknown;
}

interface Answer {
  readonly id: number;
  readonly type: "success" | "error";
  readonly message?: string;
  readonly result?: unknown;
}

/** @throws Error if Firefox ends before it listens */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr)
    for await (const line of createInterface(stderr)) {
      const address = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (address) return address;
    }
  throw new Error("Firefox ended at its start.");
}

/** Starts Firefox without a window. @param size of the page in CSS pixels */
export async function startFirefox(size: {
  readonly width: number;
  readonly height: number;
}): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "visitor-firefox-"));
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const program = spawn(
    "firefox-esr",
    ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile],
    { env: { ...process.env, HOME: profile, TZ: "Asia/Seoul" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(`${await addressOf(program)}/session`);
  await once(socket, "open");
  program.stderr.resume();

  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === "error") throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  };

  await send("session.new", { capabilities: {} });
  const tree = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = tree.contexts[0]?.context ?? "";
  await send("browsingContext.setViewport", { context, viewport: size });

  const call = async (body: string, args: readonly unknown[], isValue: boolean): Promise<RemoteValue> => {
    const answer = await send<{ result?: RemoteValue; exceptionDetails?: { text: string } }>(
      "script.callFunction",
      {
        functionDeclaration: isValue
          ? `async (text) => JSON.stringify(await (async (...args) => { ${body} })(...JSON.parse(text))) ?? "null"`
          : `(text) => ((...args) => { ${body} })(...JSON.parse(text))`,
        arguments: [{ type: "string", value: JSON.stringify(args) }],
        awaitPromise: isValue,
        target: { context },
      },
    );
    if (!answer.result) throw new Error(answer.exceptionDetails?.text ?? "nothing came back");
    return answer.result;
  };
  const perform = (id: string, source: object, actions: readonly object[]) =>
    send("input.performActions", { context, actions: [{ id, ...source, actions }] });

  return {
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    run: async (body, ...args) => JSON.parse(String((await call(body, args, true)).value)),
    element: async (body, ...args) => (await call(body, args, false)).sharedId,
    async click(element) {
      await send("script.callFunction", {
        functionDeclaration: "(it) => it.scrollIntoView({ block: 'center', behavior: 'instant' })",
        arguments: [{ sharedId: element }],
        awaitPromise: false,
        target: { context },
      });
      await perform("mouse", { type: "pointer", parameters: { pointerType: "mouse" } }, [
        { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId: element } } },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    async type(_element, text) {
      const presses = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await perform("keyboard", { type: "key" }, presses);
    },
    async picture() {
      const { data } = await send<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    async close() {
      const ended = once(program, "exit");
      await send("browser.close", {}).catch(() => program.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
