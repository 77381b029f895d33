/**
 * OWASP ASVS 5.0: CORS (3.4.2), charset (4.1.1), request smuggling (4.2.1), password rules and argon2id (6.2.5, 6.2.8, 6.2.9,
 * 11.4.2), project files (13.4.1, 13.4.3), TRACE (13.4.4), prototype and parameter pollution (15.3.6, 15.3.7).
 */
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { addStaff, password, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, site, crew } = await staffedSite();
const { hostname, port, host } = new URL(server.url);

/** Sends raw bytes. @returns the status lines of the responses */
const raw = (text: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer.match(/HTTP\/1\.1 \d{3}/g) ?? []));
  });

describe("responses", () => {
  it("send no CORS headers (3.4.2)", async () => {
    for (const path of ["/api/config", "/dash/user/current", "/healthz"]) {
      const { headers } = await server.get(path, { headers: { Origin: "https://visit.example.org" } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect(
      (await server.send("OPTIONS", "/api/config")).headers.get("Access-Control-Allow-Origin"),
    ).toBeNull();
  });

  it("have a content type with charset (4.1.1)", async () => {
    const json = await server.get("/api/config");
    expect(json.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    const refused = await crew.admin.put(`/dash/hostusers/${crew.admin.id}/second-factor`, { body: {} });
    expect([refused.status, refused.headers.get("Content-Type")]).toEqual([405, "text/plain; charset=utf-8"]);
  });
});

describe("malformed requests", () => {
  it("with two lengths are rejected, without processing hidden requests (4.2.1)", async () => {
    const head = `POST /api/request/search HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nContent-Type: application/json\r\n`;
    const hidden = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const both = `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`;
    expect(await raw(both)).toEqual(["HTTP/1.1 400"]);
    const twice = `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1${hidden}`;
    expect(await raw(twice)).toEqual(["HTTP/1.1 400"]);
  });

  it("with TRACE are rejected (13.4.4)", async () => {
    const answer = await raw(`TRACE /api/config HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).not.toContain("HTTP/1.1 200");
  });

  it.each(
    "/.git/HEAD /.env /package.json /api/ /files/ /assets/ /assets/dist/ /api/../package.json".split(" "),
  )("for %s return 404 (13.4.1, 13.4.3)", async (path) => {
    const [status] = await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(status).toBe("HTTP/1.1 404");
  });

  it("with __proto__ or a repeated parameter are rejected (15.3.6, 15.3.7)", async () => {
    const body =
      '{"maxRequestDays": 5, "__proto__": {"role": "admin"}, "constructor": {"prototype": {"x": 1}}}';
    expect((await crew.admin.put("/dash/config", { body })).status).toBe(400);
    expect(({} as { x?: number }).x).toBeUndefined();
    expect((await crew.admin.get("/dash/hostusers?page=1&page=2")).status).toBe(400);
  });
});

describe("passwords", () => {
  it("accept any characters and more than 64 of them unchanged, stored with argon2id", async () => {
    const { id, loginId } = await addStaff(server, site.company, "desk");
    const me = await signIn(server, loginId);
    const next = `  여든 자가 넘는 비밀번호도 되고 공백과 한글만으로도 됩니다 ${"가나다라마바사 ".repeat(7)}`;
    const body = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await me.put("/dash/hostusers/password", { body })).status).toBe(204);
    const logIn = (typed: string) => server.post("/dash/login", { body: { loginId, password: typed } });
    expect((await logIn(next.trim())).status).toBe(400);
    expect((await logIn(next.slice(0, 72))).status).toBe(400);
    expect((await logIn(next)).status).toBe(200);
    const { passwordHash } = await server.db("hostUsers").where({ id }).first();
    expect(passwordHash).toMatch(/^\$argon2id\$/);
  });
});
