/**
 * What somebody typed and did not send yet, kept while the console is open: a session that ends in the middle of it
 * loses nothing, and nobody else who signs in sees it. In memory only, because it is about people; but for texts that
 * everybody is to read, which take hours to write and outlast a reload.
 */
import { create } from "zustand";

interface Drafts {
  /** Whose they are: a host user's id. */
  readonly owner: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

const prefix = "visitor.console.draft.";
const lasting = "text-";

/** The key of a draft that is kept on the device too. Nothing about people may lie under it. */
export const lastingKey = (name: string): string => lasting + name;

export const useDrafts = create<Drafts>(() => ({ owner: undefined, values: {} }));

interface Kept {
  readonly owner: number;
  readonly value: unknown;
}

function readKept(name: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "") as Kept;
  } catch {
    return undefined;
  }
}

/** What this person left on the device; what anybody else did goes. */
function restore(owner: number): Drafts["values"] {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
    const kept = readKept(name);
    if (kept?.owner === owner) values[name.slice(prefix.length)] = kept.value;
    else localStorage.removeItem(name);
  }
  return values;
}

function keepOnDevice(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ owner: useDrafts.getState().owner, value }));
  } catch {
    // A full disk: it is still kept while the console is open.
  }
}

/** Tells who is signed in, before a screen of theirs is shown; what somebody else typed goes. */
export function ownDrafts(owner: number): void {
  if (useDrafts.getState().owner !== owner) useDrafts.setState({ owner, values: restore(owner) });
}

export const readDraft = <T>(key: string): T | undefined => useDrafts.getState().values[key] as T | undefined;

export const hasDraft = (key: string): boolean => key in useDrafts.getState().values;

/** Something is typed that is gone when the console is closed, on whatever screen. */
export const hasUnsavedDraft = (): boolean =>
  Object.keys(useDrafts.getState().values).some((key) => !key.startsWith(lasting));

export function keepDraft(key: string, value: unknown): void {
  useDrafts.setState(({ values }) => ({ values: { ...values, [key]: value } }));
  if (key.startsWith(lasting)) keepOnDevice(key, value);
}

export function dropDraft(key: string): void {
  if (!hasDraft(key)) return;
  useDrafts.setState(({ values: { [key]: _, ...values } }) => ({ values }));
  if (key.startsWith(lasting)) localStorage.removeItem(prefix + key);
}
