/** WebKitGTK, the nearest to an iPhone's browser that runs here, by WebDriver (https://www.w3.org/TR/webdriver2/). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { missingPrograms } from "../programs.ts";
import { freePort } from "../services/free-port.ts";
import type { Driver } from "./driver.ts";

export const webkitMissing = (): string | undefined => missingPrograms("WebKitWebDriver", "Xvfb");

/** WebDriver's JSON key for an element's id. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** The library's MiniBrowser, which the driver finds by itself only on the path. */
function miniBrowser(): string | undefined {
  const libraries = "/usr/lib";
  return readdirSync(libraries)
    .flatMap((folder) =>
      ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"].map((name) =>
        join(libraries, folder, name, "MiniBrowser"),
      ),
    )
    .find((path) => existsSync(path));
}

async function firstLine({ stdout, spawnfile }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) return line;
  throw new Error(`${spawnfile} ended at its start.`);
}

/** Starts MiniBrowser on a virtual screen. @param size of its window, slightly larger than the page; at least 447 px wide */
export async function startWebkit(size: {
  readonly width: number;
  readonly height: number;
}): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), "visitor-webkit-"));
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1920x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const port = await freePort();
  const program = spawn("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${await firstLine(screen)}`,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      LANG: "C.UTF-8",
      TZ: "Asia/Seoul",
      // its sandbox needs namespaces that containers lack
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      GTK_A11Y: "none",
    },
    stdio: "ignore",
  });

  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      // the driver hangs after a crash of the browser
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  const isListening = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
  for (const end = Date.now() + 10_000; Date.now() < end && !(await isListening()); await setTimeout(50));

  const { sessionId } = await send<{ sessionId: string }>("POST", "", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation"] },
      },
    },
  });
  const path = `/${sessionId}`;
  await send("POST", `${path}/window/rect`, { ...size, x: 0, y: 0 });

  const run = (body: string, args: readonly unknown[]) =>
    send<unknown>("POST", `${path}/execute/sync`, {
      script: `return (async (...args) => { ${body} })(...arguments)`,
      args,
    });
  return {
    open: (url) => send("POST", `${path}/url`, { url }),
    run: (body, ...args) => run(body, args),
    async element(body, ...args) {
      const found = await run(body, args);
      return (found as Record<string, string> | null)?.[elementKey];
    },
    async click(element) {
      // the driver does not scroll while another field has the focus
      await run('args[0].scrollIntoView({ block: "center" })', [{ [elementKey]: element }]);
      await send("POST", `${path}/element/${element}/click`, {});
    },
    async type(element, text) {
      // one at a time: it fails at a space between Korean letters
      for (const key of text) await send("POST", `${path}/element/${element}/value`, { text: key });
    },
    async close() {
      await send("DELETE", path).catch(() => undefined);
      for (const child of [program, screen]) {
        const ended = once(child, "exit");
        child.kill();
        await ended;
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
