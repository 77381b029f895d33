/** A browser other than Chromium, driven by WebDriver with real keys and clicks. */

/** The protocol's id of an element. */
export type Handle = string;

/** WebDriver's codes of special keys. */
export const keys = { enter: "\uE007", tab: "\uE004", escape: "\uE00C" } as const;

export interface Driver {
  open(url: string): Promise<void>;
  /** Runs the body of a function with JSON values in the page. @returns its JSON value */
  run(body: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Runs a body that returns an element or null. */
  element(body: string, ...args: readonly unknown[]): Promise<Handle | undefined>;
  click(element: Handle): Promise<void>;
  /** Types into the focused element. */
  type(element: Handle, text: string): Promise<void>;
  /** PNG of the viewport. Missing for WebKitGTK 2.50, whose MiniBrowser crashes. */
  picture?(): Promise<Buffer>;
  close(): Promise<void>;
}
