/** The site that is measured: many visits around today, people who look theirs up, visits to decide on and passes. */
import type { Knex } from "knex";
import { addMinutes, dayStart, floorToStep, fromInstant, toInstant } from "#contract/dates.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { connect } from "#db/knex.ts";
import { seedVisits } from "#tests/support/database/many-visits.ts";
import { koreanApplication } from "#tests/support/site.ts";

const zone = "Asia/Seoul";
const hour = 3_600_000;

/** Visits that are issued and returned, or approved, in one round at most. */
const worked = 4_000;

export interface Person {
  readonly name: string;
  readonly cellPhone: string;
}

export interface BenchSite {
  readonly people: readonly Person[];
  /** Hosts with a telephone. */
  readonly hosts: readonly number[];
  /** With the passes `B-<place>` at hand. */
  readonly toIssue: readonly number[];
  readonly toApprove: readonly number[];
  readonly days: { readonly from: string; readonly to: string };
  application(n: number): unknown;
  /** Makes the visits to issue and to approve as they were. */
  reset(): Promise<void>;
}

/** @param minutes from now, in steps of ten */
const wall = (minutes: number) => addMinutes(floorToStep(fromInstant(new Date(), zone)), minutes);

interface Sealing {
  readonly id: number;
  readonly reserveNo: string;
  readonly number: string;
}

async function sealNumbers(db: Knex, cipher: FieldCipher, visits: readonly Sealing[]): Promise<void> {
  for (let from = 0; from < visits.length; from += 5_000) {
    const part = visits.slice(from, from + 5_000);
    const sealed = part.map(({ number, reserveNo }) => cipher.seal(number, reserveNo));
    await db.raw(
      `UPDATE visits SET cell_cipher = s.cipher, cell_key = s.key, cell_hash = s.hash, cell_last_four_hash = s.last_four,
         cell_hash_key = s.hash_key
       FROM unnest(?::integer[], ?::bytea[], ?::text[], ?::bytea[], ?::bytea[], ?::text[])
         AS s (id, cipher, key, hash, last_four, hash_key) WHERE visits.id = s.id`,
      [
        part.map(({ id }) => id),
        sealed.map((one) => one.cellCipher),
        sealed.map((one) => one.cellKey),
        sealed.map((one) => one.cellHash),
        sealed.map((one) => one.cellLastFourHash),
        sealed.map((one) => one.cellHashKey),
      ],
    );
  }
}

/** Gives the visits of these days numbers that can be opened; three in a row are one person's. */
export async function numberPeople(db: Knex, cipher: FieldCipher, since: Date): Promise<Person[]> {
  const visits: { id: number; reserveNo: string; name: string }[] = await db("visits")
    .where("startAt", ">=", since)
    .orderBy("id")
    .limit(60_000)
    .select("id", "reserveNo", "name");
  const personOf = (n: number) => {
    const first = Math.floor(n / 3);
    const digits = String(first).padStart(8, "0");
    return {
      name: visits[first * 3]?.name ?? "",
      cellPhone: `010-${digits.slice(0, 4)}-${digits.slice(4)}`,
    };
  };
  await sealNumbers(
    db,
    cipher,
    visits.map(({ id, reserveNo }, n) => ({ id, reserveNo, number: personOf(n).cellPhone })),
  );
  await db.raw(
    "UPDATE visits SET name = p.name FROM unnest(?::integer[], ?::text[]) AS p (id, name) WHERE visits.id = p.id",
    [visits.map(({ id }) => id), visits.map((_, n) => personOf(n).name)],
  );
  return Array.from({ length: Math.min(1_000, Math.floor(visits.length / 3)) }, (_, n) => personOf(n * 3));
}

/** Adds visits that are alike but for their numbers. @returns their ids */
async function addAlike(
  db: Knex,
  cipher: FieldCipher,
  like: {
    kind: string;
    statusCode: string;
    from: number;
    to: number;
    site: Awaited<ReturnType<typeof seedVisits>>;
  },
): Promise<number[]> {
  const { kind, statusCode, from, to, site } = like;
  const { rows } = await db.raw<{ rows: { id: number; reserveNo: string }[] }>(
    `INSERT INTO visits (reserve_no, status_code, host_user_id, location_id, purpose_id, start_at, end_at, name, company,
       origin, lang, destroy_on)
     SELECT '261121-' || ? || lpad(n::text, 4, '0'), ?, ?, ?, ?, ?, ?, '김방문', '나래상사', 'public', 'ko', '2099-01-01'
     FROM generate_series(1, ?::integer) AS n RETURNING id, reserve_no AS "reserveNo"`,
    [
      ...[kind, statusCode, site.firstHost, site.place, site.purpose],
      ...[toInstant(wall(from), zone), toInstant(wall(to), zone), worked],
    ],
  );
  await sealNumbers(
    db,
    cipher,
    rows.map((row) => ({ ...row, number: "010-1234-5678" })),
  );
  return rows.map(({ id }) => id);
}

/** Fills an empty database. @param count of visits */
export async function fillSite(databaseUrl: string, cipher: FieldCipher, count: number): Promise<BenchSite> {
  const db = connect(databaseUrl, { poolSize: 1, isLimited: false });
  const today = fromInstant(new Date(), zone).slice(0, 10);
  const midnight = dayStart(today, zone).getTime();
  // Before there are numbers that nobody can open.
  await confirmKeys(db, cipher);
  const site = await seedVisits(db, count, { until: new Date(midnight + 12 * hour), ...cipher.writing });
  await db.raw("UPDATE host_users SET cell_phone = '010-' || lpad(id::text, 4, '0') || '-0000'");
  const people = await numberPeople(db, cipher, new Date(midnight - 24 * hour));
  const toIssue = await addAlike(db, cipher, { kind: "A", statusCode: "approved", from: -10, to: 600, site });
  const toApprove = await addAlike(db, cipher, {
    kind: "B",
    statusCode: "applied",
    // Ten days from now: not within the days of the list, nor in the evening before them.
    from: 14_400,
    to: 14_460,
    site,
  });
  await db.raw(
    "INSERT INTO passes (vehicle, pass_no) SELECT false, 'B-' || n FROM generate_series(0, ?::integer) AS n",
    [worked - 1],
  );
  const hosts: number[] = (await db("hostUsers").where("id", ">=", site.firstHost).select("id")).map(
    ({ id }) => id,
  );
  await db.raw("VACUUM ANALYZE");
  await db.destroy();
  const day = (n: number) => fromInstant(new Date(midnight + (n * 24 + 12) * hour), zone).slice(0, 10);
  return {
    people,
    hosts,
    toIssue,
    toApprove,
    days: { from: day(3), to: day(5) },
    application: (n) =>
      koreanApplication(site, {
        hostUser: hosts[n % hosts.length],
        startDate: wall(60),
        endDate: wall(120),
        cellphone: "010-0000-4321",
      }),
    async reset() {
      const work = connect(databaseUrl, { poolSize: 1, isLimited: false });
      await work.raw(
        `UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL WHERE visit_id = ANY(?::integer[])`,
        [toIssue],
      );
      await work.raw(
        `UPDATE visits SET status_code = 'approved', entered_at = NULL, entered_from = NULL, exited_at = NULL
         WHERE id = ANY(?::integer[]) AND status_code <> 'approved'`,
        [toIssue],
      );
      await work.raw(
        "UPDATE visits SET status_code = 'applied' WHERE id = ANY(?::integer[]) AND status_code <> 'applied'",
        [toApprove],
      );
      await work.raw("VACUUM visits, passes, visit_search");
      await work.destroy();
    },
  };
}
