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
  /** contents of the app's window while it is open */
  readonly windowContents: () => WebContents | undefined;
  readonly log: Log;
}

/** Logged reason of a refusal; the caller gets the same error for all of them. */
type RefusalReason = "unknown-window" | "no-frame" | "subframe" | "foreign-page" | "arguments";

function senderRefusal(event: IpcMainInvokeEvent, ours: WebContents | undefined): RefusalReason | undefined {
  if (!ours || event.sender !== ours) return "unknown-window";
  const frame = event.senderFrame;
  if (!frame || frame.detached) return "no-frame";
  if (frame.parent !== null || frame !== ours.mainFrame) return "subframe";
  return frame.url.startsWith(`${appOrigin}/`) ? undefined : "foreign-page";
}

export type Ipc = ReturnType<typeof createIpc>;

/** Handles all IPC calls: accepts only the app's window, its main frame and a local page, and parses the arguments. */
export function createIpc({ ipcMain, windowContents, log }: Options) {
  function handle<C extends Channel>(channel: C, work: Handlers[C]): void {
    const schema: z.ZodMiniType<Parameters<Calls[C]>> = ipcArguments[channel];
    ipcMain.handle(channel, async (event, ...raw: unknown[]): Promise<Reply<C>> => {
      const args = schema.safeParse(raw);
      const refusal = senderRefusal(event, windowContents()) ?? (args.success ? undefined : "arguments");
      if (refusal || !args.success) {
        log("ipc-refused", { channel, reason: refusal ?? "arguments" });
        throw new Error("refused");
      }
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

  /** Sends an event to the window if it is open. */
  function send<E extends keyof Events>(event: E, payload: Events[E]): void {
    windowContents()?.send(event, payload);
  }

  return { handleAll, send };
}
