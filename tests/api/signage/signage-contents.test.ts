import { beforeEach, describe, expect, it } from "vitest";
import { answered, startOwnServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { raceForRow } from "../../support/database/row-locks.ts";
import { png } from "../../support/images.ts";
import {
  addImage,
  addText,
  contents,
  emptySignage,
  filesOf,
  itemsOf,
  textItem,
} from "../../support/signage-calls.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, crew } = await staffedSite({ env: { UPLOAD_IMAGE_MB: "1", UPLOAD_VIDEO_MB: "3" } });

beforeEach(async () => {
  server.now = morning;
  await emptySignage(server);
});

const add = (more: object = {}) => addText(crew.desk, more);

describe("POST /dash/did/contents with JSON", () => {
  it("adds a text at the end, and notifies open consoles", async () => {
    await add({ title: "먼저" });
    const answer = await crew.desk.post(contents, {
      body: textItem({ enText: "2 pm today", seconds: 20, from: "2026-03-10 09:00", to: "2026-03-11 18:00" }),
    });
    expect(answer.body).toEqual({
      id: 2,
      type: "text",
      title: "안전 교육",
      text: "오늘 오후 2시",
      enText: "2 pm today",
      dispOrder: 2,
      seconds: 20,
      from: "2026-03-10 09:00",
      to: "2026-03-11 18:00",
      inUse: true,
      createdAt: "2026-03-10 10:00",
      updatedAt: "2026-03-10 10:00",
    });
    expect((await itemsOf(server))[1]).toMatchObject({
      text: "오늘 오후 2시",
      startsAt: new Date("2026-03-10T00:00:00Z"),
      endsAt: new Date("2026-03-11T09:00:00Z"),
      fileName: null,
    });
    expect((await server.db("changes")).map(({ kind }) => kind)).toEqual(["signage", "signage"]);
  });

  it("joins the lines of a ticker text", async () => {
    expect(await add({ type: "flow-text", text: "어서\n오십시오 " })).toMatchObject({
      text: "어서 오십시오",
      enText: "",
      seconds: 10,
      from: null,
      to: null,
    });
  });

  it.each([
    ["to", { from: "2026-03-10 10:00", to: "2026-03-10 10:00" }, "종료일시는 시작일시보다 커야합니다."],
    ["seconds", { seconds: 2 }, "3–3600 사이의 숫자를 입력해 주십시오."],
    ["seconds", { seconds: 3601 }, "3–3600 사이의 숫자를 입력해 주십시오."],
    ["text", { text: " \n " }, "필수 입력 항목입니다"],
    ["type", { type: "image" }, "올바른 값이 아닙니다."],
    ["from", { from: "2026-02-30 10:00" }, "날짜와 시간이 올바르지 않습니다."],
    ["file", { file: {} }, "알 수 없는 항목입니다. 화면을 새로고침해 주십시오."],
  ])("rejects an invalid %s: %j", async (field, more, sentence) => {
    const answer = await answered(crew.desk.post(contents, { body: textItem(more) }), 400);
    expect(answer.body).toEqual({ [field]: sentence });
    expect(await itemsOf(server)).toEqual([]);
  });
});

describe("GET /dash/did/contents", () => {
  it("lists in order, filtered by type, state and text", async () => {
    await add({ title: "지난 것", to: "2026-03-10 10:00" });
    await add({ title: "지금 것", from: "2026-03-10 10:00", to: "2026-03-10 10:01" });
    await add({ title: "올 것", from: "2026-03-10 10:01" });
    await add({ title: "끈 것", inUse: false });
    await add({ title: "흐르는 것", type: "flow-text" });
    const titles = async (query: string) =>
      (await crew.admin.get(`${contents}?${query}`)).body.rows.map(({ title }: { title: string }) => title);
    expect(await titles("")).toEqual(["지난 것", "지금 것", "올 것", "끈 것", "흐르는 것"]);
    expect(await titles("current=true")).toEqual(["지금 것", "흐르는 것"]);
    expect(await titles("current=false")).toEqual(["지난 것", "올 것", "끈 것"]);
    expect(await titles("type=flow-text,image")).toEqual(["흐르는 것"]);
    expect(await titles(`q=${encodeURIComponent("흐르")}`)).toEqual(["흐르는 것"]);
    expect(await titles("sort=-dispOrder&size=2&page=2")).toEqual(["올 것", "지금 것"]);
    const { body } = await crew.admin.get(`${contents}?size=1`);
    expect(body).toMatchObject({ total: 5, totalCapped: false });
    expect(body.mostBytes).toEqual({ image: 1_048_576, video: 3_145_728 });
    expect((await crew.admin.get(`${contents}?type=x`)).body).toEqual({ type: "올바른 값이 아닙니다." });
  });
});

describe("GET /dash/did/content/flow-text", () => {
  it("lists all ticker texts in order", async () => {
    await add();
    await add({ type: "flow-text", text: "둘", inUse: false });
    await add({ type: "flow-text", text: "셋" });
    const { body } = await crew.desk.get("/dash/did/content/flow-text");
    expect(body.map((item: { text: string }) => item.text)).toEqual(["둘", "셋"]);
  });
});

describe("PUT /dash/did/contents/{id}", () => {
  const put = (id: number, body: object) => crew.desk.put(`${contents}/${id}`, { body });

  it("changes the given fields, and accepts the record as returned by GET", async () => {
    const item = await add({ from: "2026-03-10 09:00", to: "2026-03-11 09:00" });
    server.now = new Date("2026-03-10T02:00:00Z");
    const answer = await put(item.id, { ...item, title: "새 이름", seconds: 15, from: null });
    expect(answer.body).toEqual({
      ...item,
      title: "새 이름",
      seconds: 15,
      from: null,
      updatedAt: "2026-03-10 11:00",
    });
    expect((await put(item.id, { to: "" })).body.to).toBeNull();
    expect((await put(item.id, { enText: "x" })).body).toMatchObject({ title: "새 이름", enText: "x" });
  });

  it("accepts an image's record as returned by GET, and keeps its file", async () => {
    const item = await addImage(crew.desk);
    const answer = await put(item.id, { ...item, title: "다른 이름", inUse: false });
    expect(answer.body).toEqual({ ...item, title: "다른 이름", inUse: false });
  });

  it.each([
    ["type", { type: "flow-text" }],
    ["text", { text: "" }],
    ["to", { to: "2026-03-10 09:00" }],
    ["dispOrder2", { dispOrder2: 1 }],
  ])("rejects an invalid %s and changes nothing", async (field, body) => {
    const { id } = await add({ from: "2026-03-10 09:00" });
    const before = await itemsOf(server);
    expect(Object.keys((await answered(put(id, body), 400)).body)).toEqual([field]);
    expect(await itemsOf(server)).toEqual(before);
  });

  it("rejects text for an image, and returns 404 for an unknown id", async () => {
    const { id } = await addImage(crew.desk);
    expect(Object.keys((await put(id, { text: "x", enText: "y" })).body).sort()).toEqual(["enText", "text"]);
    expect((await put(id + 1, { title: "x" })).status).toBe(404);
  });
});

describe("PUT /dash/did/contents/sort", () => {
  const sort = (...places: [number, number][]) =>
    crew.desk.put(`${contents}/sort`, {
      body: { dispOrders: places.map(([id, dispOrder]) => ({ id, dispOrder })) },
    });
  const order = async () => (await crew.desk.get(contents)).body.rows.map(({ id }: { id: number }) => id);

  it("reorders items", async () => {
    for (let n = 0; n < 3; n++) await add();
    expect((await sort([1, 30], [2, 10], [3, 20])).status).toBe(204);
    expect(await order()).toEqual([2, 3, 1]);
  });

  it("rejects unknown and repeated ids, and changes nothing", async () => {
    for (let n = 0; n < 2; n++) await add();
    expect((await sort([2, 0], [9, 1], [2, 5])).body).toEqual({
      "dispOrders.1.id": "올바른 값이 아닙니다.",
      "dispOrders.2.id": "올바른 값이 아닙니다.",
    });
    expect(await order()).toEqual([1, 2]);
  });

  it("accepts two simultaneous calls", async () => {
    for (let n = 0; n < 3; n++) await add();
    const answers = await raceForRow(server.db, { table: "signageContents", id: 2 }, 2, () =>
      Promise.all([sort([1, 1], [2, 2], [3, 3]), sort([3, 1], [2, 2], [1, 3])]),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  });
});

describe("DELETE /dash/did/contents/{id}", () => {
  it("deletes an item and its file, once", async () => {
    const item = await addImage(crew.desk);
    expect((await server.get(item.file.url)).status).toBe(200);
    const remove = () => crew.desk.send("DELETE", `${contents}/${item.id}`);
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await server.get(item.file.url)).status).toBe(404);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });
});

describe("GET /api/did/playlist", () => {
  const playlist = (headers = {}) => server.get("/api/did/playlist", { headers });

  it("returns what is shown now in the site's time zone, in order, without staff-only fields", async () => {
    const image = await addImage(crew.desk, png(), [["to", "2026-03-10 10:30"]]);
    await add({ title: "내부 이름", text: "안내", enText: "Notice", from: "2026-03-10 10:10" });
    await add({ type: "flow-text", text: "흐름" });
    await add({ inUse: false });
    const at = async (time: string) => {
      server.now = new Date(time);
      const { body } = await playlist();
      return body.items.map(({ type }: { type: string }) => type);
    };
    expect(await at("2026-03-10T01:09:59Z")).toEqual(["image"]);
    expect(await at("2026-03-10T01:10:00Z")).toEqual(["image", "text"]);
    expect(await at("2026-03-10T01:30:00Z")).toEqual(["text"]);
    server.now = new Date("2026-03-10T01:10:00Z");
    const { body, text: whole } = await playlist();
    expect(body).toEqual({
      items: [
        {
          id: image.id,
          type: "image",
          title: "로비 그림",
          text: "",
          enText: "",
          seconds: 10,
          from: null,
          to: "2026-03-10 10:30",
          file: { url: image.file.url, contentType: "image/png", size: image.file.size },
        },
        {
          id: 2,
          type: "text",
          title: "",
          text: "안내",
          enText: "Notice",
          seconds: 10,
          from: "2026-03-10 10:10",
          to: null,
        },
      ],
      flowTexts: [{ id: 3, text: "흐름", enText: "", seconds: 10, from: null, to: null }],
      version: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(whole).not.toContain("내부 이름");
  });

  it("returns 304 while nothing has changed", async () => {
    const { id } = await add();
    const etag = (await playlist()).headers.get("ETag") ?? "";
    expect((await answered(playlist({ "If-None-Match": etag }), 304)).text).toBe("");
    await crew.desk.put(`${contents}/${id}`, { body: { seconds: 11 } });
    expect((await answered(playlist({ "If-None-Match": etag }))).body.items[0].seconds).toBe(11);
  });

  it("uses the site's time zone", async () => {
    await server.db("configuration").update({ timezone: "Europe/Berlin" });
    await add({ from: "2026-03-10 02:00", to: "2026-03-10 03:00" });
    expect((await playlist()).body.items).toMatchObject([{ from: "2026-03-10 02:00" }]);
    await server.db("configuration").update({ timezone: "Asia/Seoul" });
    expect((await playlist()).body.items).toMatchObject([{ from: "2026-03-10 10:00" }]);
  });

  it("is empty without items", async () => {
    expect((await playlist()).body).toMatchObject({ items: [], flowTexts: [] });
  });
});

describe("two processes", () => {
  it("serve, list and delete each other's files", async () => {
    const other = await startOwnServer({ sameDatabaseAs: server });
    const item = await addImage(crew.desk);
    expect((await other.get(item.file.url)).status).toBe(200);
    expect((await other.get("/api/did/playlist")).body.items).toHaveLength(1);
    const { cookie } = crew.desk;
    await other.send("DELETE", `${contents}/${item.id}`, { headers: { Cookie: cookie } });
    expect((await server.get(item.file.url)).status).toBe(404);
    expect(await filesOf(server)).toEqual([]);
  });
});
