/**
 * Links into the program, `visit://261120-7KQ2M` or `visit://1234`, from mails and other programs. Anybody can make one:
 * it is read by one strict pattern and leads to a visit in the console, nowhere else. `visit://sign-in/…` brings the code
 * of a sign-in back that was begun in the browser; it is no use to whoever did not begin one.
 */
import type { VisitLink } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";

export const linkScheme = "visit";

/** A reservation number as the server makes it, without the letters that look like digits; or a visit's id. */
const pattern = /^visit:\/\/(?:(\d{6}-[\dA-HJKMNP-TV-Z]{5})|([1-9]\d{0,8}))\/?$/i;

/** @returns undefined for anything that is not exactly such a link */
export function parseLink(text: string): VisitLink | undefined {
  const [, reserveNo, id] = pattern.exec(text) ?? [];
  if (reserveNo !== undefined) return { reserveNo: reserveNo.toUpperCase() };
  return id === undefined ? undefined : { id: Number(id) };
}

const signInPattern = /^visit:\/\/sign-in\/([\w-]{43})\/?$/;

/** The code of a sign-in that comes back from the browser; undefined for anything else. */
export const parseSignIn = (text: string): string | undefined => signInPattern.exec(text)?.[1];

export type Links = ReturnType<typeof createLinks>;

/** Keeps the last link until the console takes it, which may be after connecting and signing in. */
export function createLinks(log: Log) {
  let waiting: VisitLink | undefined;
  let arrived: (() => void) | undefined;
  let signedIn: ((code: string) => void) | undefined;

  /** @returns false where it was refused */
  function offer(text: string): boolean {
    const code = parseSignIn(text);
    if (code !== undefined && signedIn) {
      signedIn(code);
      return true;
    }
    const link = parseLink(text);
    if (!link) {
      // what it says is a stranger's and stays out of the log
      log("link-refused", { length: text.length });
      return false;
    }
    waiting = link;
    arrived?.();
    return true;
  }

  /** Looks for a link among the words that the program was started with. */
  function offerFrom(argv: readonly string[]): void {
    const links = argv.slice(1).filter((word) => /^visit:/i.test(word));
    // a browser or mail program hands over one
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
    /** @param listener tells the window that there is one to take */
    onArrival(listener: () => void): void {
      arrived = listener;
    },
    /** @param listener takes the code of a sign-in that comes back */
    onSignIn(listener: (code: string) => void): void {
      signedIn = listener;
    },
  };
}
