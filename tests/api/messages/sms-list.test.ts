import { beforeEach, describe, expect, it } from "vitest";
import { messageStatuses, templateEvents } from "#contract/messages/sms.ts";
import { answered } from "../../support/api.ts";
import type { SignedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { lastAccess } from "../../support/console/tables.ts";
import { raceForRow } from "../../support/database/row-locks.ts";
import { addMessage, eraseMessage, messageOf, renewCorrespondents } from "../../support/messages.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
let own: number;
let theirs: number;

beforeEach(async () => {
  ({ own, theirs } = await renewCorrespondents({ server, site, crew }));
});

describe("GET /dash/sms", () => {
  const list = async (query = "", by: SignedIn = crew.desk) =>
    (await answered(by.get(`/dash/sms${query}`))).body;
  const idsOf = async (query: string, by?: SignedIn): Promise<number[]> =>
    (await list(query, by)).rows.map(({ id }: { id: number }) => id);

  it("returns the message masked, in the site's time zone, with status and actions", async () => {
    const { id } = await addMessage(server, {
      visitId: own,
      status: "failed",
      error: "2230 없는 번호",
      attempts: 1,
      provider: "solapi",
      sentBy: crew.host.id,
      event: "manual",
      text: "안내 문자",
    });
    const { rows, total, totalCapped } = await list();
    expect([total, totalCapped]).toEqual([1, false]);
    expect(rows).toEqual([
      {
        id,
        visit: { id: own, reserveNo: expect.any(String), name: "홍길동" },
        to: { kind: "visitor", name: "홍길동", cellPhone: "010-00**-*234", email: "" },
        kind: "sms",
        event: "manual",
        text: "안내 문자",
        bytes: 9,
        lang: "ko",
        status: "failed",
        attempts: 1,
        error: "2230 없는 번호",
        provider: "solapi",
        providerMessageId: "",
        sentBy: { id: crew.host.id, name: "한주인" },
        sentByKey: null,
        createdAt: "2026-03-10 10:00",
        sentAt: null,
        nextAttemptAt: null,
        erased: false,
        actions: ["retry"],
      },
    ]);
    expect(await lastAccess(server.db)).toMatchObject({
      hostUserId: crew.desk.id,
      action: "/dash/sms",
      visitIds: [own],
    });
  });

  it("filters by ids, for a host only messages of own visits", async () => {
    const [first, second, third] = [
      await addMessage(server, { visitId: own }),
      await addMessage(server, { visitId: own }),
      await addMessage(server, { visitId: theirs }),
    ];
    const query = `?ids=${first?.id},${third?.id}&sort=createdAt`;
    expect(await idsOf(query)).toEqual([first?.id, third?.id]);
    expect(await idsOf(query, crew.host)).toEqual([first?.id]);
    expect(second?.id).toEqual(expect.any(Number));
    expect((await crew.desk.get("/dash/sms?ids=1,x")).body).toEqual({ ids: expect.any(String) });
  });

  it("returns the product's own errors in the user's language", async () => {
    await addMessage(server, { status: "unknown", error: "interrupted" });
    expect((await list()).rows[0].error).toBe(
      "서버가 발송 중에 멈춰 결과를 기록하지 못했습니다. 이미 전달되었을 수 있습니다.",
    );
    const english = await crew.desk.get("/dash/sms", { lang: "en" });
    expect(english.body.rows[0].error).toBe(
      "The server stopped while sending and could not record the result; it may have been delivered.",
    );
  });

  it("returns to a host only messages of own visits", async () => {
    const toVisitor = await addMessage(server, { visitId: own });
    const toHost = await addMessage(server, { visitId: own, hostUserId: crew.host.id, event: "apply" });
    await addMessage(server, { visitId: theirs });
    await addMessage(server, {});
    expect(await idsOf("", crew.host)).toEqual([toHost.id, toVisitor.id]);
    expect(await idsOf(`?visit=${theirs}`, crew.host)).toEqual([]);
    expect(await idsOf("?q=5678", crew.host)).toEqual([]);
    expect((await list("")).total).toBe(4);
  });

  it("searches by name, initial consonants, number, last four digits and reservation number", async () => {
    const hong = await addMessage(server, { visitId: own });
    const seong = await addMessage(server, { visitId: theirs, toName: "성춘향", cellPhone: "010-0000-5678" });
    const { reserveNo } = await server.db("visits").where({ id: theirs }).first();
    for (const q of ["춘향", "ㅅㅊㅎ", "010-0000-5678", "+82 10 0000 5678", "5678", reserveNo]) {
      expect(await idsOf(`?q=${encodeURIComponent(q)}`), q).toEqual([seong.id]);
    }
    expect(await idsOf("?q=홍길")).toEqual([hong.id]);
    expect(await idsOf("?q=홍")).toEqual([]);
    expect(await idsOf("?q=몽룡")).toEqual([]);
    const kim = await addMessage(server, { visitId: own, toName: "KIM Min Seo" });
    for (const q of ["kimmin", "Kim Min", "SEO", "minseo"])
      expect(await idsOf(`?q=${encodeURIComponent(q)}`), q).toEqual([kim.id]);
    const [personHash] = server.cipher.hashes("010-0000-5678");
    expect(await server.db("accessLog").where({ personHash })).not.toEqual([]);
  });

  it("filters by status, event, visit and day, and pages", async () => {
    const day = (n: number) => new Date(`2026-03-${String(n).padStart(2, "0")}T01:00:00Z`);
    const added: number[] = [];
    for (const [i, status] of messageStatuses.entries()) {
      const event = templateEvents[i % templateEvents.length];
      const { id } = await addMessage(server, { status, event, visitId: own, createdAt: day(i + 1) });
      added.push(id);
    }
    expect(await idsOf("?status=failed,unknown")).toEqual([added[5], added[4]]);
    expect(await idsOf("?event=approve")).toEqual([added[1]]);
    expect(await idsOf(`?visit=${theirs}`)).toEqual([]);
    expect(await idsOf("?from=2026-03-02&to=2026-03-03")).toEqual([added[2], added[1]]);
    expect(await idsOf("?sort=createdAt&size=2&page=2")).toEqual([added[2], added[3]]);
    expect((await list("?size=2&page=2")).total).toBe(messageStatuses.length);
  });

  it("leaves out hidden visits, to which no message can be sent", async () => {
    const { id } = await addMessage(server, { visitId: own, status: "failed" });
    await server
      .db("visits")
      .where({ id: own })
      .update({ statusCode: "ended", endedBecause: "done", hiddenAt: server.now });
    expect(await idsOf("")).toEqual([]);
    expect(await idsOf(`?visit=${own}`)).toEqual([]);
    expect((await crew.desk.post(`/dash/sms/${id}/retry`, { body: {} })).status).toBe(404);
    const answer = await crew.desk.post("/dash/sms/send", { body: { to: [{ visitID: own }], text: "x" } });
    expect(Object.keys(answer.body)).toEqual(["to.0.visitID"]);
  });

  it("returns an erased message without personal data", async () => {
    const { id } = await addMessage(server, { status: "sent", visitId: own });
    await eraseMessage(server, id);
    expect((await list()).rows[0]).toMatchObject({
      text: "",
      to: { name: "", cellPhone: "" },
      erased: true,
      actions: [],
    });
  });
});

describe("GET /dash/sms/recipients", () => {
  const read = (visits: string, by: SignedIn = crew.desk) => by.get(`/dash/sms/recipients?visits=${visits}`);

  it("returns variables of visits in the visitor's language, masked, and logs the access", async () => {
    const more = { name: "Jane", lang: "en", cellphone: "+12025550100", locationId: null } as const;
    const { id: english } = await addVisit(server, site, more);
    const { body } = await answered(read(`${own},${english}`));
    expect(body).toEqual([
      {
        visitID: own,
        name: "홍길동",
        cellPhone: "010-00**-*234",
        email: "",
        lang: "ko",
        values: {
          name: "홍길동",
          reserveNo: expect.any(String),
          startDate: "2026-03-10 10:00",
          place: "본관",
          host: "한주인",
          company: "가온정밀",
        },
      },
      expect.objectContaining({
        visitID: english,
        lang: "en",
        cellPhone: "***",
        email: "",
        values: expect.objectContaining({ host: "Cheolsu Kim", company: "Gaon Precision" }),
      }),
    ]);
    expect(body[1].values.place).not.toBe("안내데스크");
    expect(await lastAccess(server.db)).toMatchObject({
      action: "/dash/sms/recipients",
      visitIds: [own, english],
    });
  });

  it("leaves out unknown and other hosts' visits, and returns visitors without a number", async () => {
    const { id: unreachable } = await addVisit(server, site, { hostUserId: crew.host.id });
    const { body } = await read(`${own},${theirs},${unreachable},2147483647`, crew.host);
    expect(body.map(({ visitID, cellPhone }: Record<string, unknown>) => [visitID, cellPhone])).toEqual([
      [own, "010-00**-*234"],
      [unreachable, ""],
    ]);
  });

  it.each(["", "0", "1,", "a", "99999999999", Array(501).fill(1).join(",")])("rejects %s", async (visits) => {
    expect(Object.keys((await answered(read(visits), 400)).body)).toEqual(["visits"]);
  });
});

describe("POST /dash/sms/{id}/retry", () => {
  const retry = (id: number, by: SignedIn = crew.desk) => by.post(`/dash/sms/${id}/retry`, { body: {} });

  it.each(["failed", "unknown"] as const)("queues a message that is %s again", async (status) => {
    const { id } = await addMessage(server, { status, visitId: own, attempts: 6, error: "x" });
    const answer = await answered(retry(id, crew.host));
    expect(answer.body).toMatchObject({ id, status: "queued", error: "", actions: [] });
    expect(await messageOf(server.db, id)).toMatchObject({
      status: "queued",
      attempts: 6,
      maxAttempts: 12,
      nextAttemptAt: server.now,
    });
    expect(await lastAccess(server.db)).toMatchObject({ action: "/dash/sms/:id/retry", visitIds: [own] });
  });

  it.each(["queued", "sending", "sent", "kept", "withdrawn"] as const)(
    "returns 405 for a message with the status %s",
    async (status) => {
      const { id } = await addMessage(server, { status });
      expect((await answered(retry(id), 405)).text).toBe("다시 보낼 수 있는 메시지가 아닙니다.");
      expect(await messageOf(server.db, id)).toMatchObject({ status });
    },
  );

  it("returns 405 for a lookup code", async () => {
    const { id } = await addMessage(server, { status: "failed", event: "lookupCode" });
    expect((await retry(id)).status).toBe(405);
  });

  it("returns 404 for a message of another host's visit, and for an unknown one", async () => {
    const { id } = await addMessage(server, { status: "failed", visitId: theirs });
    const failed = await addMessage(server, { status: "failed" });
    for (const one of [id, failed.id, 2_000_000_000]) {
      expect((await retry(one, crew.host)).status).toBe(404);
    }
    expect(await messageOf(server.db, id)).toMatchObject({ status: "failed" });
  });

  it("queues the message once for simultaneous calls", async () => {
    const { id } = await addMessage(server, { status: "unknown" });
    const answers = await raceForRow(server.db, { table: "messages", id }, 2, () =>
      Promise.all([retry(id), retry(id, crew.admin)]),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
  });
});
