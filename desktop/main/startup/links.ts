/**
 * Links into the app, `visit://261120-7KQ2M` or `visit://1234`, from e-mails and other programs. They are untrusted: a
 * strict pattern accepts them, and they only open a visit in the console. `visit://sign-in/…` returns the code of a
 * browser sign-in, which is useless without its verifier.
 */
import type { VisitLink } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";

export const linkScheme = "visit";

/** A reservation number, without letters that resemble digits, or a visit's id. */
const pattern = /^visit:\/\/(?:(\d{6}-[\dA-HJKMNP-TV-Z]{5})|([1-9]\d{0,8}))\/?$/i;

/** @returns undefined for any other text */
export function parseLink(text: string): VisitLink | undefined {
  const [, reserveNo, id] = pattern.exec(text) ?? [];
  if (reserveNo !== undefined) return { reserveNo: reserveNo.toUpperCase() };
  return id === undefined ? undefined : { id: Number(id) };
}

const signInPattern = /^visit:\/\/sign-in\/([\w-]{43})\/?$/;

/** Parses the code of a browser sign-in; undefined for any other text. */
export const parseSignIn = (text: string): string | undefined => signInPattern.exec(text)?.[1];

export type Links = ReturnType<typeof createLinks>;

/** Keeps the last link until the console takes it, possibly after connecting and signing in. */
export function createLinks(log: Log) {
  let waiting: VisitLink | undefined;
  let arrived: (() => void) | undefined;
  let signedIn: ((code: string) => void) | undefined;

  /** @returns false if refused */
  function offer(text: string): boolean {
    const code = parseSignIn(text);
    if (code !== undefined && signedIn) {
      signedIn(code);
      return true;
    }
    const link = parseLink(text);
    if (!link) {
      // untrusted content stays out of the log
      log("link-refused", { length: text.length });
      return false;
    }
    waiting = link;
    arrived?.();
    return true;
  }

  /** Finds a link in the command-line arguments. */
  function offerFrom(argv: readonly string[]): void {
    const links = argv.slice(1).filter((word) => /^visit:/i.test(word));
    // browsers and mail programs pass a single link
    if (links.length > 1) log("link-refused", { count: links.length });
    else if (links[0] !== undefined) offer(links[0]);
  }

  function take(): VisitLink | null {
    const link = waiting ?? null;
    waiting = undefined;
    return link;
  }

  return {
    offer,
    offerFrom,
    take,
    /** @param listener notifies the window of a pending link */
    onArrival(listener: () => void): void {
      arrived = listener;
    },
    /** @param listener receives the code of a browser sign-in */
    onSignIn(listener: (code: string) => void): void {
      signedIn = listener;
    },
  };
}
