/** What component tests press and see of a visit: its drawer, its toasts, and the scanner beside it. */
import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { consoleNetwork, openConsole, person } from "./console.tsx";
import { answerBoard, answerChoices, answerPasses, answerVisits, passAnswer, visitAnswer } from "./visits.ts";

/** The drawer of a visit. */
export const drawer = async () => within(await screen.findByRole("dialog", { name: "방문 정보" }));

/** The drawer of 차도윤's visit in the list of visits, where the pass P-01 is free. @param more what is special of it */
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

/** The only drawer or dialog, its field of this name, and a press of its button. */
export const opened = async () => within(await screen.findByRole("dialog"));
export const fieldIn = async (name: string) => (await opened()).findByRole("textbox", { name });
export const pressIn = async (user: UserEvent, name: string) =>
  user.click(await (await opened()).findByRole("button", { name }));

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
