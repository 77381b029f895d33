/** Rules across tables, each violated once: checked by `npm run db:check` and a restore. */
import type { Knex } from "knex";
import { beforeAll, expect, it } from "vitest";
import { checks, violatedRules } from "#db/checks.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { staffedSite } from "../support/console/staffed-site.ts";
import { siteCipher } from "../support/database/backups.ts";
import { over } from "../support/visits/trash.ts";
import { addLoggedVisit } from "../support/visits/visits.ts";

const { server, site, crew } = await staffedSite({ cipher: siteCipher, now: () => new Date() });
const { db } = server;

/** Violates a rule in spite of constraints and triggers, and restores the data. */
const broken = (breakIt: (trx: Knex.Transaction) => Promise<unknown>): Promise<string[]> =>
  db
    .transaction(async (trx) => {
      await trx.raw("SET LOCAL session_replication_role = replica");
      await breakIt(trx);
      const found = await violatedRules(trx);
      await trx.rollback(new Error(JSON.stringify(found.map(({ rule }) => rule))));
      return [];
    })
    .catch((error) => JSON.parse(error.message));

const one = (trx: Knex.Transaction, more: object = {}) => trx("visits").where({ id: sound }).update(more);
let sound: number;
beforeAll(async () => {
  await confirmKeys(db, siteCipher);
  await addLoggedVisit(server, site);
  sound = (await addLoggedVisit(server, site, { ...over, cellphone: "010-0000-3333" })).id;
  expect(await violatedRules(db)).toEqual([]);
});

const breaches: Record<string, (trx: Knex.Transaction) => Promise<unknown>> = {
  "the log of every visit begins with its creation": (trx) =>
    trx("visitLogs").where({ visitId: sound }).delete(),
  "a visit has the status that its log last gave it": (trx) =>
    trx("visitLogs").where({ visitId: sound }).update({ toCode: "approved" }),
  "a companion's leader is not a companion": async (trx) => {
    const [first, second] = await trx("visits").limit(2).pluck("id");
    await trx("visits").where({ id: first }).update({ leaderId: second });
    await trx("visits").where({ id: second }).update({ leaderId: first });
  },
  "a pass is out only with a visitor who has entered": (trx) =>
    trx("passes").insert({
      vehicle: false,
      passNo: "X",
      status: "issued",
      visitId: sound,
      issuedAt: new Date(),
    }),
  "a delegation has deputies or an absence, and none of its host": (trx) =>
    trx("delegations").insert({
      hostUserId: crew.host.id,
      startAt: server.now,
      endAt: server.now,
      isAway: false,
      createdBy: crew.host.id,
      createdAt: server.now,
    }),
  "the search index matches the visits": (trx) => one(trx, { name: "다른이름" }),
  "visits in the destruction register are deleted": (trx) =>
    trx("destructionRegister").insert({
      at: new Date(),
      actorKind: "job",
      reason: "due",
      visitIds: [sound],
      persons: 1,
      retentionDays: [365],
    }),
  "every key that encrypted a number has left its canary": (trx) => one(trx, { cellKey: "unknown" }),
  "a resigned user has no session": (trx) =>
    trx("hostUsers").where({ id: crew.desk.id }).update({ status: "resigned" }),
  "an erased message belongs to no visit": async (trx) => {
    const erasedMessage = { erasedAt: new Date(), text: "", toName: "", status: "withdrawn" as const };
    await trx("messages").insert({
      ...erasedMessage,
      ref: "erased",
      visitId: sound,
      kind: "sms",
      event: "approve",
      lang: "ko",
      createdAt: new Date(),
      updatedAt: new Date(),
    });
  },
};

it.each(checks.map(({ name }) => name))("%s", async (name) => {
  const breakIt = breaches[name];
  if (!breakIt) throw new Error("no breach is defined");
  expect(await broken(breakIt)).toEqual([name]);
});

it("a sequence is as far as its table", async () => {
  expect(await broken((trx) => trx.raw("SELECT setval('companies_id_seq', 1)"))).toEqual([
    "a sequence is as far as its table",
  ]);
  await db.raw("SELECT setval('companies_id_seq', (SELECT max(id) FROM companies))");
});
