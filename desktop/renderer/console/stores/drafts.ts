/**
 * Unsent input while the console is open: it survives an expired session, and other users do not see it. Only in memory,
 * because it contains personal data. Public texts take hours to write and are also saved on the device.
 */
import { create } from "zustand";

interface Drafts {
  /** Host user id of the owner. */
  readonly owner: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

const prefix = "visitor.console.draft.";
const persistentPrefix = "text-";

/** Key of a draft that is also saved on the device. Must not contain personal data. */
export const persistentKey = (name: string): string => persistentPrefix + name;

export const useDrafts = create<Drafts>(() => ({ owner: undefined, values: {} }));

interface StoredDraft {
  readonly owner: number;
  readonly value: unknown;
}

function readStored(name: string): StoredDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "") as StoredDraft;
  } catch {
    return undefined;
  }
}

/** Restores the owner's saved drafts and deletes those of other users. */
function restore(owner: number): Drafts["values"] {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
    const stored = readStored(name);
    if (stored?.owner === owner) values[name.slice(prefix.length)] = stored.value;
    else localStorage.removeItem(name);
  }
  return values;
}

function saveOnDevice(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ owner: useDrafts.getState().owner, value }));
  } catch {
    // Storage is full: the draft stays in memory.
  }
}

/** Sets the signed-in user before their screens are shown; drops other users' drafts. */
export function setDraftOwner(owner: number): void {
  if (useDrafts.getState().owner !== owner) useDrafts.setState({ owner, values: restore(owner) });
}

export const readDraft = <T>(key: string): T | undefined => useDrafts.getState().values[key] as T | undefined;

export const hasDraft = (key: string): boolean => key in useDrafts.getState().values;

/** Whether there are drafts that closing the console would lose. */
export const hasUnsavedDraft = (): boolean =>
  Object.keys(useDrafts.getState().values).some((key) => !key.startsWith(persistentPrefix));

export function saveDraft(key: string, value: unknown): void {
  useDrafts.setState(({ values }) => ({ values: { ...values, [key]: value } }));
  if (key.startsWith(persistentPrefix)) saveOnDevice(key, value);
}

export function dropDraft(key: string): void {
  if (!hasDraft(key)) return;
  useDrafts.setState(({ values: { [key]: _, ...values } }) => ({ values }));
  if (key.startsWith(persistentPrefix)) localStorage.removeItem(prefix + key);
}
