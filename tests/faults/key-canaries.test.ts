import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { FieldCipher, type Key } from "#db/field-cipher.ts";
import { confirmKeys, giveUpKey } from "#db/key-canaries.ts";
import { rotateKeys } from "#db/rotate-keys.ts";
import { databaseName } from "#scripts/lib/data-loss.ts";
import { sharedEnv } from "../support/api-process.ts";
import { seededSite } from "../support/console/staffed-site.ts";
import { truncate } from "../support/database/truncate.ts";
import { addMessage, messageOf } from "../support/messages.ts";
import { runNode } from "../support/run-node.ts";
import { addVisit } from "../support/visits/visits.ts";

const key = (id: string): Key => ({ id, secret: randomBytes(32) });
const [d1, d2, h1, h2] = [key("d1"), key("d2"), key("h1"), key("h2")];
const first = new FieldCipher({ data: [d1], hash: [h1] });
const both = new FieldCipher({ data: [d2, d1], hash: [h2, h1] });
const second = new FieldCipher({ data: [d2], hash: [h2] });

const { server, site } = await seededSite();
const { db } = server;
const addEncrypted = (cipher = first) =>
  addVisit(Object.assign(Object.create(server), { cipher }), site, { cellphone: "010-0000-1234" });
const canaries = async () =>
  (await db("keyCanaries").whereNull("givenUpAt").orderBy("key")).map(({ kind, key: id }) => `${kind} ${id}`);

beforeEach(() => truncate(db, "visits", "messages", "erasure_requests", "key_canaries"));

describe("encryption keys of a database", () => {
  it("are recorded at their first use", async () => {
    await confirmKeys(db, first);
    expect(await canaries()).toEqual(["data d1", "hash h1"]);
    await addEncrypted();
    await confirmKeys(db, first);
  });

  it.each([
    ["data", { data: [key("d1")], hash: [h1] }, /: the data key "d1" differs\. Start with the keys/],
    ["hash", { data: [d1], hash: [key("h1")] }, /: the hash key "h1" differs\./],
  ] as const)("are rejected when a %s key has a known name and another value", async (_, keys, sentence) => {
    await confirmKeys(db, first);
    await expect(confirmKeys(db, new FieldCipher(keys))).rejects.toThrow(sentence);
    expect(await canaries()).toEqual(["data d1", "hash h1"]);
  });

  it("are rejected when one used by a row is missing", async () => {
    await confirmKeys(db, first);
    await addEncrypted();
    await expect(confirmKeys(db, second)).rejects.toThrow(
      /: the data key "d1" is missing, the hash key "h1" is missing\./,
    );
    expect(await canaries()).toEqual(["data d1", "hash h1"]);
  });

  it("are added and removed by a rotation", async () => {
    await confirmKeys(db, first);
    await addEncrypted();
    await confirmKeys(db, both);
    expect(await canaries()).toEqual(["data d1", "data d2", "hash h1", "hash h2"]);
    await rotateKeys(db, both);
    await confirmKeys(db, second);
    expect(await canaries()).toEqual(["data d2", "hash h2"]);
  });

  it("of a database without recorded keys are tested on its rows, of which one may be damaged", async () => {
    await addEncrypted();
    const { id } = await addEncrypted();
    const wrong = (keys: { data: [Key]; hash: [Key] }) => confirmKeys(db, new FieldCipher(keys));
    await expect(wrong({ data: [key("d1")], hash: [h1] })).rejects.toThrow(/data key "d1" differs/);
    await expect(wrong({ data: [d1], hash: [key("h1")] })).rejects.toThrow(/hash key "h1" differs/);
    await expect(wrong({ data: [d2], hash: [h2] })).rejects.toThrow(/"d1" is missing, .*"h1" is missing/);
    expect(await canaries()).toEqual([]);
    await db("visits")
      .where({ id })
      .update({ cellCipher: randomBytes(40) });
    await confirmKeys(db, first);
    expect(await canaries()).toEqual(["data d1", "hash h1"]);
  });

  it.each([true, false])("can be given up, and used again when found (recorded: %s)", async (known) => {
    if (known) await confirmKeys(db, first);
    await addEncrypted();
    await giveUpKey(db, { kind: "data", key: "d1" });
    await giveUpKey(db, { kind: "hash", key: "h1" });
    await confirmKeys(db, second);
    expect(await canaries()).toEqual(["data d2", "hash h2"]);
    await expect(confirmKeys(db, new FieldCipher({ data: [d2, key("d1")], hash: [h2] }))).rejects.toThrow(
      /data key "d1" differs/,
    );
    await confirmKeys(db, both);
    expect(await canaries()).toEqual(["data d1", "data d2", "hash h1", "hash h2"]);
  });
});

describe("server with wrong keys", () => {
  const right = sharedEnv(server.databaseUrl);
  const wrong = { ...right, ...pickKeys(sharedEnv(server.databaseUrl)) };
  const start = (env: NodeJS.ProcessEnv) =>
    serve({ settings: readSettings(env), databaseUrl: server.databaseUrl });

  function pickKeys({ DATA_KEYS, HASH_KEYS }: NodeJS.ProcessEnv) {
    return { DATA_KEYS, HASH_KEYS };
  }

  it("does not start and changes no message", async () => {
    await (await start(right)).close();
    const { id } = await addMessage(server);
    await expect(start(wrong)).rejects.toThrow(/the data key "k" differs, the hash key "k" differs/);
    expect(await messageOf(db, id)).toMatchObject({ status: "queued", attempts: 0 });
    await (await start({ ...right, JOBS: "off" })).close();
  });

  it("cannot run keys:rotate, except to give up a key", async () => {
    await confirmKeys(db, first);
    await addEncrypted();
    const text = ({ id, secret }: Key) => `${id}:${secret.toString("base64")}`;
    const env = { DATABASE_URL: server.databaseUrl, DATA_KEYS: text(d2), HASH_KEYS: text(h1) };
    const rotate = (...args: string[]) => runNode(".", ["resources/scripts/keys.ts", "rotate", ...args], env);
    const refused = await rotate();
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/the data key "d1" is missing/);
    expect(refused.output).not.toMatch(/ at /);
    expect((await rotate("--lost=d1")).output).toContain("--lost names a key like data:2026");
    const consent = `--yes-lose-data=${databaseName(server.databaseUrl)}`;
    const unsure = await rotate("--lost=data:d1");
    expect(unsure.output).toContain(`npm run keys:rotate -- --lost=data:d1 ${consent}`);
    await expect(confirmKeys(db, new FieldCipher({ data: [d2], hash: [h1] }))).rejects.toThrow(
      /"d1" is missing/,
    );
    expect((await rotate("--lost=data:d1", consent)).output).toMatch(/The data key "d1" is given up/);
    await confirmKeys(db, new FieldCipher({ data: [d2], hash: [h1] }));
  });
});
