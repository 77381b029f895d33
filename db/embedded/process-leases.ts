import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify, isAlive, type ProcessIdentity } from "./lock.mjs";

/**
 * Writes down that this process uses the cluster: one file a use in `<folder>/users`. Call under the start lock.
 * @returns takes the note back; may be called twice
 */
export function acquire(folder: string): () => void {
  const users = join(folder, "users");
  mkdirSync(users, { recursive: true });
  const note = join(users, `${process.pid}-${randomUUID()}.json`);
  writeFileSync(note, JSON.stringify(identify(process.pid)));
  return () => rmSync(note, { force: true });
}

/** The live processes that use the cluster, one entry a use. Notes of dead ones are removed. Call under the start lock. */
export function leaseHolders(folder: string): ProcessIdentity[] {
  const users = join(folder, "users");
  const live: ProcessIdentity[] = [];
  mkdirSync(users, { recursive: true });
  for (const name of readdirSync(users)) {
    const user = readNote(join(users, name));
    if (user && isAlive(user)) live.push(user);
    else rmSync(join(users, name), { force: true });
  }
  return live;
}

function readNote(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
