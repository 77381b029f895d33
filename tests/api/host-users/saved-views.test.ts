import { describe, expect, it } from "vitest";
import { maxSavedViews } from "#contract/people/saved-views.ts";
import { answered } from "../../support/api.ts";
import { type SignedIn, signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";

const { server, site } = await seededSite();

const path = "/dash/views";
const state = { filters: { status: "applied,approved", period: "today" }, sort: "-name", hidden: ["car"] };
const view = { list: "visits", name: "오늘 신청", state };
type Person = SignedIn & { readonly id: number };

const person = (role: "host" | "desk" | "admin" | "privacy" = "desk"): Promise<Person> =>
  signedIn(server, site.company, role);
const added = async (me: Person, more: object = {}): Promise<number> =>
  (await answered(me.post(path, { body: { ...view, ...more } }))).body.id;
const shared = async (me: Person, more: object = {}): Promise<number> => {
  const id = await added(me, more);
  expect((await me.put(`${path}/${id}/share`, { body: { shared: true } })).status).toBe(204);
  return id;
};
const viewsOf = async (me: Person, list = "visits"): Promise<{ id: number; [name: string]: unknown }[]> =>
  (await me.get(`${path}?list=${list}`)).body;
const viewOf = async (me: Person, id: number) => (await viewsOf(me)).find((one) => one.id === id);

describe("GET /dash/views", () => {
  it("returns own and shared views of the list, but no other user's own", async () => {
    const [me, other, admin] = [await person("host"), await person(), await person("admin")];
    const own = await added(me);
    await added(me, { list: "messages" });
    const otherView = await added(other);
    const sharedView = await shared(admin, { name: "모두" });
    const ids = (await viewsOf(me)).map(({ id }) => id);
    expect(ids).toContain(own);
    expect(ids).toContain(sharedView);
    expect(ids).not.toContain(otherView);
    expect(await viewOf(me, own)).toEqual({
      id: own,
      name: view.name,
      state,
      shared: false,
      editable: true,
      isDefault: false,
    });
    expect(await viewOf(me, sharedView)).toMatchObject({ shared: true, editable: false });
  });
});

describe("POST /dash/views", () => {
  it.each([
    ["list", { ...view, list: "nothing" }],
    ["name", { ...view, name: " " }],
    ["name", { ...view, name: "가".repeat(41) }],
    ["state.hidden.0", { ...view, state: { ...state, hidden: ["<b>"] } }],
    ["state.sort", { ...view, state: { ...state, sort: "name; drop" } }],
    ["state.filters.from", { ...view, state: { ...state, filters: { from: "2026-02-30" } } }],
    ["state.filters.period", { ...view, state: { ...state, filters: { period: "someday" } } }],
  ])("rejects an invalid %s and stores nothing", async (field, body) => {
    const me = await person();
    expect(Object.keys((await answered(me.post(path, { body }), 400)).body)).toEqual([field]);
    expect(await server.db("savedViews").where({ hostUserId: me.id })).toEqual([]);
  });

  it.each([
    ["a search text", { q: "홍길동" }],
    ["a name as status", { status: "홍길동" }],
    ["a visit id", { visitId: 3 }],
  ])("rejects %s, because views hold no personal data", async (_, filters) => {
    const me = await person();
    await answered(me.post(path, { body: { ...view, state: { ...state, filters } } }), 400);
    expect(await server.db("savedViews").where({ hostUserId: me.id })).toEqual([]);
  });

  it("accepts a name once for each user and list, ignoring case", async () => {
    const [me, other] = [await person(), await person()];
    await added(me, { name: "Late" });
    const again = await answered(me.post(path, { body: { ...view, name: "LATE" } }), 400);
    expect(Object.keys(again.body)).toEqual(["name"]);
    await added(me, { name: "Late", list: "messages" });
    await added(other, { name: "Late" });
  });

  it("allows 30 views for each user and list, also for simultaneous calls", async () => {
    const me = await person();
    for (let n = 0; n < maxSavedViews - 2; n++) await added(me, { name: `보기 ${n}` });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => me.post(path, { body: { ...view, name: `더 ${n}` } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    expect(await viewsOf(me).then((all) => all.filter(({ editable }) => editable))).toHaveLength(
      maxSavedViews,
    );
  });
});

describe("PUT /dash/views/:id", () => {
  it("renames an own view and replaces its filters; omitted fields stay", async () => {
    const me = await person();
    const id = await added(me);
    const renamed = await me.put(`${path}/${id}`, { body: { name: "아침" } });
    expect(renamed.body).toMatchObject({ id, name: "아침", state });
    const other = { filters: { list: "inside" }, hidden: [] };
    expect((await me.put(`${path}/${id}`, { body: { state: other } })).body).toMatchObject({
      name: "아침",
      state: other,
    });
  });

  it("returns 404 for another user's view, and for a shared one unless administrator", async () => {
    const [me, other, admin] = [await person("host"), await person(), await person("admin")];
    const body = { name: "meins" };
    expect((await me.put(`${path}/${await added(other)}`, { body })).status).toBe(404);
    const sharedView = await shared(admin, { name: "모두의 것" });
    expect((await me.put(`${path}/${sharedView}`, { body })).status).toBe(404);
    expect((await me.send("DELETE", `${path}/${sharedView}`)).status).toBe(404);
    const another = await person("admin");
    expect((await another.put(`${path}/${sharedView}`, { body })).status).toBe(200);
    expect((await another.send("DELETE", `${path}/${sharedView}`)).status).toBe(204);
  });
});

describe("PUT /dash/views/:id/default", () => {
  it("makes a view the caller's default for the list", async () => {
    const [me, admin] = [await person(), await person("admin")];
    const sharedView = await shared(admin, { name: "공용" });
    const own = await added(me);
    await me.put(`${path}/${own}/default`, { body: { isDefault: true } });
    expect(await viewOf(me, own)).toMatchObject({ isDefault: true });
    await me.put(`${path}/${sharedView}/default`, { body: { isDefault: true } });
    expect(await viewOf(me, own)).toMatchObject({ isDefault: false });
    expect(await viewOf(me, sharedView)).toMatchObject({ isDefault: true });
    expect(await viewOf(admin, sharedView)).toMatchObject({ isDefault: false });
    await me.put(`${path}/${sharedView}/default`, { body: { isDefault: false } });
    expect(await viewOf(me, sharedView)).toMatchObject({ isDefault: false });
  });

  it("returns 404 for another user's view", async () => {
    const id = await added(await person());
    await answered((await person()).put(`${path}/${id}/default`, { body: { isDefault: true } }), 404);
  });
});

describe("PUT /dash/views/:id/share", () => {
  it("stops sharing a view and removes it from other users' defaults", async () => {
    const [me, admin] = [await person(), await person("admin")];
    const id = await shared(admin, { name: "회수" });
    await admin.put(`${path}/${id}/default`, { body: { isDefault: true } });
    await me.put(`${path}/${id}/default`, { body: { isDefault: true } });
    expect((await admin.put(`${path}/${id}/share`, { body: { shared: false } })).status).toBe(204);
    expect(await viewOf(me, id)).toBeUndefined();
    expect(await viewOf(admin, id)).toMatchObject({ shared: false, isDefault: true });
    expect(await server.db("defaultViews").where({ savedViewId: id })).toMatchObject([
      { hostUserId: admin.id },
    ]);
  });

  it("returns 404 for another administrator's own view", async () => {
    const id = await added(await person());
    await answered((await person("admin")).put(`${path}/${id}/share`, { body: { shared: true } }), 404);
  });
});

describe("DELETE /dash/views/:id", () => {
  it("deletes an own view, even if default; the user's deletion deletes it too", async () => {
    const me = await person();
    const id = await added(me);
    await me.put(`${path}/${id}/default`, { body: { isDefault: true } });
    expect((await me.send("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await me.send("DELETE", `${path}/${id}`)).status).toBe(404);
    await added(me);
    await server.db("hostUsers").where({ id: me.id }).delete();
    expect(await server.db("savedViews").where({ hostUserId: me.id })).toEqual([]);
  });
});
