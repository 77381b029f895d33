/** The drawer of a visit, its toasts, and the scanner. */
import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { consoleNetwork, openConsole, person } from "./console.tsx";
import { answerBoard, answerChoices, answerPasses, answerVisits, passAnswer, visitAnswer } from "./visits.ts";

/** The drawer of a visit. */
export const drawer = async () => within(await screen.findByRole("dialog", { name: "방문 정보" }));

/** Opens the drawer of 차도윤's visit, with P-01 as an available pass. @param more changes the visit */
export async function openVisit(more: Partial<VisitAnswer> = {}, role: Role = "desk") {
  const me = person(role);
  const network = consoleNetwork(me);
  const visit = visitAnswer({ name: "차도윤", ...more });
  answerVisits(network, visit);
  answerBoard(network, visit);
  answerChoices(network);
  answerPasses(network, passAnswer("P-01"));
  const user = openConsole(`/dash/${role === "host" ? "approvals" : "visits"}?visit=${visit.id}`);
  return { me, network, visit, user, shown: await drawer() };
}

/** The only open drawer or dialog. */
export const opened = async () => within(await screen.findByRole("dialog"));
export const fieldIn = async (name: string) => (await opened()).findByRole("textbox", { name });
export const pressIn = async (user: UserEvent, name: string) =>
  user.click(await (await opened()).findByRole("button", { name }));

export const isGone = (find: () => HTMLElement | null) => waitFor(() => expect(find()).toBeNull());

export const drawerIsGone = () => isGone(() => screen.queryByRole("dialog", { name: "방문 정보" }));

/** Waits until the drawer shows this visitor. */
export const showsVisit = (name: string) => screen.findByRole("heading", { level: 2, name });

export const hasValue = (field: HTMLElement, value: string) =>
  waitFor(() => expect(field).toHaveProperty("value", value));

/** The undo button of a toast. */
export const undoButton = () => screen.findByRole("button", { name: "실행 취소" });

/** A search parameter of the address. */
export const param = (name: string): string | null => new URLSearchParams(location.search).get(name);

/** Types a code and Enter where the focus is, at a scanner's speed. */
export function scan(code: string): void {
  const target = document.activeElement ?? document.body;
  // later than preceding keys, which must not count as part of the scan
  const start = new Event("keydown").timeStamp + 1_000;
  for (const [at, key] of [...code, "Enter"].entries()) {
    const event = createEvent.keyDown(target, { key, code: key === "Enter" ? key : "" });
    // independent of the machine's load
    Object.defineProperty(event, "timeStamp", { value: start + at * 5 });
    fireEvent(target, event);
  }
}
