import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
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
  it("returns defaults and stores nothing", async () => {
    const me = await signedIn(server, site.company, "host");
    expect((await answered(me.get(path))).body).toEqual(usual);
    expect(await stored(me.id)).toEqual([]);
  });
});

describe("PUT /dash/user/preferences", () => {
  it.each(["host", "desk", "admin", "privacy"] as const)("stores them for the role %s", async (role) => {
    const me = await signedIn(server, site.company, role, { loginId: `likes-${role}` });
    expect((await answered(me.put(path, { body: chosen }))).body).toEqual(chosen);
    expect(await stored(me.id)).toEqual([{ hostUserId: me.id, ...chosen, updatedAt: server.now }]);
    const elsewhere = await signIn(server, `likes-${role}`);
    expect((await elsewhere.get(path)).body).toEqual(chosen);
  });

  it("does not change other users' preferences", async () => {
    const [me, other] = [
      await signedIn(server, site.company, "host"),
      await signedIn(server, site.company, "host"),
    ];
    await other.put(path, { body: chosen });
    await me.put(path, { body: { colourScheme: "light" } });
    expect((await other.get(path)).body).toEqual(chosen);
  });

  it("resets omitted preferences to their defaults", async () => {
    const me = await signedIn(server, site.company, "host");
    await me.put(path, { body: chosen });
    expect((await me.put(path, { body: {} })).body).toEqual(usual);
    expect((await me.get(path)).body).toEqual(usual);
  });

  it("tells an empty list of open groups from none chosen", async () => {
    const me = await signedIn(server, site.company, "admin");
    await me.put(path, { body: { openGroups: [] } });
    expect((await me.get(path)).body).toEqual({ ...usual, openGroups: [] });
    await me.put(path, { body: { openGroups: null } });
    expect((await me.get(path)).body).toEqual(usual);
  });

  it("accepts preferences as returned by GET", async () => {
    const me = await signedIn(server, site.company, "host");
    const read = (await me.get(path)).body;
    expect((await me.put(path, { body: { ...read, updatedAt: "2026-03-10 10:00" } })).body).toEqual(usual);
  });

  it("keeps one row for simultaneous calls", async () => {
    const me = await signedIn(server, site.company, "host");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        me.put(path, { body: { ...chosen, colourScheme: n % 2 ? "dark" : "light" } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await stored(me.id)).toHaveLength(1);
  });

  it("are deleted with the account", async () => {
    const me = await signedIn(server, site.company, "host");
    await me.put(path, { body: chosen });
    await server.db("hostUsers").where({ id: me.id }).delete();
    expect(await stored(me.id)).toEqual([]);
  });
});
