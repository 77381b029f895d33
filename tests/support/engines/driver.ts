/** A browser other than Chromium, as far as the tests drive it: by its own standard protocol, with real keys and clicks. */

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
