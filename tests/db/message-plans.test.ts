import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { lettersText, type MessageCriteria, messageRow, messageRows } from "#db/queries/messages/list.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { lookAt } from "../support/database/explain.ts";
import { addHost, type Site, seedSite } from "../support/site.ts";

const visits = 4_000;
const messages = 40_000;

let database: TestDatabase;
let db: Knex;
let site: Site;
/** Somebody whom few visit. */
let host: number;
let visit: number;

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 1, isLimited: false });
  site = await seedSite(db);
  host = (await addHost(db, site.company)).id;
  await db.raw(
    `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
     SELECT '260310-' || lpad(n::text, 5, '0'), 'approved', CASE WHEN n % 500 = 0 THEN ?::integer ELSE ?::integer END, ?,
       now() + n * interval '1 minute', now() + (n + 60) * interval '1 minute', '방문객' || n, 'public', 'ko', now()::date
     FROM generate_series(1::bigint, ${visits}) AS n`,
    [host, site.host, site.purpose],
  );
  visit = (await db("visits").where({ hostUserId: host }).first()).id;
  await db.raw(
    `INSERT INTO sms_messages (ref, visit_id, to_name, kind, event, text, lang, status, sent_at, created_at,
       updated_at, next_attempt_at, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key)
     SELECT 'r' || n, v.id, chr((44032 + (n * 37) % 11172)::integer) || chr((44032 + (n * 7919) % 11172)::integer),
       'sms', 'approve', '안내', 'ko', CASE WHEN n % 20000 = 0 THEN 'queued' ELSE 'sent' END, now(),
       now() - n * interval '1 minute', now(), CASE WHEN n % 20000 = 0 THEN now() END,
       '\\x00', 'k', sha256(n::text::bytea), sha256((n % 10000)::text::bytea), 'k'
     FROM generate_series(1::bigint, ${messages}) AS n
     JOIN LATERAL (SELECT id FROM visits WHERE reserve_no = '260310-' || lpad((1 + n % ${visits})::text, 5, '0')) AS v ON true`,
  );
  await db.raw("VACUUM ANALYZE");
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const page = { page: 1, size: 20, sort: undefined };
const sha = async (text: string): Promise<Buffer> =>
  (await db.raw("SELECT sha256(?::text::bytea) AS hash", [text])).rows[0].hash;

const lists: [what: string, criteria: () => Promise<MessageCriteria>][] = [
  ["all", async () => ({})],
  ["a host's", async () => ({ host: [host] })],
  ["a visit's", async () => ({ visit })],
  ["a host's visit's", async () => ({ visit, host: [host] })],
  ["of some days", async () => ({ from: new Date(Date.now() - 86_400_000), to: new Date() })],
  ["to a name", async () => ({ text: lettersText("각남", []) })],
  ["to a number", async () => ({ text: { kind: "number", hashes: [await sha("5")] } })],
  ["to four last digits", async () => ({ text: lettersText("1234", [await sha("1234")]) })],
  ["of a reservation number", async () => ({ text: { kind: "reserveNo", reserveNo: "260310-00500" } })],
];

/** Few or none, wherever they stand. */
const rare: typeof lists = [
  ["of a status", async () => ({ status: ["queued"] })],
  ["of an event", async () => ({ event: ["reject"] })],
  ["of either of two", async () => ({ status: ["failed", "queued"] })],
  ["to a name", async () => ({ text: lettersText("각남", []) })],
];

describe.each(["custom", "generic"] as const)("a list of messages, by a %s plan", (mode) => {
  it.each(lists)("reads no more than it counts: %s", async (_what, criteria) => {
    const asked = await criteria();
    const seen = await lookAt(db, () => messageRows(db, asked, page), { mode });
    expect(seen).toHaveLength(2);
    for (const { sql, scanned, rowsRead } of seen) {
      expect(
        scanned.filter((table) => table === "sms_messages" && rowsRead > 10_001),
        sql,
      ).toEqual([]);
      expect(rowsRead, sql).toBeLessThanOrEqual(20_001);
    }
  });

  it.each(rare)("reads hardly anything for few: %s", async (_what, criteria) => {
    const asked = await criteria();
    const [found] = await lookAt(db, () => messageRows(db, asked, page), { mode });
    expect(found?.scanned).toEqual([]);
    expect(found?.rowsRead).toBeLessThanOrEqual(100);
  });

  it("looks up no visits but those of the page, however deep it is", async () => {
    const [found, rows] = await lookAt(db, () => messageRows(db, {}, { ...page, page: 500 }), { mode });
    expect(found?.indexes.filter((name) => name.startsWith("visits") && name !== "visits_hidden")).toEqual(
      [],
    );
    expect(found?.scanned).not.toContain("visits");
    expect(rows?.pages).toBeLessThanOrEqual(40 * page.size);
  });

  it("finds one by its number alone", async () => {
    const [seen] = await lookAt(db, () => messageRow(db, 5, [host]), { mode });
    expect(seen?.scanned).not.toContain("sms_messages");
  });
});

describe("what is due", () => {
  it("is found by its index, however many were sent", async () => {
    const due = () =>
      db.raw(
        "SELECT id FROM sms_messages WHERE status = 'queued' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT 10",
        [new Date()],
      );
    const [seen] = await lookAt(db, due, { mode: "generic" });
    expect(seen?.indexes).toEqual(["sms_messages_due"]);
    expect(seen?.rowsRead).toBeLessThanOrEqual(10);
  });
});
