/** What component tests press and see of a visit: its drawer, its toasts, and the scanner beside it. */
import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect } from "vitest";

/** The drawer of a visit. */
export const drawer = async () => within(await screen.findByRole("dialog", { name: "방문 정보" }));

export const isGone = (find: () => HTMLElement | null) => waitFor(() => expect(find()).toBeNull());

export const drawerIsGone = () => isGone(() => screen.queryByRole("dialog", { name: "방문 정보" }));

/** The drawer shows this visitor. */
export const showsVisit = (name: string) => screen.findByRole("heading", { level: 2, name });

export const hasValue = (field: HTMLElement, value: string) =>
  waitFor(() => expect(field).toHaveProperty("value", value));

/** The button of a toast that takes back what it tells of. */
export const undoButton = () => screen.findByRole("button", { name: "실행 취소" });

/** What the address says of a list. */
export const param = (name: string): string | null => new URLSearchParams(location.search).get(name);

/** Types a code as a scanner does, all at once and Enter behind it, where the focus is. */
export function scan(code: string): void {
  const target = document.activeElement ?? document.body;
  // by the clock of other events, and later than what was typed by hand just now
  const start = new Event("keydown").timeStamp + 1_000;
  for (const [at, key] of [...code, "Enter"].entries()) {
    const event = createEvent.keyDown(target, { key, code: key === "Enter" ? key : "" });
    // at a scanner's speed, however busy the machine is
    Object.defineProperty(event, "timeStamp", { value: start + at * 5 });
    fireEvent(target, event);
  }
}
