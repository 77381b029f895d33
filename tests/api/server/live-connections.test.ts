import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect as openSocket } from "node:net";
import { describe, expect, it } from "vitest";
import { limitConnections } from "#api/http/bodies/request-timeouts.ts";
import { publishChanges } from "#api/live/changes.ts";
import { LiveStream } from "#api/live/stream.ts";
import type { Role } from "#contract/roles.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { signedIn, signIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { aboutVisit, eventually } from "../../support/events.ts";
import { liveReaders, publishLiveChanges, publishVisitChange } from "../../support/live-readers.ts";

const path = "/dash/live";
const { server, site } = await seededSite({ liveIntervals: { poll: 100, heartbeat: 20_000 } });

const openStream = liveReaders(() => server);
const staff = (role: Role) => signedIn(server, site.company, role);

describe("GET /dash/live: repeated", () => {
  it("continues after the last event, including changes committed late", async () => {
    const me = await staff("desk");
    const first = await openStream(me);
    const slow = await server.db.transaction();
    await publishChanges(slow, [{ kind: "visit", visitId: 79, hostUserId: site.host }]);
    await first.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    first.close();
    const meanwhile = [
      await publishVisitChange(server.db, site.host),
      await publishVisitChange(server.db, site.host),
    ];
    await slow.commit();

    const second = await openStream(me, server, first.lastEventId);
    for (const id of [79, ...meanwhile]) await second.until(aboutVisit(id));
    expect(second.events).toHaveLength(3);
    expect(second.events.every(({ event }) => event === "change")).toBe(true);
    const next = await publishVisitChange(server.db, site.host);
    await second.until(aboutVisit(next));
    second.close();

    const third = await openStream(me, server, second.lastEventId);
    await third.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    expect(third.events).toHaveLength(1);
  });

  it("may repeat but not lose changes after a disconnect within a batch", async () => {
    const me = await staff("desk");
    const first = await openStream(me);
    const batch = [80, 81, 82].map((visitId) => ({ kind: "visit" as const, visitId, hostUserId: site.host }));
    await publishLiveChanges(server.db, batch);
    await first.until(aboutVisit(82));
    const [broken] = first.events.filter(aboutVisit(80));
    const second = await openStream(me, server, broken?.id);
    for (const { visitId } of batch) await second.until(aboutVisit(visitId));
  });

  it("does not send a host other hosts' missed changes", async () => {
    const me = await staff("host");
    const first = await openStream(me);
    first.close();
    const other = await publishVisitChange(server.db, site.otherHost);
    const own = await publishVisitChange(server.db, me.id);
    const second = await openStream(me, server, first.lastEventId);
    await second.until(aboutVisit(own));
    expect(second.events.some(aboutVisit(other))).toBe(false);
  });

  it.each([
    ["too old", (id: string) => `${Number(id.split(".")[0]) - 3700}.${id.split(".")[1]}`],
    ["in the future", (id: string) => `${id.split(".")[0]}.900000000:900000000:`],
    ["from another server", () => "1234"],
    ["malformed", () => "1773104400.9:1:x"],
    ["an injection attempt", () => "1.'; DROP TABLE changes; --"],
  ])("starts with a reset for a Last-Event-ID that is %s", async (_what, alter) => {
    const me = await staff("desk");
    const first = await openStream(me);
    const second = await openStream(me, server, alter(first.lastEventId));
    await second.until(({ event }) => event === "reset");
    await second.until(aboutVisit(await publishVisitChange(server.db, site.host)));
    expect(second.events.filter(({ event }) => event === "reset")).toHaveLength(1);
  });

  it("starts with a reset after too many changes", async () => {
    const me = await staff("desk");
    const first = await openStream(me);
    first.close();
    await publishLiveChanges(
      server.db,
      Array.from({ length: 1001 }, () => ({ kind: "configuration" as const })),
    );
    const second = await openStream(me, server, first.lastEventId);
    await second.until(({ event }) => event === "reset");
    expect(second.events).toHaveLength(1);
  });

  it("returns 429 for too many streams of a session, not for other sessions", async () => {
    const me = await staff("desk");
    const readers = await Promise.all(Array.from({ length: 6 }, () => openStream(me)));
    expect(Number((await answered(me.get(path), 429)).headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await openStream(await signIn(server, me.loginId))).status).toBe(200);
    readers[0]?.close();
    await eventually(async () => (await openStream(me)).status === 200);
  });
});

describe("live stream of a session", () => {
  it("does not extend the session", async () => {
    const me = await staff("host");
    const before = await server.db("sessions").where({ hostUserId: me.id }).first("activeAt");
    const now = server.now;
    server.now = new Date(now.getTime() + 20 * 60_000);
    const reader = await openStream(me);
    await reader.until(aboutVisit(await publishVisitChange(server.db, me.id)));
    expect(await server.db("sessions").where({ hostUserId: me.id }).first("activeAt")).toEqual(before);
    server.now = now;
  });

  it.each<[string, (who: Awaited<ReturnType<typeof staff>>) => Promise<unknown>]>([
    ["sign-out", (me) => me.post("/dash/logout", { body: {} })],
    ["resignation", ({ id }) => server.db("hostUsers").where({ id: id }).update({ status: "resigned" })],
    ["a change of role", ({ id }) => server.db("hostUsers").where({ id: id }).update({ role: "admin" })],
    [
      "31 idle minutes",
      ({ id }) =>
        server
          .db("sessions")
          .where({ hostUserId: id })
          .update({ activeAt: new Date(server.now.getTime() - 31 * 60_000) }),
    ],
    [
      "twelve hours",
      ({ id }) => server.db("sessions").where({ hostUserId: id }).update({ expiresAt: server.now }),
    ],
  ])("ends after %s", async (_what, end) => {
    const [desk, other] = [await staff("desk"), await staff("desk")];
    const [reader, others] = [await openStream(desk), await openStream(other)];
    const startedAt = performance.now();
    await end(desk);
    await reader.ended;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await others.until(aboutVisit(await publishVisitChange(server.db, site.host)));
  });

  it("ends when the server stops, which refuses new streams", async () => {
    const second = await startOwnServer({ sameDatabaseAs: server });
    const me = await staff("desk");
    const reader = await openStream(me, second);
    await second.deps.live.close();
    await reader.ended;
    expect((await second.get(path, { headers: { Cookie: me.cookie } })).status).toBe(503);
  });
});

describe("slow client", () => {
  it("is disconnected before buffered events fill the memory", async () => {
    let stream: LiveStream | undefined;
    const http = createServer((_request, response) => {
      stream = new LiveStream(
        { sessionId: 1, id: 1, loginId: "slow", role: "desk", deputyFor: [] },
        response,
        () => {},
      );
      stream.open();
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const socket = openSocket((http.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write("GET / HTTP/1.1\r\nHost: slow\r\n\r\n");
    await eventually(() => stream?.isOpen === true);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const text = "9".repeat(50_000);
    let sentBytes = 0;
    while (stream?.isOpen && sentBytes < 200_000_000) {
      stream.heartbeat(text);
      sentBytes += text.length;
      await new Promise(setImmediate);
    }
    expect(stream?.isOpen).toBe(false);
    socket.resume();
    await closed;
    http.close();
  });

  it("is disconnected when it reads nothing of a large response", async () => {
    const answered = Promise.withResolvers<ServerResponse>();
    const http = limitConnections(
      createServer((_request, response) => {
        response.write(Buffer.alloc(50_000_000));
        answered.resolve(response);
      }),
      300,
    ).listen(0, "127.0.0.1");
    await once(http, "listening");
    const socket = openSocket((http.address() as AddressInfo).port, "127.0.0.1").pause();
    socket.write("GET / HTTP/1.1\r\nHost: slow\r\n\r\n");
    await once(await answered.promise, "close");
    socket.destroy();
    http.close();
  });
});
