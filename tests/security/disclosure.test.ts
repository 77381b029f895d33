/**
 * What strangers are told: whom to write to about a weakness, no list of the staff (OWASP ASVS 5.0, 2.4.1 and 15.3.1), and
 * nothing left in the browser after signing out (14.3.1).
 */
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../support/api.ts";
import { signedIn } from "../support/console/staff.ts";
import { staffedSite } from "../support/console/staffed-site.ts";

const { server, site, crew } = await staffedSite();
const path = "/.well-known/security.txt";

describe("security.txt", () => {
  it("names the contact of the environment, and until when it holds", async () => {
    const env = {
      SECURITY_CONTACT: "mailto:security@example.com",
      PUBLIC_ORIGIN: "https://visit.example.com",
    };
    const named = await startTestServer({ beside: server as never, env });
    const answer = await named.get(path);
    await named.close();
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(answer.text.split("\n")).toEqual([
      "Contact: mailto:security@example.com",
      "Expires: 2026-09-06T01:00:00Z",
      "Preferred-Languages: ko, en",
      `Canonical: https://visit.example.com${path}`,
      "",
    ]);
  });

  it("is not there where nobody is named", async () => {
    expect((await server.get(path)).status).toBe(404);
  });
});

describe("the public host search", () => {
  const limited = startTestServer({
    beside: server as never,
    limits: { hostSearch: 5 },
    env: { TRUSTED_PROXIES: "loopback" },
  });
  afterAll(async () => (await limited).close());
  const find = async (text: string) =>
    (await server.get(`/visitor/findHostUsers?s=${encodeURIComponent(text)}&company=${site.company}`)).body;

  it("finds nobody by initial consonants, which staff do", async () => {
    for (const text of ["ㄱㅊ", "ㄱㅊㅅ", "김ㅊ", "ㄱㅊ수", "김 ㅊ"])
      expect(await find(text), text).toEqual([]);
    for (const text of ["김철", "김철ㅅ", "김처"]) expect(await find(text), text).toHaveLength(2);
    const path = `/dash/hostusers/select-options?name=${encodeURIComponent("ㄱㅊㅅ")}`;
    expect((await crew.desk.get(path)).body.length).toBeGreaterThanOrEqual(2);
  });

  it("is limited by address", async () => {
    const from = async (address: string) =>
      (await (await limited).get("/visitor/findHostUsers?s=ab", { headers: { "X-Forwarded-For": address } }))
        .status;
    for (let n = 0; n < 5; n++) expect(await from("192.0.2.1")).toBe(200);
    expect(await from("192.0.2.1")).toBe(429);
    expect(await from("198.51.100.7")).toBe(200);
  });
});

it.each([
  ["POST", "/dash/logout"],
  ["DELETE", "/dash/user/sessions"],
] as const)(
  "signing out clears what the browser kept, and leaves the device known: %s %s",
  async (method, path) => {
    const me = await signedIn(server, site.company, "desk");
    const out = await me.send(method, path);
    expect(out.status, out.text).toBe(204);
    expect(out.headers.get("Clear-Site-Data")).toBe('"cache"');
    expect(out.headers.getSetCookie().map((cookie) => cookie.split("=", 1)[0])).toEqual(["visitor_session"]);
  },
);
