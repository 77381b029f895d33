import { beforeEach, describe, expect, it } from "vitest";
import { retryMessages } from "#api/jobs/notices.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { recipientOf } from "../../support/messages.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const start = new Date("2026-03-10T01:00:00Z");

const person = { name: "홍길동", cellPhone: "010-0000-1234" };

beforeEach(async () => {
  server.now = start;
  await truncate(server.db, "messages", "lookup_codes", "lookup_code_tries", "message_counts", "visits");
  await server.db("configuration").update({ lookupCode: true });
  await addVisit(server, site, { name: "홍길동", cellphone: "010-0000-1234" });
});

const requestCode = (body: unknown = person, lang = "ko") => server.post("/api/request/code", { body, lang });
const search = (more: object = {}, lang = "ko") =>
  server.post("/api/request/search", { body: { ...person, ...more }, lang });
const messages = () => server.db("messages").orderBy("id");
const later = (minutes: number) => {
  server.now = new Date(start.getTime() + minutes * 60_000);
};

async function code(): Promise<string> {
  const { text } = (await messages()).at(-1);
  return /\d{6}/.exec(text)?.[0] ?? "";
}

const other = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, "0");

describe("POST /api/request/code", () => {
  it.each([
    ["ko", /^\[가온정밀\] 인증번호 \d{6}\. 5분 안에 입력해 주십시오\.$/],
    ["en", /^\[Gaon Precision\] Your code is \d{6}\. Please enter it within 5 minutes\.$/],
  ])("sends six digits in the visitor's language, %s", async (lang, text) => {
    await answered(requestCode(person, lang), 204);
    const [message, ...others] = await messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      event: "lookupCode",
      status: "queued",
      kind: "sms",
      lang,
      visitId: null,
    });
    expect(message.text).toMatch(text);
    expect(message.toName).toBe("");
    expect(recipientOf(server, message)).toBe("010-0000-1234");
  });

  it("returns the same response and sends nothing for an unknown name or number", async () => {
    const answers = [
      await requestCode(),
      await requestCode({ name: "성춘향", cellPhone: "010-0000-1234" }),
      await requestCode({ name: "홍길동", cellPhone: "010-0000-9999" }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["204 "]));
    expect(await messages()).toHaveLength(1);
    expect(await server.db("lookupCodes")).toHaveLength(3);
  });

  it("sends nothing for visits too old for the lookup", async () => {
    await server.db("visits").update({ createdAt: new Date("2025-03-09T00:00:00Z") });
    await requestCode();
    expect(await messages()).toEqual([]);
  });

  it("does nothing when the site does not use codes", async () => {
    await server.db("configuration").update({ lookupCode: false });
    expect((await requestCode()).status).toBe(204);
    expect(await messages()).toEqual([]);
    expect(await server.db("lookupCodes")).toEqual([]);
  });

  it("stores only keyed hashes of code and number", async () => {
    await requestCode();
    const [row] = await server.db("lookupCodes");
    const stored = `${row.numberHash.toString("latin1")} ${row.codeHash.toString("latin1")}`;
    expect(stored).not.toContain(await code());
    expect(stored).not.toMatch(/0000|1234/);
    expect(Object.keys(row).sort()).toEqual(["codeHash", "expiresAt", "numberHash"]);
    expect(row.codeHash).toHaveLength(32);
  });

  it("sends at most three codes within five minutes", async () => {
    for (let n = 0; n < 5; n++) expect((await requestCode()).status).toBe(204);
    expect(await messages()).toHaveLength(3);
    expect((await search({ code: await code() })).status).toBe(200);
    later(5.1);
    await requestCode();
    expect(await messages()).toHaveLength(4);
    expect((await search({ code: await code() })).status).toBe(200);
  });

  it("sends and stores three codes for simultaneous calls", async () => {
    await Promise.all(Array.from({ length: 6 }, () => requestCode()));
    expect(await messages()).toHaveLength(3);
    expect(await server.db("lookupCodes")).toHaveLength(3);
  });

  it("counts against the lookup limit of the number", async () => {
    const strict = await startOwnServer({ limits: { lookupNumber: 2 } });
    const body = person;
    expect((await strict.post("/api/request/code", { body })).status).toBe(204);
    expect((await strict.post("/api/request/search", { body })).status).toBe(200);
    const third = await answered(strict.post("/api/request/code", { body }), 429);
    expect(Number(third.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("POST /api/request/search with a code", () => {
  it("shows the visits, repeatedly", async () => {
    await requestCode();
    const right = await code();
    for (let n = 0; n < 7; n++) {
      const answer = await answered(search({ code: ` ${right.slice(0, 3)} ${right.slice(3)}` }));
      expect(answer.body).toHaveLength(1);
    }
  });

  it("requires the code in the visitor's language, whether a visit exists or not", async () => {
    expect((await search()).body).toEqual({ code: "필수 입력 항목입니다" });
    expect((await search({ name: "성춘향" }, "en")).status).toBe(400);
    expect((await search({ code: "12345" })).body).toEqual({ code: "올바른 형식이 아닙니다." });
    expect((await search({ code: "123456" }, "en")).body).toEqual({
      code: "The code is wrong or has expired. Please check it again.",
    });
  });

  it("rejects a wrong code, and after five of them also correct and new ones", async () => {
    await requestCode();
    const right = await code();
    for (let n = 0; n < 4; n++) expect((await search({ code: other(right) })).status).toBe(400);
    expect((await search({ code: right })).status).toBe(200);
    expect((await search({ code: other(right) })).status).toBe(400);
    expect((await search({ code: right })).status).toBe(400);
    await requestCode();
    expect(await messages()).toHaveLength(2);
    expect((await search({ code: await code() })).status).toBe(400);
    later(5.1);
    await requestCode();
    expect((await search({ code: await code() })).status).toBe(200);
  });

  it("counts at most five wrong codes, also for simultaneous calls", async () => {
    await requestCode();
    const right = await code();
    await Promise.all(Array.from({ length: 20 }, () => search({ code: other(right) })));
    const [row] = await server.db("lookupCodeTries");
    expect(row.wrong).toBe(5);
    expect((await search({ code: right })).status).toBe(400);
  });

  it("rejects a code after five minutes", async () => {
    await requestCode();
    later(5);
    expect((await search({ code: await code() })).status).toBe(400);
  });

  it("accepts an earlier code within five minutes, and rejects the code of another number", async () => {
    await addVisit(server, site, { name: "홍길동", cellphone: "010-0000-5678" });
    await requestCode({ ...person, cellPhone: "010-0000-5678" });
    const otherCode = await code();
    await requestCode();
    const first = await code();
    expect((await search({ code: otherCode })).status).toBe(400);
    await requestCode();
    expect((await search({ code: first })).status).toBe(200);
    expect((await search({ code: await code() })).status).toBe(200);
  });

  it("shows no visit of another visitor with the same number", async () => {
    await requestCode();
    expect((await answered(search({ name: "성춘향", code: await code() }))).body).toEqual([]);
  });

  it("ignores the code when the site does not use codes", async () => {
    await server.db("configuration").update({ lookupCode: false });
    expect((await search()).body).toHaveLength(1);
    expect((await search({ code: "123456" })).body).toHaveLength(1);
  });
});

describe("lookup codes", () => {
  it("are shown to staff only when the site sends no messages", async () => {
    await requestCode();
    const textOf = async () => (await crew.desk.get("/dash/sms?event=lookupCode")).body.rows[0].text;
    expect(await textOf()).toBe("인증번호는 보이지 않습니다.");
    await retryMessages(server.deps);
    expect(await textOf()).toContain(await code());
    expect((await crew.host.get("/dash/sms?event=lookupCode")).body.rows).toEqual([]);
  });

  it("are deleted with their messages minutes later", async () => {
    await requestCode();
    later(9);
    await retryMessages(server.deps);
    for (const table of ["lookupCodes", "lookupCodeTries"]) expect(await server.db(table)).toEqual([]);
    expect(await messages()).toHaveLength(1);
    later(10);
    await retryMessages(server.deps);
    expect(await messages()).toEqual([]);
  });
});
