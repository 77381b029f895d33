/**
 * Signing in by the system's browser, for what does not run in the app: passkeys and company accounts. The browser comes
 * back with a code by `visit://sign-in/…`, which is good for whoever knows what only this process has
 * (docs/decisions/accounts/company-sign-in.md).
 */
import { createHash } from "node:crypto";
import type { BrowserCode } from "../../ipc.ts";
import { leavePath } from "../ipc-arguments.ts";
import type { Log } from "../logging/log.ts";
import type { OpenExternal } from "../security/external-link.ts";

/** So long somebody may take in the browser. */
const waitMs = 15 * 60_000;

interface Options {
  readonly openExternal: OpenExternal;
  readonly serverNow: () => string | undefined;
  readonly random: (size: number) => Buffer;
  readonly now: () => number;
  /** Tells the window that there is a code to take. */
  readonly returned: () => void;
  readonly log: Log;
}

interface Begun {
  readonly server: string;
  readonly verifier: string;
  readonly until: number;
}

export function createBrowserSignIn({ openExternal, serverNow, random, now, returned, log }: Options) {
  let begun: Begun | undefined;
  let code: BrowserCode | undefined;

  return {
    /** Opens the chosen server's page for it; what was begun before is given up. @returns false where nothing opened */
    async begin(): Promise<boolean> {
      const server = serverNow();
      if (server === undefined) return false;
      const verifier = random(32).toString("base64url");
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      begun = { server, verifier, until: now() + waitMs };
      code = undefined;
      return openExternal(`${server}/dash/app-sign-in?challenge=${challenge}`);
    },

    /** Takes a code that came back. One that nobody waits for, or that is of another server, is left alone. */
    offer(arrived: string): void {
      if (!begun || begun.server !== serverNow() || begun.until < now()) {
        log("sign-in-refused", {});
        return;
      }
      code = { code: arrived, verifier: begun.verifier };
      begun = undefined;
      returned();
    },

    /** The code that waits, which then waits no longer. */
    take(): BrowserCode | null {
      const waiting = code ?? null;
      code = undefined;
      return waiting;
    },

    /** Signs out of the company's provider in the browser. @param path of the server, as it gave it */
    async leave(path: string): Promise<boolean> {
      const server = serverNow();
      return server !== undefined && leavePath.test(path) && openExternal(server + path);
    },
  };
}
