/** Controls a program's main process through Node's inspector. */
import { expect } from "vitest";

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
  };
}

const timeoutMs = 10_000;

/** @param address of the inspector, "ws://127.0.0.1:9229/…" */
export async function inspect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("The inspector does not answer."));
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  };
  let count = 0;

  /** Runs a function's body in the main process, where `electron` is at hand. @throws what it throws */
  async function run<T>(body: string): Promise<T> {
    const id = ++count;
    const done = new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      setTimeout(
        () => resolve({ error: { message: "The main process does not answer." } }),
        timeoutMs,
      ).unref();
    });
    const electron = `process.getBuiltinModule("node:module").createRequire("/")("electron")`;
    const expression = `(async (electron) => { ${body} })(${electron})`;
    const params = { expression, awaitPromise: true, returnByValue: true };
    socket.send(JSON.stringify({ id, method: "Runtime.evaluate", params }));
    const { result, error } = await done;
    if (error) throw new Error(error.message);
    if (result?.exceptionDetails)
      throw new Error(result.exceptionDetails.exception?.description ?? "It failed in the main process.");
    return result?.result.value as T;
  }

  const inPage = <T>(body: string): Promise<T> =>
    run<T>(
      `return electron.BrowserWindow.getAllWindows()[0].webContents.executeJavaScript(${JSON.stringify(`(() => { ${body} })()`)}, true);`,
    );

  const untilInPage = (expression: string): Promise<void> =>
    expect
      .poll(() => inPage<boolean>(`return Boolean(${expression})`).catch(() => false), { timeout: 30_000 })
      .toBe(true);

  /** Types as a keyboard does, into the field that a selector finds. */
  async function type(selector: string, text: string): Promise<void> {
    await untilInPage(`document.querySelector(${JSON.stringify(selector)})`);
    await inPage(`document.querySelector(${JSON.stringify(selector)}).focus()`);
    await run(
      `await electron.BrowserWindow.getAllWindows()[0].webContents.insertText(${JSON.stringify(text)})`,
    );
  }

  async function press(name: string): Promise<void> {
    const button = `[...document.querySelectorAll("button")].find((each) => each.textContent.trim() === ${JSON.stringify(name)} && !each.disabled)`;
    await untilInPage(button);
    await inPage(`${button}.click()`);
  }

  /** Disconnects: a program does not end while it is inspected. */
  const release = (): void => socket.close();

  return { run, inPage, untilInPage, type, press, release };
}
