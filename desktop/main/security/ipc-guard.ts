import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import type * as z from "zod/mini";
import { messageOf } from "#contract/thrown.ts";
import type { Calls, Channel, Events } from "../../ipc.ts";
import { ipcArguments } from "../ipc-arguments.ts";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";

type Reply<C extends Channel> = ReturnType<Calls[C]>;

/** What does the work of every channel. */
export type Handlers = {
  readonly [C in Channel]: (...args: Parameters<Calls[C]>) => Reply<C> | Promise<Reply<C>>;
};

interface Options {
  readonly ipcMain: Pick<IpcMain, "handle">;
  /** our window's contents while it is open */
  readonly windowContents: () => WebContents | undefined;
  readonly log: Log;
}

/** Why a call is not answered; to the caller all of them look the same. */
type RefusalReason = "unknown-window" | "no-frame" | "subframe" | "foreign-page" | "arguments";

function senderRefusal(event: IpcMainInvokeEvent, ours: WebContents | undefined): RefusalReason | undefined {
  if (!ours || event.sender !== ours) return "unknown-window";
  const frame = event.senderFrame;
  if (!frame || frame.detached) return "no-frame";
  if (frame.parent !== null || frame !== ours.mainFrame) return "subframe";
  return frame.url.startsWith(`${appOrigin}/`) ? undefined : "foreign-page";
}

export type Ipc = ReturnType<typeof createIpc>;

/** The only place where calls of the window come in: from our window, its main frame and our page, arguments parsed. */
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
        // the cause may name files of this computer
        throw new Error("failed");
      }
    });
  }

  function handleAll(handlers: Handlers): void {
    for (const channel of Object.keys(ipcArguments) as Channel[]) handle(channel, handlers[channel]);
  }

  /** Tells the window something, where there is one. */
  function send<E extends keyof Events>(event: E, payload: Events[E]): void {
    windowContents()?.send(event, payload);
  }

  return { handleAll, send };
}
