/**
 * A site's year, told through the calls alone: set up from nothing, filled, used by visitors in two languages, by hosts,
 * the desk and the privacy officer, until what the law gives an end has gone.
 */
import { afterAll, describe, expect, it } from "vitest";
import { createFirstAdmin, recoverAdmin } from "#api/features/host-users/admin-commands.ts";
import { cleanUp } from "#api/jobs/clean-up.ts";
import { destroyDue } from "#api/jobs/destroy-due.ts";
import { endVisits } from "#api/jobs/end-visits.ts";
import { sendNotices, tendMessages } from "#api/jobs/notices.ts";
import { mandatoryTypes } from "#contract/texts/terms.ts";
import { accept, yearSecret as secret, setUpFromTemplates, tokenOf } from "../../support/console/set-up.ts";
import { day, startYear } from "../../support/console/year.ts";
import { findInDatabase } from "../../support/database/find-in-database.ts";
import { agreementsTo, consentNow, ok, type Stranger, stranger, tracesOf } from "../../support/strangers.ts";

const { server, ids, people, passTime, wall, as, apply, visitIdOf } = await startYear();
afterAll(() => server.close());

describe("a site's year", () => {
  it("begins with nothing but an administrator, and takes no applications", async () => {
    await createFirstAdmin(server.db, {
      loginId: "chief",
      name: "총관리",
      company: "연중정밀",
      password: secret,
    });
    const admin = await as("chief");
    const { ready, steps } = await ok(admin.get("/dash/setup"));
    expect(ready).toBe(false);
    expect(steps.filter(({ needed }: { needed: boolean }) => needed).length).toBeGreaterThan(2);
    expect((await server.get("/api/config")).body.ready).toBe(false);
    expect((await server.get("/api/privacy/applied")).status).toBe(404);
  });

  it("is set up from the templates, by the administrator alone", async () => {
    const admin = await as("chief");
    await ok(
      admin.put("/dash/config", {
        body: { customerCompany: { ko: "연중정밀", en: "Yearlong Precision" }, retentionDays: 300 },
      }),
    );
    Object.assign(ids, await setUpFromTemplates(admin));
    expect((await ok(admin.get("/dash/setup"))).ready).toBe(true);
    expect((await server.get("/api/config")).body).toMatchObject({
      ready: true,
      customerCompany: { ko: "연중정밀", en: "Yearlong Precision" },
    });
  });

  it("gets its people: a desk, a privacy officer, 200 hosts from a list", async () => {
    const admin = await as("chief");
    for (const role of ["desk", "privacy"]) {
      const cellPhone = role === "desk" ? "010-0000-9009" : undefined;
      const body = { loginId: `the-${role}`, name: `담당${role}`, company: ids.company, role, cellPhone };
      const { invitation } = await ok(admin.post("/dash/hostusers", { body }));
      // Nobody could send the officer a message or confirm: whoever runs the server makes the link.
      const made = role === "privacy" ? await recoverAdmin(server.deps, body.loginId) : undefined;
      await accept(server, made?.token ?? tokenOf(invitation));
    }
    const rows = Array.from({ length: 200 }, (_, n) => ({
      loginId: `host${n}`,
      name: `임직원${n % 150}`,
      enName: `Staff ${n}`,
      company: "연중정밀",
      department: `${n % 12}팀`,
      cellPhone: n < 3 ? `010-0000-900${n}` : undefined,
    }));
    const bad = await admin.post("/dash/hostusers/batch", {
      body: { rows: rows.map((row, n) => (n === 137 ? { ...row, loginId: "host1" } : row)) },
    });
    expect(bad.status).toBe(400);
    expect(Object.keys(bad.body)).toEqual(["rows.137.loginId"]);
    const { saved, ids: hosts } = await ok(admin.post("/dash/hostusers/batch", { body: { rows } }));
    expect(saved).toBe(200);
    const invited = await ok(admin.post("/dash/hostusers/invite", { body: { ids: hosts.slice(0, 3) } }));
    for (const invitation of invited) await accept(server, tokenOf(invitation));
    hosts.slice(0, 3).forEach((id: number, n: number) => {
      ids[`host${n}`] = id;
    });
    const desk = await as("the-desk");
    for (let n = 1; n <= 12; n++) await ok(desk.post("/api/pass", { body: { passNo: `Y-${n}` } }));
    await ok(desk.post("/api/vehicle-pass", { body: { passNo: "YV-1" } }));
    expect(
      (await server.get(`/visitor/findHostUsers?s=${encodeURIComponent("임직원7")}&company=${ids.company}`))
        .body.length,
    ).toBeGreaterThan(0);
  });

  it("has 30 visitors apply in two languages, and find their applications again", async () => {
    for (let n = 0; n < 30; n++) {
      const one = stranger(n);
      const answer = await apply(one, ids[`host${n % 3}`] ?? 0);
      expect(answer.status, answer.text).toBe(200);
      people.push({ ...one, reserveNo: answer.body.reserveNo });
    }
    const [first] = people;
    const found = await ok(
      server.post("/api/request/search", { body: { name: first?.name, cellPhone: first?.cellphone } }),
    );
    expect(found.map(({ reserveNo }: Stranger) => reserveNo)).toEqual([first?.reserveNo]);
    expect(JSON.stringify(found)).not.toContain(first?.cellphone);
  });

  it("lets hosts decide, each for their own", async () => {
    const desk = await as("the-desk");
    for (const one of people) one.id = await visitIdOf(desk, one.reserveNo ?? "");
    for (let n = 0; n < 27; n++) {
      const host = await as(`host${n % 3}`);
      const { id } = people[n] ?? {};
      const isRefused = n % 9 === 8;
      const call = isRefused ? "reject" : "approve";
      await ok(
        host.put(`/dash/user/${call}/${id}`, { body: isRefused ? { reason: "일정이 겹칩니다." } : {} }),
      );
    }
    await tendMessages(server.deps);
    const sent = await ok(desk.get("/dash/sms?size=200"));
    const events = sent.rows.map(({ event }: { event: string }) => event);
    expect(events.filter((event: string) => event === "approve")).toHaveLength(24);
    expect(events.filter((event: string) => event === "reject")).toHaveLength(3);
    expect(events.filter((event: string) => event === "apply")).toHaveLength(30);
    expect(new Set(sent.rows.map(({ status }: { status: string }) => status))).toEqual(new Set(["kept"]));
    const other = await as("host0");
    expect((await other.put(`/dash/user/approve/${people[28]?.id}`, { body: {} })).status).toBe(404);
  });

  it("lets a party of five in, of whom two leave with their passes", async () => {
    const desk = await as("the-desk");
    const companions = [31, 32, 33, 34]
      .map(stranger)
      .map(({ name, cellphone, company }) => ({ name, cellphone, company }));
    const lead = stranger(30);
    const leader = await ok(
      desk.post("/dash/visits/reserve", {
        body: {
          hostUser: ids.host0,
          location: ids.place,
          purpose: ids.purpose,
          startDate: wall(10),
          endDate: wall(300),
          name: lead.name,
          cellphone: lead.cellphone,
          email: "yeonjung@example.net",
          company: lead.company,
          note: "연중비고 특이",
          companions,
        },
      }),
    );
    const followers = await ok(desk.get(`/api/visitor/${leader.id}/followers`));
    const party = followers.map(({ id }: { id: number }, n: number) => ({
      visitID: id,
      passNo: `Y-${n + 2}`,
    }));
    const issued = await ok(
      desk.post(`/dash/visits/${leader.id}/issue`, {
        body: { visitID: leader.id, passNo: "Y-1", carPassNo: "YV-1", guide: "연중안내", party },
      }),
    );
    expect(issued.map(({ statusCode }: { statusCode: string }) => statusCode)).toEqual(
      Array(5).fill("entered"),
    );
    passTime(200);
    const evening = await as("the-desk");
    const members = [leader.id, ...followers.map(({ id }: { id: number }) => id)];
    for (const [n, id] of members.entries()) {
      await ok(evening.put(`/dash/visits/${id}/recovery`, { body: { passReturned: n < 3 } }));
    }
    expect((await ok(evening.get("/api/visit/not-returns"))).total).toBe(2);
    people.push(...[30, 31, 32, 33, 34].map((n, place) => ({ ...stranger(n), id: members[place] })));
  });

  it("takes a group that applies together: who is handed a link agrees by it, who is not comes without", async () => {
    await ok((await as("chief")).put("/dash/config", { body: { companions: true } }));
    const group = [51, 52, 53].map(stranger);
    const [lead, ...others] = group as [Stranger, Stranger, Stranger];
    const companions = others.map(({ name, cellphone }, n) => (n === 0 ? { name } : { name, cellphone }));
    const { reserveNo } = await ok(apply(lead, Number(ids.host0), { companions }));
    const own = { name: lead.name, cellPhone: lead.cellphone, reserveNo };
    const [row] = await ok(server.post("/api/request/search", { body: { ...own, reserveNo: undefined } }));
    expect(row.companions.map(({ hasAnswered }: { hasAnswered: boolean }) => hasAnswered)).toEqual([
      false,
      false,
    ]);
    const companion = row.companions[0].reserveNo;
    const { link } = await ok(server.post("/api/request/companion-link", { body: { ...own, companion } }));
    const token = link.split("#")[1];
    await ok(server.post("/api/visit-link/agree", { body: { token, ...(await consentNow(server, "ko")) } }));
    const desk = await as("the-desk");
    const leader = await visitIdOf(desk, reserveNo);
    const followers = await ok(desk.get(`/api/visitor/${leader}/followers`));
    expect(followers.map(({ consentMissing }: { consentMissing: boolean }) => consentMissing)).toEqual([
      false,
      true,
    ]);
    const visits = [leader, ...followers.map(({ id }: { id: number }) => id)];
    people.push(...group.map((one, n) => ({ ...one, id: visits[n] })));
  });

  it("has a deputy decide while a host is away, and passes on what nobody decides", async () => {
    const today = wall().slice(0, 10);
    const delegation = { from: today, to: today, deputies: [ids.host1], isAway: true };
    await ok((await as("host0")).post("/dash/delegations", { body: delegation }));
    await ok((await as("chief")).put("/dash/config", { body: { escalateAfterHours: 1 } }));
    const desk = await as("the-desk");
    const asking = [55, 56].map(stranger);
    for (const one of asking) {
      one.reserveNo = (await ok(apply(one, Number(ids.host0)))).reserveNo;
      one.id = await visitIdOf(desk, one.reserveNo ?? "");
    }
    people.push(...asking);
    const [decided, waiting] = asking.map(({ id }) => id);
    const path = `/dash/user/approve/${decided}`;
    const approve = async (login: string) => (await as(login)).put(path, { body: {} });
    expect((await approve("host2")).status).toBe(404);
    await ok(approve("host1"));
    const log = await ok(desk.get(`/dash/visits/${decided}/logs`));
    expect(log.at(-1).actor).toEqual({ kind: "staff", name: "임직원1", onBehalfOf: "임직원0" });
    const chief = await as("chief");
    await ok(chief.put(`/dash/holidays/${today}`, { body: { name: "창립기념일", off: true } }));
    passTime(70);
    const toldOf = async (event: string): Promise<Record<string, { id: number; name: string }>[]> => {
      await sendNotices(server.deps);
      return (await ok((await as("the-desk")).get(`/dash/sms?event=${event}`))).rows;
    };
    const deputyOf = (rows: Record<string, { id: number; name: string }>[]) =>
      rows.find(({ visit }) => visit?.id === waiting)?.to?.name;
    // nobody works on the site's own holiday
    expect(deputyOf(await toldOf("applyDeputy"))).toBeUndefined();
    await ok((await as("chief")).send("DELETE", `/dash/holidays/${today}`));
    expect(deputyOf(await toldOf("applyDeputy"))).toBe("임직원1");
    expect(await toldOf("applyDesk")).toEqual([]);
    passTime(60);
    // one message for all that wait
    expect(await toldOf("applyDesk")).toMatchObject([{ to: { name: "담당desk" } }]);
  });

  it("takes a consent at the desk, and tells another system of it without a number", async () => {
    const { id, cellphone } = people.find(({ name }) => name === stranger(53).name) as Stranger;
    const desk = await as("the-desk");
    const { url } = await ok(desk.post(`/dash/visits/${id}/desk-link`, { body: {} }));
    const agreement = { token: tokenOf({ url }), ...(await consentNow(server, "ko")) };
    await ok(server.post("/api/visit-link/agree", { body: agreement }));
    const [consent] = await ok(desk.get(`/dash/visits/${id}/consents`));
    expect(consent).toMatchObject({ channel: "desk", handedOverBy: "담당desk" });
    const body = { name: "연중게이트", permissions: ["visits.see", "desk"] };
    const made = await ok((await as("chief")).post("/dash/api-keys", { body }));
    const headers = { Authorization: `Bearer ${made.secret}` };
    const seen = await server.get(`/dash/visits/${id}`, { headers });
    expect(seen.body).toMatchObject({ id, consentMissing: false });
    expect(seen.text).not.toContain(cellphone);
    const reveal = await server.post(`/dash/visits/${id}/reveal`, { headers, body: { reason: "연동" } });
    expect(reveal.status).toBe(403);
  });

  it("ends the day: the undecided expire, the passes that are out stay on the list", async () => {
    passTime(day);
    expect(await endVisits(server.deps)).toBeGreaterThan(25);
    const desk = await as("the-desk");
    const { rows } = await ok(desk.get("/api/visit?status=ended&size=200"));
    const reasons = rows.map(({ endedBecause }: { endedBecause: string }) => endedBecause);
    expect(new Set(reasons)).toEqual(new Set(["expired", "noShow", "done"]));
    const out = (await ok(desk.get("/api/visit/not-returns"))).rows;
    expect(out).toHaveLength(2);
    await ok(desk.put(`/dash/visits/${out[0].id}/recovery`, { body: {} }));
    const lost = (await ok(desk.get(`/api/pass?q=${out[1].pass.passNo}`))).rows[0];
    await ok(desk.put(`/api/pass/${lost.id}`, { body: { status: "lost" } }));
    expect((await ok(desk.get("/api/visit/not-returns"))).total).toBe(0);
  });

  it("changes its terms, which the next visitor agrees to anew", async () => {
    const officer = await as("the-privacy");
    const terms = ids.필수동의 ?? 0;
    const [before] = await ok(server.get("/api/terms/deployed")).then((all) =>
      all.filter(({ id }: { id: number }) => id === terms),
    );
    const { id } = await ok(
      officer.post(`/dash/terms/${terms}/versions`, {
        body: { body: "새로운 수집 항목입니다.", enBody: "New items." },
      }),
    );
    const stale = stranger(40);
    const agreedBefore = await server.get("/api/terms/deployed");
    await ok(officer.put(`/dash/terms/${terms}/versions/${id}/deploy`, { body: {} }));
    const mandatory = agreedBefore.body.filter(({ contentType }: { contentType: never }) =>
      mandatoryTypes.includes(contentType),
    );
    const agreements = agreementsTo(mandatory);
    const refused = await apply(stale, ids.host1 ?? 0, { agreements });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["_"]]);
    const taken = await apply(stale, ids.host1 ?? 0);
    expect(taken.status, taken.text).toBe(200);
    const desk = await as("the-desk");
    const visit = await visitIdOf(desk, taken.body.reserveNo);
    people.push({ ...stale, id: visit });
    const receipts = await ok(officer.get(`/dash/visits/${visit}/consents`));
    const receipt = receipts.find(({ title }: { title: string }) => title === before.title);
    expect(receipt).toMatchObject({ version: before.currentVersion.version + 1, agreed: true });
    await ok(desk.post(`/dash/visits/${visit}/reveal`, { body: { reason: "주차장 차량 이동 요청" } }));
  });

  it("lets a person ask that their data be erased", async () => {
    const officer = await as("the-privacy");
    passTime(2 * day);
    await endVisits(server.deps);
    const one = people[3];
    const asked = await (await as("the-privacy")).post("/dash/erasure-requests", {
      body: { name: one?.name, cellPhone: one?.cellphone },
    });
    expect(asked.status, asked.text).toBe(200);
    expect((await officer.get("/dash/trash-privacy")).status).toBe(401);
    const again = await as("the-privacy");
    await ok(
      again.put(`/dash/erasure-requests/${asked.body.id}`, {
        body: { decision: "erase", reason: "본인 요청" },
      }),
    );
    expect(
      (await server.post("/api/request/search", { body: { name: one?.name, cellPhone: one?.cellphone } }))
        .body,
    ).toEqual([]);
  });

  it("passes, and the trash fills and is emptied by the officer and, for what is forgotten, by the job", async () => {
    passTime(301 * day);
    await endVisits(server.deps);
    const officer = await as("the-privacy");
    const due = await ok(officer.get("/dash/trash-privacy?state=due&size=200"));
    expect(due.total).toBe(people.length - 1);
    const some = due.rows.slice(0, 5).map(({ id }: { id: number }) => id);
    await ok(officer.put("/dash/trash-privacy/soft", { body: { ids: some.slice(0, 2) } }));
    await ok(officer.put("/dash/trash-privacy/restore", { body: { ids: some.slice(0, 1) } }));
    const admin = await as("chief");
    expect((await admin.put("/dash/trash-privacy/hard", { body: { ids: some } })).status).toBe(403);
    await ok(officer.put("/dash/trash-privacy/hard", { body: { ids: some } }));
    passTime(6 * day);
    // All of a year at once is no usual day: the job waits for the officer.
    expect(await destroyDue(server.deps)).toBe(0);
    const confirming = await as("the-privacy");
    const [paused] = await ok(confirming.get("/dash/paused-jobs"));
    const { job, amount } = paused;
    await ok(confirming.put("/dash/paused-jobs/destroying", { body: { job, amount } }));
    expect(await destroyDue(server.deps)).toBe(amount);
    await cleanUp(server.deps);
    const late = await as("the-privacy");
    expect((await ok(late.get("/dash/trash-privacy"))).total).toBe(0);
    const { rows } = await ok(late.get("/dash/destruction-register?size=200"));
    const sum = rows.reduce((total: number, row: { visits: number }) => total + row.visits, 0);
    expect(sum).toBe(people.length);
    expect(new Set(rows.map(({ why }: { why: string }) => why))).toEqual(
      new Set(["due", "officer", "request"]),
    );
    expect(rows.find(({ why }: { why: string }) => why === "officer").by.name).toBe("담당privacy");
  });

  it("leaves the access log to say who looked, and nothing personal anywhere in the database", async () => {
    const officer = await as("the-privacy");
    const { rows } = await ok(officer.get("/dash/access-log?size=200"));
    const reveal = rows.find(({ what }: { what: string }) => what.endsWith("/reveal"));
    expect(reveal).toMatchObject({ hostUser: { name: "담당desk" }, reason: "주차장 차량 이동 요청" });
    const traces = people.flatMap(tracesOf);
    const notes = ["연중비고", "연중안내", "일정이 겹칩니다", "yeonjung@example.net"];
    expect(traces.length).toBeGreaterThan(150);
    expect(await findInDatabase(server.db, [...traces, ...notes])).toEqual([]);
    // the search itself finds what is there
    expect(await findInDatabase(server.db, ["임직원7"])).toContain("public.host_users");
  });
});
