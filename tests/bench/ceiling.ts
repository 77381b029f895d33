/**
 * The ceiling (quality, "Speed"): bare node:http and pg with prepared statements. It does for a call what the call's
 * recording says, writes one log line, and sends the recorded answer. Says where it listens; ends with its parent.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { type Recording, revive, type Statement } from "./recording.ts";

const [file = "", databaseUrl = ""] = process.argv.slice(2);
const recordings: Record<string, Recording[]> = JSON.parse(readFileSync(file, "utf8"));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: "-c jit=off" });
const log = pino({ level: "info" }, pino.destination({ dest: "/dev/null", sync: false }));

const names = new Map<string, string>();
const nameOf = (text: string) => {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
};

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const fresh = {
  reserveNo: () =>
    `${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}-${Array.from(randomBytes(5), (byte) => letters[byte % 32]).join("")}`,
  key: () => randomUUID(),
};

const revived = new Map<Statement, unknown[]>();
const valuesOf = (statement: Statement, ids: readonly unknown[]): unknown[] => {
  const known = revived.get(statement) ?? statement.values.map(revive);
  revived.set(statement, known);
  if (statement.fresh.length + statement.from.length === 0) return known;
  const values = [...known];
  for (const { place, as } of statement.fresh) values[place] = fresh[as]();
  for (const { place, statement: index } of statement.from) values[place] = ids[index];
  return values;
};

async function replay({ statements }: Recording): Promise<void> {
  const client = await pool.connect();
  const ids: unknown[] = [];
  let isBroken = true;
  try {
    for (const statement of statements) {
      const { text } = statement;
      const values = valuesOf(statement, ids);
      const { rows } = await client.query(values.length > 0 ? { name: nameOf(text), text, values } : text);
      ids.push(rows?.[0]?.id);
    }
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", async () => {
    const [, call = "", variant = "0"] = (request.url ?? "").split("/");
    const recording = recordings[call]?.[Number(variant)];
    if (!recording) return void response.writeHead(404).end();
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString("utf8"));
    try {
      await replay(recording);
    } catch (error) {
      console.error(call, (error as Error).message);
      return void response.writeHead(500).end();
    }
    log.info({ requestId: randomUUID(), route: call, status: 200 }, "request");
    response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(JSON.parse(recording.answer)));
  });
});
server.listen(0, "127.0.0.1", () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.once("disconnect", () => process.exit(0));
