import { open } from "node:fs/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createFileStore } from "#api/files/store.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { eventually } from "../../support/events.ts";
import { jpeg, png, webp } from "../../support/images.ts";
import { expectSamePicture } from "../../support/pictures.ts";
import {
  addImage,
  contents,
  emptySignage,
  filesOf,
  formFile,
  imageParts,
  itemsOf,
} from "../../support/signage-calls.ts";
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
} from "../../support/visitor/forms.ts";

const megabyte = 1024 * 1024;
const morning = new Date("2026-03-10T01:00:00Z");
const { server, crew } = await staffedSite({ env: { UPLOAD_IMAGE_MB: "1", UPLOAD_VIDEO_MB: "3" } });

beforeEach(async () => {
  server.now = morning;
  await emptySignage(server);
});

const upload = (parts: FormParts, user = crew.desk, headers = {}) => sendForm(user, contents, parts, headers);

describe("POST /dash/did/contents with a file", () => {
  it.each([
    ["image", png({ width: 60, height: 40 }), "image/png", "png", { width: 60, height: 40 }],
    ["image", jpeg, "image/jpeg", "jpg", { width: 6, height: 4 }],
    ["image", webp, "image/webp", "webp", { width: 6, height: 4 }],
    ["video", mp4(), "video/mp4", "mp4", {}],
    ["video", webm, "video/webm", "webm", {}],
  ])("detects a %s by content, not by name or type", async (type, bytes, contentType, ending, size) => {
    const answer = await upload([
      ["type", type],
      ["title", "로비"],
      ["seconds", "30"],
      ["inUse", "false"],
      ["from", "2026-03-10 09:00"],
      ["file", formFile(bytes, "C:\\아무 이름.html", "text/html")],
    ]);
    expect(answer.status, answer.text).toBe(200);
    const [name = ""] = await filesOf(server);
    expect(name).toMatch(new RegExp(`^[0-9a-f]{32}\\.${ending}$`));
    expect(answer.body).toMatchObject({
      type,
      text: "",
      seconds: 30,
      inUse: false,
      from: "2026-03-10 09:00",
      to: null,
      file: { url: `/files/${name}`, name: "아무 이름.html", contentType, ...size },
    });
    const response = await fetch(server.url + answer.body.file.url);
    expect(response.headers.get("Content-Type")).toBe(contentType);
    const served = Buffer.from(await response.arrayBuffer());
    if (type === "image") await expectSamePicture(served, bytes);
    else expect(served.equals(bytes)).toBe(true);
    expect(answer.body.file.size).toBe(served.length);
    expect(await itemsOf(server)).toMatchObject([{ fileName: name, contentType, fileSize: served.length }]);
    await crew.desk.send("DELETE", `${contents}/${answer.body.id}`);
  });

  it.each([
    ["first", (file: FormParts) => [...file, ["type", "image"], ["title", "로비"], ["seconds", "30"]]],
    [
      "in the middle",
      (file: FormParts) => [["type", "image"], ...file, ["title", "로비"], ["seconds", "30"]],
    ],
    ["last", (file: FormParts) => [["type", "image"], ["title", "로비"], ["seconds", "30"], ...file]],
  ] as const)("accepts the file %s of the fields", async (_where, partsOf) => {
    const answer = await answered(upload(partsOf([["file", formFile(png())]]) as FormParts));
    expect(answer.body).toMatchObject({ type: "image", title: "로비", seconds: 30 });
    expect(await filesOf(server)).toHaveLength(1);
  });

  it("rejects a file before its type that is too large for it, and stores nothing", async () => {
    const large = png({ padding: megabyte });
    const answer = await upload([
      ["file", formFile(large)],
      ["type", "image"],
      ["title", "로비"],
    ]);
    expect(answer.status).toBe(413);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });

  it("defaults to a video's full length and to ten seconds for an image", async () => {
    expect((await addImage(crew.desk)).seconds).toBe(10);
    const answer = await upload([
      ["type", "video"],
      ["title", "x"],
      ["file", formFile(mp4())],
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
    ["file", formFile(bytes)],
  ];

  const [type, title, file] = typed("image", png()) as [FormParts[0], FormParts[0], FormParts[0]];

  it.each<[string, FormParts, string, RegExp]>([
    ["HTML with a PNG name", typed("image", html), "file", /PNG, JPEG, WebP/],
    ["an SVG with a script", typed("image", svg), "file", /PNG, JPEG, WebP/],
    ["a GIF", typed("image", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")), "file", /PNG, JPEG, WebP/],
    ["a PDF", typed("image", Buffer.from("%PDF-1.7\n")), "file", /PNG, JPEG, WebP/],
    ["a video as an image", typed("image", mp4()), "file", /PNG, JPEG, WebP/],
    ["an image as a video", typed("video", png()), "file", /MP4, WebM/],
    ["HTML as a video", typed("video", html), "file", /MP4, WebM/],
    [
      "a video with HTML in its header",
      typed("video", Buffer.concat([mp4Head(99), html, Buffer.alloc(99 - html.length)])),
      "file",
      /MP4, WebM/,
    ],
    ["a truncated video", typed("video", mp4().subarray(0, -1)), "file", /손상/],
    ["a JPEG with appended HTML", typed("image", Buffer.concat([jpeg, html])), "file", /이미지가 아닌/],
    ["a PNG with an appended archive", typed("image", Buffer.concat([png(), zip])), "file", /이미지가 아닌/],
    ["a WebP with appended HTML", typed("image", Buffer.concat([webp, html])), "file", /이미지가 아닌/],
    ["a JPEG with HTML in its header", typed("image", withComment(html)), "file", /이미지가 아닌/],
    [
      "a JPEG with a PDF in its header",
      typed("image", withComment(Buffer.from("%PDF-1.4"))),
      "file",
      /이미지가 아닌/,
    ],
    ["a truncated PNG", typed("image", png().subarray(0, -5)), "file", /손상/],
    ["too many pixels on a side", typed("image", png({ width: 8193, height: 1 })), "file", /8192/],
    ["too many pixels in all", typed("image", png({ width: 8192, height: 8192 })), "file", /40메가픽셀/],
    ["an empty file", typed("image", Buffer.alloc(0)), "file", /필수/],
    ["no file", [type, title], "file", /필수/],
    ["a text field named file", [type, title, ["file", "text"]], "file", /필수/],
    ["two files", [...typed("image", png()), ["file", formFile(png())]], "file", /하나만/],
    ["a file in another field", [type, title, ["picture", formFile(png())]], "picture", /알 수 없는/],
    ["an invalid field after the file", [...typed("image", png()), ["seconds", "1.5"]], "seconds", /올바른/],
    ["an unknown field after the file", [type, title, file, ["surprise", "1"]], "surprise", /알 수 없는/],
    ["a file without other fields", [["file", formFile(png())]], "title", /필수/],
    ["an unknown field", [["surprise", "1"], ...typed("image", png())], "surprise", /알 수 없는/],
    ["a repeated field", [["title", "y"], ...typed("image", png())], "title", /올바른/],
    ["no title", [type, file], "title", /필수/],
    ["the type text", [["type", "text"], title, file], "type", /올바른/],
    ["invalid seconds", [["seconds", "1.5"], ...typed("image", png())], "seconds", /올바른/],
    [
      "an end before the start",
      [["from", "2026-03-10 10:00"], ["to", "2026-03-10 09:00"], ...typed("image", png())],
      "to",
      /종료/,
    ],
  ])("rejects %s", async (_what, parts, field, sentence) => {
    const before = await contentOfTables(server.db);
    expect((await answered(upload(parts), 400)).body[field]).toMatch(sentence);
    expect(await filesOf(server)).toEqual([]);
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("accepts a file of exactly the maximum size", async () => {
    const frame = png({ padding: 1 }).length - 1;
    await addImage(crew.desk, png({ padding: megabyte - frame }));
    const [stored] = await filesOf(server);
    const answer = await upload(imageParts(png({ padding: megabyte - frame + 1 })), crew.desk, {
      "Accept-Language": "en",
    });
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({
      id: "fileTooLarge",
      message: "The file is too large. It may have up to 1 MB.",
    });
    expect(await filesOf(server)).toEqual([stored]);
    expect(await itemsOf(server)).toHaveLength(1);
  });

  it("rejects a file that exceeds the limit while it is sent", async () => {
    const sending = openForm(server.url + contents, crew.desk.cookie);
    const head = `${partHead("type")}video\r\n${partHead("title")}x\r\n${partHead("file", "v.mp4")}`;
    await sending.write(Buffer.from(head));
    await sending.write(mp4(4 * megabyte));
    expect((await sending.answer).status).toBe(413);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
    sending.abort();
  });

  it("rejects by Content-Length before reading", async () => {
    const sending = openForm(server.url + contents, crew.desk.cookie, 100 * megabyte);
    await sending.write(Buffer.from("-"));
    expect((await sending.answer).status).toBe(413);
    sending.abort();
  });

  it("stores nothing of an interrupted upload", async () => {
    const sending = openForm(server.url + contents, crew.desk.cookie);
    await sending.write(Buffer.from(`${partHead("type")}video\r\n${partHead("title")}x\r\n`));
    await sending.write(Buffer.concat([Buffer.from(partHead("file", "v.mp4")), mp4(megabyte)]));
    await eventually(async () => (await filesOf(server)).length === 1);
    sending.abort();
    await eventually(async () => (await filesOf(server)).length === 0);
    expect(await itemsOf(server)).toEqual([]);
  });

  it.each([
    ["without end", formBody(imageParts(png())).subarray(0, -4)],
    ["without boundary", Buffer.from("hello")],
    [
      "with an endless header",
      Buffer.concat([Buffer.from(partHead("x").slice(0, -4)), Buffer.alloc(9_000, 0x61)]),
    ],
    ["with a part without a name", Buffer.from(`${partHead("x").replace('; name="x"', "")}1${formEnd}`)],
    [
      "with an unknown encoding",
      Buffer.from(
        `${partHead("x").replace("\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n")}1${formEnd}`,
      ),
    ],
    ["with data after its end", Buffer.concat([formBody(imageParts(png())), Buffer.from("more")])],
  ])("rejects a body %s", async (_what, body) => {
    const answer = await crew.desk.send("POST", contents, { body, headers: { "Content-Type": formType } });
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body)).toEqual(["_"]);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });

  it("parses the boundary in chunks of any size", async () => {
    const video = mp4(300);
    const body = formBody([
      ["type", "video"],
      ["title", "로비 영상"],
      ["file", formFile(video)],
    ]);
    for (const size of [1, 7, 64]) {
      const sending = openForm(server.url + contents, crew.desk.cookie);
      for (let at = 0; at < body.length; at += size) await sending.write(body.subarray(at, at + size));
      sending.end();
      expect((await sending.answer).status).toBe(200);
    }
    expect((await itemsOf(server)).map(({ fileSize }) => fileSize)).toEqual(Array(3).fill(video.length));
  });

  it("returns 507 when the disk is full, and stores nothing", async () => {
    const full = createFileStore(server.deps.files.storage, () => open("/dev/full", "w"));
    vi.spyOn(server.deps.files, "receive").mockImplementationOnce(full.receive);
    const answer = await answered(upload(imageParts(png())), 507);
    expect(answer.body).toEqual({ id: "filesFull", message: expect.stringContaining("저장 공간") });
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });

  it("returns 503 when the folder is read-only, and stores nothing", async () => {
    const readOnly = createFileStore(server.deps.files.storage, () =>
      Promise.reject(Object.assign(new Error("read-only file system"), { code: "EROFS" })),
    );
    vi.spyOn(server.deps.files, "receive").mockImplementationOnce(readOnly.receive);
    const answer = await upload(imageParts(png()));
    expect([answer.status, answer.body.id]).toEqual([503, "unavailable"]);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });

  it("stores no row when the file cannot be renamed", async () => {
    const { receive } = server.deps.files;
    vi.spyOn(server.deps.files, "receive").mockImplementationOnce(async () =>
      Object.assign(await receive(), { keep: () => Promise.reject(new Error("no")) }),
    );
    expect((await upload(imageParts(png()))).status).toBe(500);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });

  it("accepts simultaneous uploads", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload(imageParts(png({ padding: 200_000 })))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await filesOf(server)).toHaveLength(8);
  });

  it("reads no file from a role without permission", async () => {
    for (const user of [crew.host, crew.privacy])
      expect((await upload(imageParts(png()), user)).status).toBe(403);
    await answered(upload(imageParts(png()), crew.desk, { Origin: "https://elsewhere.example" }), 403);
    expect(await filesOf(server)).toEqual([]);
  });
});
