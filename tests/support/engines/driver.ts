/** A browser other than Chromium, as far as the tests drive it: by its own standard protocol, with real keys and clicks. */
import { spawnSync } from "node:child_process";
import { install, mayInstall } from "../debian.ts";

/** An element of the page, as the browser names it. */
export type Handle = string;

/** Keys that write nothing, as WebDriver has them. */
export const keys = { enter: "\uE007", tab: "\uE004", escape: "\uE00C" } as const;

export interface Driver {
  open(url: string): Promise<void>;
  /** Runs the body of a function with JSON values in the page. @returns its JSON value */
  run(body: string, ...args: readonly unknown[]): Promise<unknown>;
  /** The same for a body that returns an element or null. */
  element(body: string, ...args: readonly unknown[]): Promise<Handle | undefined>;
  click(element: Handle): Promise<void>;
  /** Presses keys into what has the focus. */
  type(element: Handle, text: string): Promise<void>;
  /** PNG of what is in sight. MiniBrowser of WebKitGTK 2.50 crashes over it. */
  picture?(): Promise<Buffer>;
  close(): Promise<void>;
}

const isThere = (program: string) => spawnSync("which", [program]).status === 0;

/**
 * A program of Debian's that tests start, installed where it is missing and we may.
 * @param packages each program with the package that has it
 * @returns why it is not there; undefined where it is
 * @throws in CI, which must have it
 */
export function missing(packages: Readonly<Record<string, string>>, what: string): string | undefined {
  const absent = () => Object.keys(packages).filter((program) => !isThere(program));
  const wanted = absent().flatMap((program) => packages[program] ?? []);
  if (wanted.length > 0 && mayInstall()) install(wanted, what, console.log);
  const [first] = absent();
  if (first === undefined) return undefined;
  const reason = `no ${first}: install ${packages[first]} (Debian)`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}
