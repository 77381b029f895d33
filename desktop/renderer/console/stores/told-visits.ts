/**
 * Visits of which a host has said on this device that they told the visitor themselves, because no e-mail arrives: by the
 * visit's number and the state that they told of, so that a change asks again. Nothing about people.
 */
import { create } from "zustand";
import type { VisitAnswer } from "#contract/visits/visits.ts";

const storageKey = "visitor.console.told";
/** Older ones are over by then. */
const most = 200;

type Told = Pick<VisitAnswer, "id" | "updatedAt">;

const keyOf = ({ id, updatedAt }: Told) => `${id}@${updatedAt}`;

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

const useTold = create<{ readonly told: readonly string[] }>(() => ({ told: kept() }));

/** @returns whether somebody said so of a visit */
export function useIsTold(): (visit: Told) => boolean {
  const { told } = useTold();
  return (visit) => told.includes(keyOf(visit));
}

export function rememberTold(visit: Told): void {
  const told = [...useTold.getState().told, keyOf(visit)].slice(-most);
  useTold.setState({ told });
  localStorage.setItem(storageKey, JSON.stringify(told));
}
