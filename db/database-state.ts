/** State of a database that the pools of a process share. */
import type { Knex } from "knex";
import { DatabaseUnavailable } from "./error-code.ts";

export interface DatabaseState {
  /** Connections without an answer since then may be dead, because one of them was. */
  suspectBefore: number;
  /** Time of the last answer on any connection. */
  heardAt: number;
  /** Connecting failed; until then no attempt is made. */
  awayUntil: number;
  /** PostgreSQL's disk is full, until a write succeeds. */
  isFull: boolean;
  /** Commits wait for a standby that does not answer. */
  writesWait: boolean;
}

export const newState = (): DatabaseState => ({
  suspectBefore: -1,
  heardAt: -1,
  awayUntil: -1,
  isFull: false,
  writesWait: false,
});

export const databaseState = (db: Knex): DatabaseState => db.client.config.state;

/** False while the disk is full or the standby is lost. */
export function canWrite(db: Knex): boolean {
  const { isFull, writesWait } = databaseState(db);
  return !isFull && !writesWait;
}

/** Statements whose commit would wait; values are not part of a statement. A locked row is a write, too. */
const writing = /\b(insert|update|delete|share)\b/i;

/** @throws DatabaseUnavailable at once for a statement that would wait for the standby */
export function refuseWrite(sql: string): void {
  if (writing.test(sql)) throw new DatabaseUnavailable("writes wait for a standby");
}
