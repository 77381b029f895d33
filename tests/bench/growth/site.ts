/** What the calls of growth.bench.ts are about: the same questions in each database, of records that it holds. */
import { fromInstant } from "#contract/dates.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { connect } from "#db/knex.ts";

export const zone = "Asia/Seoul";

export const loginIds = {
  desk: "growth-desk",
  privacy: "growth-privacy",
  admin: "growth-admin",
  host: "many-1",
} as const;

export interface GrowthSite {
  readonly company: number;
  readonly host: number;
  readonly place: number;
  readonly purpose: number;
  /** Of today's traffic, the latest first. */
  readonly recentVisits: readonly number[];
  /** Spread over all there are. */
  readonly visits: readonly number[];
  readonly leaders: readonly number[];
  readonly people: readonly {
    readonly name: string;
    readonly cellPhone: string;
    readonly reserveNo: string;
  }[];
  /** Days of the site's calendar, by how many days ago they were. */
  day(ago: number): string;
  /** In the middle of what the database holds. */
  readonly middleDay: string;
}

export async function readSite(databaseUrl: string, cipher: FieldCipher): Promise<GrowthSite> {
  const db = connect(databaseUrl, { poolSize: 1, isLimited: false });
  const ids = async (sql: string): Promise<number[]> =>
    (await db.raw<{ rows: { id: number }[] }>(sql)).rows.map(({ id }) => id);
  const [host = 0] = await ids(`SELECT id FROM host_users WHERE login_id = '${loginIds.host}'`);
  const [company = 0] = await ids(`SELECT company_id AS id FROM host_users WHERE id = ${host}`);
  const [place = 0] = await ids("SELECT id FROM user_codes WHERE name = '장소1'");
  const [purpose = 0] = await ids("SELECT id FROM user_codes WHERE name = '목적1'");
  const sealed: { name: string; reserveNo: string; cellCipher: Buffer; cellKey: string }[] = await db(
    "visits",
  )
    .where("startAt", ">", new Date())
    .orderBy("id")
    .limit(300)
    .select("name", "reserveNo", "cellCipher", "cellKey");
  const { rows } = await db.raw<{ rows: [{ middle: Date }] }>(
    "SELECT min(start_at) + (max(start_at) - min(start_at)) / 2 AS middle FROM visits",
  );
  const site: GrowthSite = {
    company,
    host,
    place,
    purpose,
    recentVisits: await ids("SELECT id FROM visits WHERE hidden_at IS NULL ORDER BY id DESC LIMIT 500"),
    visits: await ids(`SELECT v.id FROM generate_series(1, 500) AS n
      JOIN visits v ON v.id = 1 + (n * 7919::bigint * 1009) % (SELECT max(id) FROM visits) AND v.hidden_at IS NULL`),
    leaders: await ids(
      `SELECT leader.id FROM visits v JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
       ORDER BY v.id DESC LIMIT 100`,
    ),
    people: sealed.map(({ name, reserveNo, ...number }) => ({
      ...{ name, reserveNo, cellPhone: cipher.open(number, reserveNo) },
    })),
    day: (ago) => fromInstant(new Date(Date.now() - ago * 24 * 3_600_000), zone).slice(0, 10),
    middleDay: fromInstant(rows[0].middle, zone).slice(0, 10),
  };
  await db.destroy();
  return site;
}
