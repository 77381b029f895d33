import { describe, expect, it } from "vitest";
import { signedIn, signIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";

const { server, site } = await seededSite();

const path = "/dash/user/preferences";
const usual = {
  language: null,
  colourScheme: "auto",
  startScreen: null,
  tableDensity: "comfortable",
  openGroups: null,
  arrivalsShown: false,
  scanSound: false,
  messageChannel: "sms",
};
const chosen = {
  language: "en",
  colourScheme: "dark",
  startScreen: "visits",
  tableDensity: "compact",
  openGroups: ["privacy"],
  arrivalsShown: true,
  scanSound: true,
  messageChannel: "both",
};
const stored = (hostUserId: number) => server.db("hostUserPreferences").where({ hostUserId });

describe("GET /dash/user/preferences", () => {
  it("needs a session", async () => {
    expect((await server.get(path)).status).toBe(401);
  });

  it("answers what is usual to somebody who has chosen nothing, and stores nothing", async () => {
    const me = await signedIn(server, site.company, "host");
    const answer = await me.get(path);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual(usual);
    expect(await stored(me.id)).toEqual([]);
  });
});

describe("PUT /dash/user/preferences", () => {
  it("needs a session", async () => {
    expect((await server.send("PUT", path, { body: chosen })).status).toBe(401);
  });

  it.each([
    ["language", { ...chosen, language: "de" }],
    ["colourScheme", { ...chosen, colourScheme: "pink" }],
    ["colourScheme", { ...chosen, colourScheme: null }],
    ["startScreen", { ...chosen, startScreen: "/dash/trash" }],
    ["tableDensity", { ...chosen, tableDensity: "" }],
    ["openGroups.0", { ...chosen, openGroups: ["today"] }],
    ["openGroups", { ...chosen, openGroups: "privacy" }],
    ["openGroups", { ...chosen, openGroups: ["privacy", "privacy", "privacy"] }],
    ["scanSound", { ...chosen, scanSound: 1 }],
    ["arrivalsShown", { ...chosen, arrivalsShown: "yes" }],
    ["messageChannel", { ...chosen, messageChannel: "fax" }],
    ["hostUserId", { ...chosen, hostUserId: 1 }],
  ])("names a bad %s and keeps what was there", async (field, body) => {
    const me = await signedIn(server, site.company, "desk");
    await me.put(path, { body: chosen });
    const answer = await me.put(path, { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
    expect((await me.get(path)).body).toEqual(chosen);
  });

  it("names all bad fields at once, in the reader's language", async () => {
    const me = await signedIn(server, site.company, "desk");
    const answer = await me.put(path, { lang: "en", body: { language: 1, colourScheme: 2 } });
    expect(Object.keys(answer.body).sort()).toEqual(["colourScheme", "language"]);
    expect(Object.values(answer.body).join()).toMatch(/^[\x20-\x7e]+$/);
  });

  it.each(["host", "desk", "admin", "privacy"] as const)(
    "keeps what a person of the role %s likes, for every session of theirs",
    async (role) => {
      const me = await signedIn(server, site.company, role, { loginId: `likes-${role}` });
      const answer = await me.put(path, { body: chosen });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual(chosen);
      expect(await stored(me.id)).toEqual([{ hostUserId: me.id, ...chosen, updatedAt: server.now }]);
      const elsewhere = await signIn(server, `likes-${role}`);
      expect((await elsewhere.get(path)).body).toEqual(chosen);
    },
  );

  it("leaves everybody else's alone", async () => {
    const [me, other] = [
      await signedIn(server, site.company, "host"),
      await signedIn(server, site.company, "host"),
    ];
    await other.put(path, { body: chosen });
    await me.put(path, { body: { colourScheme: "light" } });
    expect((await other.get(path)).body).toEqual(chosen);
  });

  it("puts what is left out back to what is usual", async () => {
    const me = await signedIn(server, site.company, "host");
    await me.put(path, { body: chosen });
    expect((await me.put(path, { body: {} })).body).toEqual(usual);
    expect((await me.get(path)).body).toEqual(usual);
  });

  it("tells that no group is open from that nothing was chosen", async () => {
    const me = await signedIn(server, site.company, "admin");
    await me.put(path, { body: { openGroups: [] } });
    expect((await me.get(path)).body).toEqual({ ...usual, openGroups: [] });
    await me.put(path, { body: { openGroups: null } });
    expect((await me.get(path)).body).toEqual(usual);
  });

  it("takes what was read back as it is", async () => {
    const me = await signedIn(server, site.company, "host");
    const read = (await me.get(path)).body;
    expect((await me.put(path, { body: { ...read, updatedAt: "2026-03-10 10:00" } })).body).toEqual(usual);
  });

  it("keeps one row of several that come at once", async () => {
    const me = await signedIn(server, site.company, "host");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        me.put(path, { body: { ...chosen, colourScheme: n % 2 ? "dark" : "light" } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await stored(me.id)).toHaveLength(1);
  });

  it("goes with the person", async () => {
    const me = await signedIn(server, site.company, "host");
    await me.put(path, { body: chosen });
    await server.db("hostUsers").where({ id: me.id }).delete();
    expect(await stored(me.id)).toEqual([]);
  });
});
