/**
 * Sign-in through the system's browser, for passkeys and company accounts, which do not work in the app. The browser
 * returns a code by `visit://sign-in/…`, valid only with the PKCE verifier of this process
 * (docs/decisions/accounts/company-sign-in.md).
 */
import { createHash } from "node:crypto";
import type { BrowserCode } from "../../ipc.ts";
import { leavePath } from "../ipc-arguments.ts";
import type { Log } from "../logging/log.ts";
import type { OpenExternal } from "../security/external-link.ts";

/** Time limit for the sign-in in the browser. */
const waitMs = 15 * 60_000;

interface Options {
  readonly openExternal: OpenExternal;
  readonly currentServer: () => string | undefined;
  readonly random: (size: number) => Buffer;
  readonly now: () => number;
  /** Notifies the window of a pending code. */
  readonly onReturn: () => void;
  readonly log: Log;
}

interface PendingSignIn {
  readonly server: string;
  readonly verifier: string;
  readonly until: number;
}

export function createBrowserSignIn({ openExternal, currentServer, random, now, onReturn, log }: Options) {
  let pending: PendingSignIn | undefined;
  let code: BrowserCode | undefined;

  return {
    /** Opens the selected server's sign-in page and discards an earlier attempt. @returns false if it was not opened */
    async begin(): Promise<boolean> {
      const server = currentServer();
      if (server === undefined) return false;
      const verifier = random(32).toString("base64url");
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      pending = { server, verifier, until: now() + waitMs };
      code = undefined;
      return openExternal(`${server}/dash/app-sign-in?challenge=${challenge}`);
    },

    /** Accepts a returned code. Ignores unexpected codes and those of another server. */
    offer(arrived: string): void {
      if (!pending || pending.server !== currentServer() || pending.until < now()) {
        log("sign-in-refused", {});
        return;
      }
      code = { code: arrived, verifier: pending.verifier };
      pending = undefined;
      onReturn();
    },

    /** Returns and clears the pending code. */
    take(): BrowserCode | null {
      const waiting = code ?? null;
      code = undefined;
      return waiting;
    },

    /** Signs out of the company's identity provider in the browser. @param path from the server */
    async leave(path: string): Promise<boolean> {
      const server = currentServer();
      return server !== undefined && leavePath.test(path) && openExternal(server + path);
    },
  };
}
