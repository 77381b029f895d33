import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFileStore } from "#api/domain/files.ts";
import { cleanFiles } from "#api/jobs/clean-files.ts";
import { startTestServer, type TestServer } from "../support/api.ts";
import { eventually } from "../support/events.ts";
import {
  type FormParts,
  formBody,
  formEnd,
  formType,
  mp4,
  mp4Head,
  openForm,
  partHead,
  sendForm,
  webm,
} from "../support/forms.ts";
import { jpeg, png, webp } from "../support/images.ts";
import { type Site, seedSite } from "../support/site.ts";
import { addCrew, type Crew } from "../support/staff.ts";
import { contentOfTables } from "../support/tables.ts";

const path = "/dash/did/contents";
const megabyte = 1024 * 1024;
const morning = new Date("2026-03-10T01:00:00Z");

let server: TestServer & { databaseUrl: string };
let site: Site;
let crew: Crew;

beforeAll(async () => {
  server = await startTestServer({ env: { UPLOAD_IMAGE_MB: "1", UPLOAD_VIDEO_MB: "3" } });
  site = await seedSite(server.db);
  crew = await addCrew(server, site.company);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.now = morning;
  await server.db.raw("TRUNCATE signage_contents, changes RESTART IDENTITY");
  await rm(folder(), { recursive: true, force: true });
});

const folder = () => server.deps.settings.filesDir;

/** Every file there is, those on their way in too. */
const onDisk = async (): Promise<string[]> =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const rows = () => server.db("signageContents").orderBy("id");

const text = (more: object = {}) => ({ type: "text", title: "안전 교육", text: "오늘 오후 2시", ...more });
const add = async (more: object = {}) => {
  const answer = await crew.desk.post(path, { body: text(more) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const file = (bytes: Uint8Array, name = "그림.png", type = "image/png") => ({ bytes, name, type });
const imageParts = (bytes: Uint8Array, more: FormParts = []): FormParts => [
  ["type", "image"],
  ["title", "로비 그림"],
  ...more,
  ["file", file(bytes)],
];
const upload = (parts: FormParts, who = crew.desk, headers = {}) => sendForm(who, path, parts, headers);
const addImage = async (bytes: Uint8Array = png(), more: FormParts = []) => {
  const answer = await upload(imageParts(bytes, more));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

describe("POST /dash/did/contents with JSON", () => {
  it("adds a text last in the order, and tells consoles", async () => {
    await add({ title: "먼저" });
    const answer = await crew.desk.post(path, {
      body: text({ enText: "2 pm today", seconds: 20, from: "2026-03-10 09:00", to: "2026-03-11 18:00" }),
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
    expect((await rows())[1]).toMatchObject({
      text: "오늘 오후 2시",
      startsAt: new Date("2026-03-10T00:00:00Z"),
      endsAt: new Date("2026-03-11T09:00:00Z"),
      fileName: null,
    });
    expect((await server.db("changes")).map(({ kind }) => kind)).toEqual(["signage", "signage"]);
  });

  it("keeps a text that runs along the bottom in one line", async () => {
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
    ["from", { from: "2026-02-30 10:00" }, "날짜와 시간을 확인해 주십시오."],
    ["file", { file: {} }, "알 수 없는 항목입니다."],
  ])("refuses a bad %s", async (field, more, sentence) => {
    const answer = await crew.desk.post(path, { body: text(more) });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ [field]: sentence });
    expect(await rows()).toEqual([]);
  });
});

describe("POST /dash/did/contents with a file", () => {
  it.each([
    ["image", png({ width: 60, height: 40 }), "image/png", "png", { width: 60, height: 40 }],
    ["image", jpeg, "image/jpeg", "jpg", { width: 6, height: 4 }],
    ["image", webp, "image/webp", "webp", { width: 6, height: 4 }],
    ["video", mp4(), "video/mp4", "mp4", {}],
    ["video", webm, "video/webm", "webm", {}],
  ])(
    "takes a %s by its content, whatever it calls itself",
    async (type, bytes, contentType, ending, size) => {
      const answer = await upload([
        ["type", type],
        ["title", "로비"],
        ["seconds", "30"],
        ["inUse", "false"],
        ["from", "2026-03-10 09:00"],
        ["file", file(bytes, "C:\\아무 이름.html", "text/html")],
      ]);
      expect(answer.status, answer.text).toBe(200);
      const [name = ""] = await onDisk();
      expect(name).toMatch(new RegExp(`^[0-9a-f]{32}\\.${ending}$`));
      expect(answer.body).toMatchObject({
        type,
        text: "",
        seconds: 30,
        inUse: false,
        from: "2026-03-10 09:00",
        to: null,
        file: { url: `/files/${name}`, name: "아무 이름.html", size: bytes.length, contentType, ...size },
      });
      expect(await rows()).toMatchObject([{ fileName: name, contentType, fileSize: bytes.length }]);
      const served = await fetch(server.url + answer.body.file.url);
      expect(served.headers.get("Content-Type")).toBe(contentType);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
      await crew.desk.send("DELETE", `${path}/${answer.body.id}`);
    },
  );

  it("plays a video to its end, and an image for ten seconds, unless told otherwise", async () => {
    expect((await addImage()).seconds).toBe(10);
    const answer = await upload([
      ["type", "video"],
      ["title", "x"],
      ["file", file(mp4())],
    ]);
    expect(answer.body.seconds).toBe(3600);
  });

  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const zip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
  const withComment = (bytes: Buffer) => {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, bytes.length + 2]), bytes]);
    return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
  };
  const typed = (type: string, bytes: Uint8Array): FormParts => [
    ["type", type],
    ["title", "x"],
    ["file", file(bytes)],
  ];

  it.each<[string, FormParts, string, RegExp]>([
    ["HTML that calls itself a PNG", typed("image", html), "file", /PNG, JPEG, WebP/],
    ["an SVG with a script", typed("image", svg), "file", /PNG, JPEG, WebP/],
    ["a GIF", typed("image", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")), "file", /PNG, JPEG, WebP/],
    ["a PDF", typed("image", Buffer.from("%PDF-1.7\n")), "file", /PNG, JPEG, WebP/],
    ["a video as an image", typed("image", mp4()), "file", /PNG, JPEG, WebP/],
    ["an image as a video", typed("video", png()), "file", /MP4, WebM/],
    ["HTML as a video", typed("video", html), "file", /MP4, WebM/],
    [
      "a video with a page in its head",
      typed("video", Buffer.concat([mp4Head(99), html, Buffer.alloc(99 - html.length)])),
      "file",
      /MP4, WebM/,
    ],
    ["a video that was cut off", typed("video", mp4().subarray(0, -1)), "file", /손상/],
    ["a JPEG with a page behind it", typed("image", Buffer.concat([jpeg, html])), "file", /그림이 아닌/],
    ["a PNG with an archive behind it", typed("image", Buffer.concat([png(), zip])), "file", /그림이 아닌/],
    ["a WebP with something behind it", typed("image", Buffer.concat([webp, html])), "file", /그림이 아닌/],
    ["a JPEG with a page in its head", typed("image", withComment(html)), "file", /그림이 아닌/],
    [
      "a JPEG with a PDF in its head",
      typed("image", withComment(Buffer.from("%PDF-1.4"))),
      "file",
      /그림이 아닌/,
    ],
    ["a PNG that was cut off", typed("image", png().subarray(0, -5)), "file", /손상/],
    ["a pixel bomb by its side", typed("image", png({ width: 8193, height: 1 })), "file", /8192/],
    ["a pixel bomb by its area", typed("image", png({ width: 8192, height: 8192 })), "file", /40메가픽셀/],
    ["an empty file", typed("image", Buffer.alloc(0)), "file", /필수/],
    [
      "no file",
      [
        ["type", "image"],
        ["title", "x"],
      ],
      "file",
      /필수/,
    ],
    [
      "a file that is a field",
      [
        ["type", "image"],
        ["title", "x"],
        ["file", "text"],
      ],
      "file",
      /필수/,
    ],
    ["two files", [...typed("image", png()), ["file", file(png())]], "file", /하나만/],
    [
      "a file of another name",
      [
        ["type", "image"],
        ["title", "x"],
        ["picture", file(png())],
      ],
      "picture",
      /알 수 없는/,
    ],
    ["a field behind the file", [...typed("image", png()), ["seconds", "20"]], "seconds", /먼저/],
    ["an unknown field", [["surprise", "1"], ...typed("image", png())], "surprise", /알 수 없는/],
    ["a field that comes twice", [["title", "y"], ...typed("image", png())], "title", /올바른/],
    [
      "no title",
      [
        ["type", "image"],
        ["file", file(png())],
      ],
      "title",
      /필수/,
    ],
    [
      "a text as its type",
      [
        ["type", "text"],
        ["title", "x"],
        ["file", file(png())],
      ],
      "type",
      /올바른/,
    ],
    ["seconds that are none", [["seconds", "1.5"], ...typed("image", png())], "seconds", /올바른/],
    [
      "an end before the start",
      [["from", "2026-03-10 10:00"], ["to", "2026-03-10 09:00"], ...typed("image", png())],
      "to",
      /종료/,
    ],
  ])("refuses %s, and keeps nothing", async (_what, parts, field, sentence) => {
    const before = await contentOfTables(server.db);
    const answer = await upload(parts);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body[field]).toMatch(sentence);
    expect(await onDisk()).toEqual([]);
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("takes a file of just the limit, and refuses one byte more", async () => {
    const frame = png({ padding: 1 }).length - 1;
    await addImage(png({ padding: megabyte - frame }));
    const [kept] = await onDisk();
    const answer = await upload(imageParts(png({ padding: megabyte - frame + 1 })), crew.desk, {
      "Accept-Language": "en",
    });
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({
      id: "fileTooLarge",
      message: "The file is too large. It may have up to 1 MB.",
    });
    expect(await onDisk()).toEqual([kept]);
    expect(await rows()).toHaveLength(1);
  });

  it("says that a file is too large while it is still being sent", async () => {
    const sending = openForm(server.url + path, crew.desk.cookie);
    const head = `${partHead("type")}video\r\n${partHead("title")}x\r\n${partHead("file", "v.mp4")}`;
    await sending.write(Buffer.from(head));
    await sending.write(mp4(4 * megabyte));
    expect((await sending.answer).status).toBe(413);
    expect(await onDisk()).toEqual([]);
    expect(await rows()).toEqual([]);
    sending.abort();
  });

  it("says so at once where the length alone tells", async () => {
    const sending = openForm(server.url + path, crew.desk.cookie, 100 * megabyte);
    await sending.write(Buffer.from("-"));
    expect((await sending.answer).status).toBe(413);
    sending.abort();
  });

  it("keeps nothing of an upload that is cut off half-way", async () => {
    const sending = openForm(server.url + path, crew.desk.cookie);
    await sending.write(Buffer.from(`${partHead("type")}video\r\n${partHead("title")}x\r\n`));
    await sending.write(Buffer.concat([Buffer.from(partHead("file", "v.mp4")), mp4(megabyte)]));
    await eventually(async () => (await onDisk()).length === 1);
    sending.abort();
    await eventually(async () => (await onDisk()).length === 0);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ["without its end", formBody(imageParts(png())).subarray(0, -4)],
    ["without any boundary", Buffer.from("hello")],
    [
      "with a header that never ends",
      Buffer.concat([Buffer.from(partHead("x").slice(0, -4)), Buffer.alloc(9_000, 0x61)]),
    ],
    ["with a part without a name", Buffer.from(`${partHead("x").replace('; name="x"', "")}1${formEnd}`)],
    [
      "with an encoding nobody uses",
      Buffer.from(
        `${partHead("x").replace("\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n")}1${formEnd}`,
      ),
    ],
    ["with more behind its end", Buffer.concat([formBody(imageParts(png())), Buffer.from("more")])],
  ])("refuses form data %s, and keeps nothing", async (_what, body) => {
    const answer = await crew.desk.send("POST", path, { body, headers: { "Content-Type": formType } });
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body)).toEqual(["_"]);
    expect(await onDisk()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("finds the boundary however the body is cut", async () => {
    const body = formBody(imageParts(png({ padding: 300 })));
    for (const size of [1, 7, 64]) {
      const sending = openForm(server.url + path, crew.desk.cookie);
      for (let at = 0; at < body.length; at += size) await sending.write(body.subarray(at, at + size));
      sending.end();
      expect((await sending.answer).status).toBe(200);
    }
    expect((await rows()).map(({ fileSize }) => fileSize)).toEqual(
      Array(3).fill(png({ padding: 300 }).length),
    );
  });

  it("answers 507 where the disk is full, and keeps nothing", async () => {
    const full = createFileStore(folder(), () => open("/dev/full", "w"));
    vi.spyOn(server.deps.files, "receive").mockImplementationOnce(full.receive);
    const answer = await upload(imageParts(png()));
    expect(answer.status).toBe(507);
    expect(answer.body).toEqual({ id: "filesFull", message: expect.stringContaining("저장 공간") });
    expect(await onDisk()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("keeps no row where the file cannot get its name", async () => {
    const { receive } = server.deps.files;
    vi.spyOn(server.deps.files, "receive").mockImplementationOnce(async () =>
      Object.assign(await receive(), { keep: () => Promise.reject(new Error("no")) }),
    );
    expect((await upload(imageParts(png()))).status).toBe(500);
    expect(await onDisk()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it("takes many at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload(imageParts(png({ padding: 200_000 })))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await onDisk()).toHaveLength(8);
  });

  it("reads no file of somebody who may not", async () => {
    for (const who of [crew.host, crew.privacy])
      expect((await upload(imageParts(png()), who)).status).toBe(403);
    const answer = await upload(imageParts(png()), crew.desk, { Origin: "https://elsewhere.example" });
    expect(answer.status).toBe(403);
    expect(await onDisk()).toEqual([]);
  });
});

describe("GET /dash/did/contents", () => {
  it("lists in order, by type, by what is current, by words", async () => {
    await add({ title: "지난 것", to: "2026-03-10 10:00" });
    await add({ title: "지금 것", from: "2026-03-10 10:00", to: "2026-03-10 10:01" });
    await add({ title: "올 것", from: "2026-03-10 10:01" });
    await add({ title: "끈 것", inUse: false });
    await add({ title: "흐르는 것", type: "flow-text" });
    const titles = async (query: string) =>
      (await crew.admin.get(`${path}?${query}`)).body.rows.map(({ title }: { title: string }) => title);
    expect(await titles("")).toEqual(["지난 것", "지금 것", "올 것", "끈 것", "흐르는 것"]);
    expect(await titles("current=true")).toEqual(["지금 것", "흐르는 것"]);
    expect(await titles("current=false")).toEqual(["지난 것", "올 것", "끈 것"]);
    expect(await titles("type=flow-text,image")).toEqual(["흐르는 것"]);
    expect(await titles(`q=${encodeURIComponent("흐르")}`)).toEqual(["흐르는 것"]);
    expect(await titles("sort=-dispOrder&size=2&page=2")).toEqual(["올 것", "지금 것"]);
    const { body } = await crew.admin.get(`${path}?size=1`);
    expect(body).toMatchObject({ total: 5, totalCapped: false });
    expect(body.mostBytes).toEqual({ image: 1_048_576, video: 3_145_728 });
    expect((await crew.admin.get(`${path}?type=x`)).body).toEqual({ type: "올바른 값이 아닙니다." });
  });
});

describe("GET /dash/did/content/flow-text", () => {
  it("gives every text that runs along the bottom, in order", async () => {
    await add();
    await add({ type: "flow-text", text: "둘", inUse: false });
    await add({ type: "flow-text", text: "셋" });
    const { body } = await crew.desk.get("/dash/did/content/flow-text");
    expect(body.map((item: { text: string }) => item.text)).toEqual(["둘", "셋"]);
  });
});

describe("PUT /dash/did/contents/{id}", () => {
  const put = (id: number, body: object) => crew.desk.put(`${path}/${id}`, { body });

  it("changes what is named, and takes a record back as it was read", async () => {
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

  it("takes an image's record back as it was read, and keeps its file", async () => {
    const item = await addImage();
    const answer = await put(item.id, { ...item, title: "다른 이름", inUse: false });
    expect(answer.body).toEqual({ ...item, title: "다른 이름", inUse: false });
  });

  it.each([
    ["type", { type: "flow-text" }],
    ["text", { text: "" }],
    ["to", { to: "2026-03-10 09:00" }],
    ["dispOrder2", { dispOrder2: 1 }],
  ])("refuses a bad %s, and changes nothing", async (field, body) => {
    const { id } = await add({ from: "2026-03-10 09:00" });
    const before = await rows();
    const answer = await put(id, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
    expect(await rows()).toEqual(before);
  });

  it("refuses a text for an image, and knows none but its own", async () => {
    const { id } = await addImage();
    expect(Object.keys((await put(id, { text: "x", enText: "y" })).body).sort()).toEqual(["enText", "text"]);
    expect((await put(id + 1, { title: "x" })).status).toBe(404);
  });
});

describe("PUT /dash/did/contents/sort", () => {
  const sort = (...places: [number, number][]) =>
    crew.desk.put(`${path}/sort`, {
      body: { dispOrders: places.map(([id, dispOrder]) => ({ id, dispOrder })) },
    });
  const order = async () => (await crew.desk.get(path)).body.rows.map(({ id }: { id: number }) => id);

  it("puts items in a new order", async () => {
    for (let n = 0; n < 3; n++) await add();
    expect((await sort([1, 30], [2, 10], [3, 20])).status).toBe(204);
    expect(await order()).toEqual([2, 3, 1]);
  });

  it("moves nothing where one is not there or comes twice", async () => {
    for (let n = 0; n < 2; n++) await add();
    expect((await sort([2, 0], [9, 1], [2, 5])).body).toEqual({
      "dispOrders.1.id": "올바른 값이 아닙니다.",
      "dispOrders.2.id": "올바른 값이 아닙니다.",
    });
    expect(await order()).toEqual([1, 2]);
  });

  it("lets two sort at once", async () => {
    for (let n = 0; n < 2; n++) await add();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? sort([1, 1], [2, 2]) : sort([2, 1], [1, 2]))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  });
});

describe("DELETE /dash/did/contents/{id}", () => {
  it("removes an item and its file, once", async () => {
    const item = await addImage();
    expect((await server.get(item.file.url)).status).toBe(200);
    const remove = () => crew.desk.send("DELETE", `${path}/${item.id}`);
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await server.get(item.file.url)).status).toBe(404);
    expect(await onDisk()).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});

describe("GET /files/{name}", () => {
  const bytes = png({ padding: 5_000 });
  let url: string;
  beforeEach(async () => {
    url = (await addImage(bytes)).file.url;
  });
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(server.url + url, { method, headers });
  const content = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it("serves for ever, and lets it be nothing but what it is", async () => {
    const answer = await get();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "last-modified": "Tue, 10 Mar 2026 01:00:00 GMT",
      etag: `"${url.slice(7)}"`,
    });
    expect((await content(answer)).equals(bytes)).toBe(true);
  });

  it("tells the same by HEAD, without the content", async () => {
    const answer = await get({}, "HEAD");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
    expect((await content(answer)).length).toBe(0);
  });

  const size = bytes.length;
  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=100-", 100, size - 1],
    ["bytes=-5", size - 5, size - 1],
    [`bytes=10-${size + 99}`, 10, size - 1],
    ["bytes=-999999", 0, size - 1],
  ])("serves the range %s", async (range, start, end) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get("Content-Length")).toBe(String(end - start + 1));
    expect((await content(answer)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each([`bytes=${size}-`, "bytes=-0"])("answers 416 to the range %s", async (range) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("Content-Range")).toBe(`bytes */${size}`);
  });

  it.each(["bytes=0-1,5-6", "bytes=9-2", "lines=0-1", "bytes=-"])("sends the whole for %s", async (range) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(200);
    expect((await content(answer)).length).toBe(size);
  });

  it("sends a range only of the file the caller has a part of", async () => {
    const { headers } = await get({}, "HEAD");
    const etag = headers.get("ETag") ?? "";
    const date = headers.get("Last-Modified") ?? "";
    for (const same of [etag, date]) {
      expect((await get({ Range: "bytes=0-1", "If-Range": same })).status).toBe(206);
    }
    for (const other of ['"x"', `W/${etag}`, "Mon, 09 Mar 2026 01:00:00 GMT"]) {
      expect((await get({ Range: "bytes=0-1", "If-Range": other })).status).toBe(200);
    }
  });

  it("sends nothing to who has it", async () => {
    const answer = await get({ "If-None-Match": `"${url.slice(7)}"`, Range: "bytes=0-1" });
    expect(answer.status).toBe(304);
    expect((await content(answer)).length).toBe(0);
  });

  it.each([
    "/files/x.png",
    "/files/..%2f..%2fpackage.json",
    "/files/%2e%2e/%2e%2e/package.json",
    "/files/incoming",
    `/files/${"0".repeat(32)}.png`,
    `/files/${"0".repeat(32)}.html`,
    "/files/",
  ])("finds nothing at %s", async (other) => {
    const answer = await server.get(other);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Cache-Control") ?? "").not.toContain("immutable");
  });

  it("answers 404 where the file is gone", async () => {
    await server.deps.files.remove(url.slice(7));
    expect((await get()).status).toBe(404);
  });
});

describe("GET /api/did/playlist", () => {
  const playlist = (headers = {}) => server.get("/api/did/playlist", { headers });

  it("gives what is shown now by the site's clock, in order, without what is for staff", async () => {
    const image = await addImage(png(), [["to", "2026-03-10 10:30"]]);
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

  it("costs nothing while nothing changed", async () => {
    const { id } = await add();
    const etag = (await playlist()).headers.get("ETag") ?? "";
    const again = await playlist({ "If-None-Match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
    await crew.desk.put(`${path}/${id}`, { body: { seconds: 11 } });
    const changed = await playlist({ "If-None-Match": etag });
    expect(changed.status).toBe(200);
    expect(changed.body.items[0].seconds).toBe(11);
  });

  it("goes by the site's time zone", async () => {
    await server.db("configuration").update({ timezone: "Europe/Berlin" });
    await add({ from: "2026-03-10 02:00", to: "2026-03-10 03:00" });
    expect((await playlist()).body.items).toMatchObject([{ from: "2026-03-10 02:00" }]);
    await server.db("configuration").update({ timezone: "Asia/Seoul" });
    expect((await playlist()).body.items).toMatchObject([{ from: "2026-03-10 10:00" }]);
  });

  it("is empty where nothing is set up", async () => {
    expect((await playlist()).body).toMatchObject({ items: [], flowTexts: [] });
  });
});

describe("two processes", () => {
  it("serve, list and remove each other's files", async () => {
    const other = await startTestServer({ beside: server });
    const item = await addImage();
    expect((await other.get(item.file.url)).status).toBe(200);
    expect((await other.get("/api/did/playlist")).body.items).toHaveLength(1);
    const { cookie } = crew.desk;
    await other.send("DELETE", `${path}/${item.id}`, { headers: { Cookie: cookie } });
    expect((await server.get(item.file.url)).status).toBe(404);
    expect(await onDisk()).toEqual([]);
    await other.close();
  });
});

describe("cleaning up files", () => {
  it("takes away what no item has after an hour, and nothing else", async () => {
    await mkdir(join(folder(), "incoming"), { recursive: true });
    const { file: kept } = await addImage();
    const name = () => `${randomBytes(16).toString("hex")}.png`;
    const [old, young, strange] = [name(), name(), "notes.txt"];
    for (const one of [old, young, strange, "incoming/half", "incoming/arriving"]) {
      await writeFile(join(folder(), one), "x");
    }
    const ago = (minutes: number) => new Date(morning.getTime() - minutes * 60_000);
    for (const one of [old, strange, "incoming/half", kept.url.slice(7)]) {
      await utimes(join(folder(), one), ago(61), ago(61));
    }
    for (const one of [young, "incoming/arriving"]) await utimes(join(folder(), one), ago(59), ago(59));
    expect(await cleanFiles(server.deps)).toBe(2);
    expect(await onDisk()).toEqual([kept.url.slice(7), young, strange, "arriving"].sort());
  });
});
