import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import type * as z from "zod/mini";
import { messageOf } from "#contract/thrown.ts";
import type { Calls, Channel, Events } from "../../ipc.ts";
import { ipcArguments } from "../ipc-arguments.ts";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";

type Reply<C extends Channel> = ReturnType<Calls[C]>;

/** Handler of each channel. */
export type Handlers = {
  readonly [C in Channel]: (...args: Parameters<Calls[C]>) => Reply<C> | Promise<Reply<C>>;
};

interface Options {
  readonly ipcMain: Pick<IpcMain, "handle">;
  /** contents of the open windows, the oldest first */
  readonly windows: () => readonly WebContents[];
  /** those of the window in use */
  readonly windowContents: () => WebContents | undefined;
  readonly log: Log;
}

/** Logged reason of a refusal; the caller gets the same error for all of them. */
type RefusalReason = "unknown-window" | "no-frame" | "subframe" | "foreign-page" | "arguments";

/** Events that concern every window; the others go to the one in use. */
const shared: readonly (keyof Events)[] = [
  "connection.changed",
  "unsaved.asked",
  "updates.changed",
  "upload.progress",
];

/** Calls that count for the first window only: every window would notify of the same visit. */
const firstOnly: readonly Channel[] = ["attention.notify", "attention.count"];

function senderRefusal(event: IpcMainInvokeEvent, ours: readonly WebContents[]): RefusalReason | undefined {
  if (!ours.includes(event.sender)) return "unknown-window";
  const frame = event.senderFrame;
  if (!frame || frame.detached) return "no-frame";
  if (frame.parent !== null || frame !== event.sender.mainFrame) return "subframe";
  return frame.url.startsWith(`${appOrigin}/`) ? undefined : "foreign-page";
}

export type Ipc = ReturnType<typeof createIpc>;

/** Handles all IPC calls: accepts only the app's windows, their main frame and a local page, and parses the arguments. */
export function createIpc({ ipcMain, windows, windowContents, log }: Options) {
  function handle<C extends Channel>(channel: C, work: Handlers[C]): void {
    const schema: z.ZodMiniType<Parameters<Calls[C]>> = ipcArguments[channel];
    ipcMain.handle(channel, async (event, ...raw: unknown[]): Promise<Reply<C>> => {
      const args = schema.safeParse(raw);
      const refusal = senderRefusal(event, windows()) ?? (args.success ? undefined : "arguments");
      if (refusal || !args.success) {
        log("ipc-refused", { channel, reason: refusal ?? "arguments" });
        throw new Error("refused");
      }
      if (firstOnly.includes(channel) && event.sender !== windows()[0]) return undefined as Reply<C>;
      try {
        return await work(...args.data);
      } catch (error) {
        log("ipc-failed", { channel, problem: messageOf(error) });
        // the message may contain local paths
        throw new Error("failed");
      }
    });
  }

  function handleAll(handlers: Handlers): void {
    for (const channel of Object.keys(ipcArguments) as Channel[]) handle(channel, handlers[channel]);
  }

  /** Sends an event to the window in use, or to all. */
  function send<E extends keyof Events>(event: E, payload: Events[E]): void {
    const receivers = shared.includes(event) ? windows() : [windowContents()];
    for (const receiver of receivers) receiver?.send(event, payload);
  }

  return { handleAll, send };
}
