import { describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { publishChanges } from "#api/live/changes.ts";
import { type ChangeKind, change } from "#contract/live.ts";
import { type Role, roles } from "#contract/roles.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { addDelegation } from "../../support/console/delegations.ts";
import { signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { aboutVisit, type LiveReader, ofKind } from "../../support/events.ts";
import { liveReaders, publishLiveChanges, publishVisitChange } from "../../support/live-readers.ts";
import { koreanApplication } from "../../support/site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const path = "/dash/live";
const { server, site } = await seededSite();

const openStream = liveReaders(() => server);
const staff = (role: Role) => signedIn(server, site.company, role);

async function readersByRole(): Promise<Map<Role, LiveReader>> {
  const readers = new Map<Role, LiveReader>();
  for (const role of roles) readers.set(role, await openStream(await staff(role)));
  return readers;
}

async function applyFor(hostUser: number): Promise<number> {
  const answer = await server.post("/api/request/simple/save/", {
    body: koreanApplication(site, { hostUser }),
  });
  expect(answer.status, answer.text).toBe(200);
  const { id } = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first("id");
  return id;
}

describe("GET /dash/live: success", () => {
  it("returns an unbuffered, uncached stream that starts with a reset", async () => {
    const reader = await answered(openStream(await staff("desk")));
    expect(reader.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(reader.headers.get("X-Accel-Buffering")).toBe("no");
    expect(reader.headers.get("Cache-Control")).toBe("no-store");
    expect(reader.headers.get("X-Request-Id")).toMatch(/^[\w-]{36}$/);
    expect(reader.text).toMatch(/^retry: \d+\n\nevent: reset\nid: \S+\ndata: \{\}\n\n$/);
  });

  it.each<Role>(["desk", "admin", "privacy"])("sends %s changes of all visits, masked", async (role) => {
    const reader = await openStream(await staff(role));
    const visitId = await applyFor(site.host);
    const event = await reader.until(aboutVisit(visitId));
    expect(event.data).toEqual({ id: expect.any(Number), kind: "visit", visitId });
    expect(change.parse(event.data)).toEqual(event.data);
    expect(event.id).not.toBe("");
    expect(reader.text).not.toMatch(/홍길동|1234|나래/);
  });

  it("sends changes of status", async () => {
    const visitor = { name: "김방문", cellPhone: "010-0000-7777" };
    const body = koreanApplication(site, { name: visitor.name, cellphone: visitor.cellPhone });
    const { reserveNo } = (await server.post("/api/request/simple/save/", { body })).body;
    const { id } = await server.db("visits").where({ reserveNo }).first("id");
    const reader = await openStream(await staff("desk"));
    await server.post("/api/request/cancel", { body: { reserveNo, ...visitor } });
    await reader.until(aboutVisit(id));
  });

  it("sends nothing of a rolled back transaction", async () => {
    const reader = await openStream(await staff("desk"));
    const undone = server.db.transaction(async (trx) => {
      await publishChanges(trx, [{ kind: "visit", visitId: 77, hostUserId: site.host }]);
      throw new Error("taken back");
    });
    await expect(undone).rejects.toThrow("taken back");
    await reader.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    expect(reader.events.some(aboutVisit(77))).toBe(false);
  });

  it("sends both changes when a later id is committed first", async () => {
    const reader = await openStream(await staff("desk"));
    const slow = await server.db.transaction();
    await publishChanges(slow, [{ kind: "visit", visitId: 78, hostUserId: site.host }]);
    const immediate = await publishVisitChange(server.db, site.host);
    const second = await reader.until(aboutVisit(immediate));
    await slow.commit();
    const first = await reader.until(aboutVisit(78));
    expect(first.data.id).toBeLessThan(second.data.id ?? 0);
    await reader.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    expect(reader.events.filter(aboutVisit(immediate))).toHaveLength(1);
    expect(reader.events.filter(aboutVisit(78))).toHaveLength(1);
  });

  it("ignores changes from a restored backup", async () => {
    const reader = await openStream(await staff("desk"));
    await server.db.raw(
      "INSERT INTO changes (kind, visit_id, transaction) VALUES ('visit', 90, '900000000000'::xid8)",
    );
    await reader.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    expect(reader.events.some(aboutVisit(90))).toBe(false);
  });

  it("sends each of many simultaneous changes once", async () => {
    const reader = await openStream(await staff("admin"));
    const ids = await Promise.all(
      Array.from({ length: 100 }, () => publishVisitChange(server.db, site.host)),
    );
    for (const id of ids) await reader.until(aboutVisit(id));
    expect(reader.events.filter(({ event }) => event === "change")).toHaveLength(100);
  });

  it("sends comments to keep a quiet stream open", async () => {
    const paced = await startOwnServer({
      sameDatabaseAs: server,
      liveIntervals: { poll: 2_000, heartbeat: 20 },
    });
    const reader = await openStream(await staff("host"), paced);
    await reader.untilText(/(: still here\nid: \S+\n\n){3}/);
  });

  it("answers HEAD without keeping the connection open", async () => {
    const me = await staff("host");
    await answered(me.send("HEAD", path));
  });
});

describe("GET /dash/live: another host's", () => {
  it("sends a host changes of own visits only", async () => {
    const [host, otherHost] = [await staff("host"), await staff("host")];
    const reader = await openStream(host);
    const other = await publishVisitChange(server.db, otherHost.id);
    const own = await publishVisitChange(server.db, host.id);
    await reader.until(aboutVisit(own));
    expect(reader.events.some(aboutVisit(other))).toBe(false);
  });

  it("sends a deputy the host's changes while the delegation is in force", async () => {
    const paced = await startOwnServer({
      sameDatabaseAs: server,
      liveIntervals: { poll: 20, heartbeat: 20_000 },
    });
    const [deputy, host] = [await staff("host"), await staff("host")];
    const reader = await openStream(deputy, paced);
    const resets = () => reader.events.filter(({ event }) => event === "reset").length;
    const before = await publishVisitChange(server.db, host.id);
    await reader.until(aboutVisit(await publishVisitChange(server.db, deputy.id)));
    const delegation = await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    // The console must reload with the new rights.
    await expect.poll(resets).toBe(2);
    await reader.until(aboutVisit(await publishVisitChange(server.db, host.id)));
    expect(reader.events.some(aboutVisit(before))).toBe(false);
    await server.db("delegations").where({ id: delegation }).update({ endAt: server.now });
    await expect.poll(resets).toBe(3);
    const after = await publishVisitChange(server.db, host.id);
    await reader.until(aboutVisit(await publishVisitChange(server.db, deputy.id)));
    expect(reader.events.some(aboutVisit(after))).toBe(false);
  });

  it("sends a host message changes of own visits only, when queued and sent", async () => {
    // messages of earlier tests
    await sendDue(server.deps);
    const [host, otherHost, desk] = [await staff("host"), await staff("host"), await staff("desk")];
    const visitTo = async ({ id }: typeof host) =>
      (await addVisit(server, site, { hostUserId: id, cellphone: "010-0000-1234" })).id;
    const [own, other] = [await visitTo(host), await visitTo(otherHost)];
    const [reader, all] = [await openStream(host), await openStream(desk)];
    const write = async (to: object) =>
      expect((await desk.post("/dash/sms/send", { body: { to: [to], text: "안내" } })).status).toBe(200);
    await write({ visitID: other });
    await write({ cellPhone: "010-0000-9999" });
    const eventCounts = async () => {
      const mark = aboutVisit(await publishVisitChange(server.db, host.id));
      const count = async (stream: LiveReader) => {
        await stream.until(mark);
        return stream.events.filter(ofKind("sms")).length;
      };
      return [await count(reader), await count(all)];
    };
    expect(await eventCounts()).toEqual([0, 2]);
    await write({ visitID: own });
    expect(await eventCounts()).toEqual([1, 3]);
    expect((await reader.until(ofKind("sms"))).data).toEqual({ id: expect.any(Number), kind: "sms" });
    expect(await sendDue(server.deps)).toBe(3);
    expect(await eventCounts()).toEqual([2, 6]);
  });

  it("sends changes of texts to administrators and privacy officers", async () => {
    const readers = await readersByRole();
    const body = { title: "초안", content: "<p>초안</p>" };
    const writer = await staff("privacy");
    expect((await writer.post("/dash/privacy-policies", { body })).status).toBe(200);
    await publishLiveChanges(server.db, [{ kind: "configuration" }]);
    for (const [role, reader] of readers) {
      await reader.until(ofKind("configuration"));
      expect(reader.events.some(ofKind("text")), role).toBe(role === "admin" || role === "privacy");
    }
  });

  it("sends erasure requests, reviews and templates only to users who may read them", async () => {
    const readers = await readersByRole();
    const [officer, admin] = [await staff("privacy"), await staff("admin")];
    const answers = [
      await officer.post("/dash/erasure-requests", {
        body: { name: "남궁표적", cellPhone: "010-0000-7391" },
      }),
      await officer.post("/dash/access-log/review", { body: { month: "2026-01", note: "" } }),
      await admin.put("/dash/sms/templates/approve", { body: { text: "{name}님, 어서 오십시오." } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { id } = answers[0]?.body ?? {};
    const decided = await officer.put(`/dash/erasure-requests/${id}`, {
      body: { decision: "refuse", reason: "본인이 아님" },
    });
    expect(decided.status, decided.text).toBe(200);
    await publishLiveChanges(server.db, [{ kind: "configuration" }]);
    for (const [role, reader] of readers) {
      await reader.until(ofKind("configuration"));
      const countOf = (kind: ChangeKind) => reader.events.filter(ofKind(kind)).length;
      const mayLook = role === "admin" || role === "privacy";
      expect([countOf("erasureRequest"), countOf("accessReview")], role).toEqual(mayLook ? [2, 1] : [0, 0]);
      expect(countOf("sms"), role).toBe(role === "desk" || role === "admin" ? 1 : 0);
      expect(reader.text).not.toMatch(/남궁|7391/);
    }
  });
});

describe("change notification", () => {
  it("waits for the outermost transaction", async () => {
    const reader = await openStream(await staff("desk"));
    const visitId = 91;
    await server.db.transaction(async (outer) => {
      await outer.transaction((inner) =>
        publishChanges(inner, [{ kind: "visit", visitId, hostUserId: site.host }]),
      );
      expect(reader.events.some(aboutVisit(visitId))).toBe(false);
    });
    await reader.until(aboutVisit(visitId));
  });

  it("is not required: changes are also found by polling within seconds", async () => {
    const polling = await startOwnServer({
      sameDatabaseAs: server,
      env: { LISTEN_URL: "postgres://unknown@127.0.0.1:1/none" },
    });
    const reader = await openStream(await staff("desk"), polling);
    const startedAt = performance.now();
    await reader.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});
