/**
 * What a site has set up, kept by the process (docs/decisions/server/configuration.md). Every request asks the database
 * whether its version is still the newest; those that come at the same time ask together.
 */
import type { Knex } from "knex";
import { afterCommit } from "./after-commit.ts";
import { isPublic } from "./connections/places.ts";
import { gather } from "./gather.ts";

/** What was read under one version. */
export interface KeptSite {
  readonly version: string;
  /**
   * What a function reads, kept by the function: the same one reads once under a version.
   * @param db where it reads; in a transaction, that one
   */
  get<Value>(db: Knex, read: (db: Knex) => Promise<Value>): Promise<Value>;
}

const readVersion = gather(async (db, asked: readonly undefined[]) => {
  const { rows } = await db.raw<{ rows: [{ version: string }] }>(
    "SELECT version FROM site_version WHERE single = ?",
    [true],
  );
  return asked.map(() => rows[0].version);
});

const isTransaction = (db: Knex): db is Knex.Transaction => db.isTransaction === true;

function keep(version: string): KeptSite {
  const values = new Map<unknown, unknown>();
  const ofOthers = new Map<unknown, Promise<unknown>>();
  const ofPublic: typeof ofOthers = new Map();
  return {
    version,
    async get<Value>(db: Knex, read: (db: Knex) => Promise<Value>) {
      if (values.has(read)) return values.get(read) as Value;
      // A transaction holds a connection: it must not wait for somebody's read that may still wait for one. What it reads
      // may be its own change, and is kept once that is committed.
      if (isTransaction(db)) {
        const value = await read(db);
        afterCommit(db, () => values.set(read, value));
        return value;
      }
      // Others may have to wait for a connection where the public has one.
      const underWay = isPublic() ? ofPublic : ofOthers;
      const known = underWay.get(read) as Promise<Value> | undefined;
      if (known) return known;
      const asked = read(db);
      underWay.set(read, asked);
      try {
        const value = await asked;
        values.set(read, value);
        return value;
      } finally {
        underWay.delete(read);
      }
    },
  };
}

const kept = new WeakMap<object, KeptSite>();
const ofTransactions = new WeakMap<Knex.Transaction, KeptSite>();

/** Lets a transaction work with the site as its call found it, so that the version is asked for once a call. */
export const giveSite = (trx: Knex.Transaction, site: KeptSite): void => void ofTransactions.set(trx, site);

/**
 * The site as it is now; in a transaction that was given one, that one. What a transaction has changed itself is seen after
 * its commit.
 * @param db in a transaction, another version than the one that is kept is not kept for others
 */
export async function currentSite(db: Knex): Promise<KeptSite> {
  const given = isTransaction(db) ? ofTransactions.get(db) : undefined;
  return given ?? siteOf(db, await readVersion(db, undefined));
}

/** The site under a version that was read just now. */
export function siteOf(db: Knex, version: string): KeptSite {
  const { config } = db.client;
  const known = kept.get(config);
  if (known?.version === version) return known;
  const site = keep(version);
  if (!db.isTransaction) kept.set(config, site);
  return site;
}
