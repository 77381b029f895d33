/** Fills the collections of Directus with the visits of a product database. */
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { FieldCipher } from "#db/field-cipher.ts";
import { indexes } from "./model.ts";

const codes = (kind: number) => `SELECT id, name, en_name FROM user_codes WHERE kind = ${kind}`;

/** By collection, with columns of the same names. A number that nobody can open is another's than those that are looked up. */
const sources: Readonly<Record<string, string>> = {
  companies: "SELECT id, name, en_name FROM companies",
  hosts: "SELECT id, name, en_name, department, position, status, company_id AS company FROM host_users",
  places: codes(9002),
  purposes: codes(9003),
  visits: `SELECT id, reserve_no, status_code, host_user_id AS host, location_id AS place, purpose_id AS purpose,
      start_at, end_at, name, company, '019-' || lpad(id::text, 8, '0') AS cell_phone, car_number, origin, lang,
      created_at, updated_at
    FROM visits WHERE hidden_at IS NULL`,
  visit_logs: `SELECT id, visit_id AS visit, action, from_code, to_code, actor_kind, at
    FROM visit_logs WHERE visit_id IN (SELECT id FROM visits WHERE hidden_at IS NULL)`,
};

async function copy(from: pg.Client, into: pg.Client): Promise<void> {
  for (const [name, rows] of Object.entries(sources)) {
    const { fields } = await from.query(`${rows} LIMIT 0`);
    const columns = fields.map((field) => field.name).join(", ");
    await pipeline(
      from.query(copyTo(`COPY (${rows}) TO STDOUT`)),
      into.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`)),
    );
    await into.query(`SELECT setval(pg_get_serial_sequence('${name}', 'id'), max(id)) FROM ${name}`);
  }
}

interface Sealed {
  readonly id: number;
  readonly reserveNo: string;
  readonly cellCipher: Buffer;
  readonly cellKey: string;
}

/** Numbers are stored as they are: Directus does not encrypt. */
async function copyNumbers(from: pg.Client, into: pg.Client, cipher: FieldCipher): Promise<void> {
  const { rows } = await from.query<Sealed>(
    `SELECT id, reserve_no AS "reserveNo", cell_cipher AS "cellCipher", cell_key AS "cellKey" FROM visits
     WHERE length(cell_cipher) > 1`,
  );
  await into.query(
    "UPDATE visits SET cell_phone = n.number FROM unnest($1::integer[], $2::text[]) AS n (id, number) WHERE visits.id = n.id",
    [rows.map(({ id }) => id), rows.map((row) => cipher.open(row, row.reserveNo))],
  );
}

/** @param urls of the product's database and of Directus's, where the collections are */
export async function fillDirectus(
  urls: { readonly product: string; readonly directus: string },
  cipher: FieldCipher,
): Promise<void> {
  const [from, into] = [new pg.Client(urls.product), new pg.Client(urls.directus)];
  await Promise.all([from.connect(), into.connect()]);
  try {
    await copy(from, into);
    await copyNumbers(from, into, cipher);
    await into.query(indexes);
    await into.query("VACUUM ANALYZE");
  } finally {
    await Promise.all([from.end(), into.end()]);
  }
}
