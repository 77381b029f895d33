/**
 * What somebody typed and did not send yet, kept while the console is open: a session that ends in the middle of it
 * loses nothing, and nobody else who signs in sees it. In memory only, because it is about people.
 */
import { create } from "zustand";

interface Drafts {
  /** Whose they are: a host user's id. */
  readonly owner: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

export const useDrafts = create<Drafts>(() => ({ owner: undefined, values: {} }));

/** Tells who is signed in; what somebody else typed goes. */
export function ownDrafts(owner: number): void {
  if (useDrafts.getState().owner !== owner) useDrafts.setState({ owner, values: {} });
}

export const readDraft = <T>(key: string): T | undefined => useDrafts.getState().values[key] as T | undefined;

export const hasDraft = (key: string): boolean => key in useDrafts.getState().values;

export const keepDraft = (key: string, value: unknown): void =>
  useDrafts.setState(({ values }) => ({ values: { ...values, [key]: value } }));

export function dropDraft(key: string): void {
  if (!hasDraft(key)) return;
  useDrafts.setState(({ values: { [key]: _, ...values } }) => ({ values }));
}
