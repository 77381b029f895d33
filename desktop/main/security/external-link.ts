import type { Shell } from "electron";
import { messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { parseServerAddress } from "../server-address.ts";

/** @returns false where the address was refused or the system could not open it */
export type OpenExternal = (address: string) => Promise<boolean>;

interface Options {
  readonly shell: Pick<Shell, "openExternal">;
  /** The origins whose pages may be opened at this moment. */
  readonly allowed: () => readonly string[];
  readonly log: Log;
}

/**
 * The only way to the system's browser. Handing any other kind of address to the system could start a program, so it
 * must be a web page of a server that this installation is connected to.
 */
export function createOpenExternal({ shell, allowed, log }: Options): OpenExternal {
  return async (address) => {
    const { server } = parseServerAddress(address);
    const url = URL.parse(address);
    if (!url || server !== url.origin || !allowed().includes(server)) {
      log("external-link-refused", { scheme: url?.protocol ?? "none" });
      return false;
    }
    try {
      await shell.openExternal(url.href);
      return true;
    } catch (error) {
      log("external-link-failed", { problem: messageOf(error) });
      return false;
    }
  };
}
