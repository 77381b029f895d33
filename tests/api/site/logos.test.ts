import { get, type IncomingHttpHeaders, request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventually } from "../../support/events.ts";
import { jpeg, png, webp } from "../../support/images.ts";
import {
  animation,
  cameraPhoto,
  expectSamePicture,
  gpsDay,
  imageProperties,
} from "../../support/pictures.ts";

const path = "/dash/config/logo/ko";
const megabyte = 1024 * 1024;
const { server, crew } = await staffedSite();
beforeEach(async () => {
  await server.db("logos").del();
  await server.db("changes").del();
});

const stored = () => server.db("logos").orderBy("lang");
const contentOf = async (lang: "ko" | "en"): Promise<Buffer> =>
  (await server.db("logos").where({ lang }).first()).content;
const upload = (body: Uint8Array, type = "image/png", to = path, user = crew.admin) =>
  user.put(to, { body, headers: { "Content-Type": type } });

/** Like a browser; `fetch` would disable caches. */
function show(lang: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get(`${server.url}/custom/logo?lang=${lang}`, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
    }).once("error", reject);
  });
}

describe("PUT /dash/config/logo/{lang}", () => {
  it.each([
    ["image/png", png()],
    ["image/jpeg", jpeg],
    ["image/webp", webp],
  ])("stores an %s and serves it immediately", async (type, bytes) => {
    const answer = await answered(upload(bytes, type));
    const content = await contentOf("ko");
    await expectSamePicture(content, bytes);
    expect(answer.body).toEqual({ lang: "ko", contentType: type, width: 6, height: 4, size: content.length });
    expect(await stored()).toMatchObject([{ lang: "ko", contentType: type, updatedAt: server.now }]);
    const shown = await show("ko");
    expect(shown.headers["content-type"]).toBe(type);
    expect(shown.headers["x-content-type-options"]).toBe("nosniff");
    expect(shown.bytes).toEqual(content);
    expect((await server.db("changes")).map(({ kind }) => kind)).toEqual(["configuration"]);
    expect((await crew.admin.get("/dash/config")).body.logos).toEqual({ ko: true, en: false });
  });

  it("detects the type by content, not by Content-Type", async () => {
    expect((await upload(jpeg, "image/png")).body.contentType).toBe("image/jpeg");
    expect((await upload(webp, "application/octet-stream")).body.contentType).toBe("image/webp");
  });

  it("replaces the logo of that language only; browsers revalidate", async () => {
    await upload(png());
    const first = await show("ko");
    expect(first.headers["cache-control"]).toBe("public, no-cache");
    const etag = first.headers.etag ?? "";
    expect((await answered(show("ko", { "If-None-Match": etag }), 304)).bytes.length).toBe(0);
    await upload(jpeg, "image/jpeg");
    const changed = await answered(show("ko", { "If-None-Match": etag }));
    await expectSamePicture(changed.bytes, jpeg);

    expect((await show("en")).bytes).toEqual(changed.bytes);
    await upload(webp, "image/webp", "/dash/config/logo/en");
    await expectSamePicture((await show("en")).bytes, webp);
    expect((await show("ko")).bytes).toEqual(changed.bytes);
  });

  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const gif = Buffer.from(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b",
    "hex",
  );
  const whole = png();
  const damaged = Buffer.from(whole);
  damaged[45] = (damaged[45] ?? 0) ^ 0xff;
  const refused: [what: string, bytes: Buffer, type: string, sentence: string | RegExp][] = [
    ["an empty file", Buffer.alloc(0), "image/png", "필수 입력 항목입니다"],
    ["HTML sent as PNG", html, "image/png", /^PNG, JPEG, WebP/],
    ["an SVG", svg, "image/svg+xml", /^PNG, JPEG, WebP/],
    ["an SVG sent as PNG", svg, "image/png", /^PNG, JPEG, WebP/],
    ["a GIF", gif, "image/gif", /^PNG, JPEG, WebP/],
    ["HTML after PNG magic bytes", Buffer.concat([whole.subarray(0, 8), html]), "image/png", /PNG|손상/],
    ["half a PNG", whole.subarray(0, whole.length >> 1), "image/png", /손상/],
    ["a PNG without its last byte", whole.subarray(0, -1), "image/png", /손상/],
    ["a damaged PNG", damaged, "image/png", /손상/],
    ["half a JPEG", jpeg.subarray(0, jpeg.length >> 1), "image/jpeg", /손상/],
    ["a JPEG without its last byte", jpeg.subarray(0, -1), "image/jpeg", /손상/],
    ["half a WebP", webp.subarray(0, webp.length >> 1), "image/webp", /손상/],
    ["a wide pixel bomb", png({ width: 4097 }), "image/png", /4096픽셀/],
    ["a pixel bomb", png({ width: 60_000, height: 60_000 }), "image/png", /4096픽셀/],
    ["an image without pixels", png({ width: 0, height: 0 }), "image/png", /손상/],
  ];
  it.each(refused)("rejects %s and keeps the logo before", async (_what, bytes, type, sentence) => {
    await upload(png());
    const before = await stored();
    const answer = await answered(upload(bytes, type), 400);
    expect(Object.keys(answer.body)).toEqual(["logo"]);
    expect(answer.body.logo).toMatch(sentence);
    expect(await stored()).toEqual(before);
  });

  it("removes data appended to the image", async () => {
    for (const [bytes, type] of [
      [png(), "image/png"],
      [jpeg, "image/jpeg"],
      [webp, "image/webp"],
    ] as const) {
      expect((await upload(Buffer.concat([bytes, html]), type)).status).toBe(200);
      const content = await contentOf("ko");
      await expectSamePicture(content, bytes);
      expect(content.includes("<script>")).toBe(false);
    }
  });

  it("rotates the image upright and removes its location", async () => {
    const photo = await cameraPhoto();
    expect(photo.includes(gpsDay)).toBe(true);
    const answer = await upload(photo, "image/jpeg");
    expect(answer.body).toMatchObject({ contentType: "image/jpeg", width: 20, height: 40 });
    const content = await contentOf("ko");
    expect(await imageProperties(content)).toMatchObject({ width: 20, height: 40, orientation: undefined });
    expect(content.includes(gpsDay)).toBe(false);
  });

  it("keeps an animation", async () => {
    const moving = await animation();
    expect((await upload(moving, "image/webp")).body).toMatchObject({ width: 20, height: 10 });
    await expectSamePicture(await contentOf("ko"), moving, 8);
  });

  it("accepts up to 4096 pixels per side and 1 MB", async () => {
    expect((await upload(png({ width: 4096, height: 4096 }))).status).toBe(200);
    const frame = png({ padding: 1 }).length - 1;
    const full = png({ padding: megabyte - frame });
    expect(full.length).toBe(megabyte);
    expect((await upload(full)).status).toBe(200);
    const before = await stored();
    const answer = await upload(png({ padding: megabyte - frame + 1 }));
    expect([answer.status, answer.body.id]).toEqual([413, "bodyTooLarge"]);
    expect(await stored()).toEqual(before);
  });

  it("returns 413 also without Content-Length", async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent <= megabyte; sent += 65_536) controller.enqueue(new Uint8Array(65_536));
        controller.close();
      },
    });
    const headers = { Cookie: crew.admin.cookie, Origin: server.url, "Content-Type": "image/png" };
    const answer = await fetch(server.url + path, {
      method: "PUT",
      headers,
      body,
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await stored()).toEqual([]);
  });

  it("stores nothing of an interrupted upload", async () => {
    const bytes = png({ padding: 500_000 });
    const finished = () => server.log.filter((line) => line.includes("/dash/config/logo")).length;
    const before = finished();
    const sending = request(server.url + path, {
      method: "PUT",
      headers: {
        Cookie: crew.admin.cookie,
        Origin: server.url,
        "Content-Type": "image/png",
        "Content-Length": bytes.length,
      },
    });
    sending.on("error", () => {});
    sending.write(bytes.subarray(0, 200_000), () => sending.destroy());
    await eventually(() => finished() > before);
    expect(await stored()).toEqual([]);
  });

  it.each(["application/json", "text/html", "multipart/form-data; boundary=x"])(
    "returns 415 for a body of type %s",
    async (type) => {
      expect((await answered(upload(png(), type), 415)).body.id).toBe("unsupportedFile");
      expect(await stored()).toEqual([]);
    },
  );

  it("rejects an unknown language", async () => {
    const answer = await upload(png(), "image/png", "/dash/config/logo/ja");
    expect([answer.status, answer.body]).toEqual([400, { lang: "올바른 값이 아닙니다." }]);
    expect(await stored()).toEqual([]);
  });

  it("stores one complete logo for simultaneous uploads", async () => {
    const sent = [png(), jpeg, webp, png({ width: 8 }), jpeg];
    const answers = await Promise.all(sent.map((bytes) => upload(bytes, "application/octet-stream")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [{ content }, ...more] = await stored();
    expect(more).toEqual([]);
    const kinds = await Promise.all(sent.map(imageProperties));
    const { format, width } = await imageProperties(content);
    const one = sent[kinds.findIndex((kind) => kind.format === format && kind.width === width)];
    await expectSamePicture(content, one ?? Buffer.alloc(0));
  });
});

describe("DELETE /dash/config/logo/{lang}", () => {
  it("deletes it: English falls back to Korean, Korean to the product's logo; then returns 404", async () => {
    await upload(png());
    await upload(webp, "image/webp", "/dash/config/logo/en");
    const remove = (lang: string) => crew.admin.send("DELETE", `/dash/config/logo/${lang}`);
    expect((await remove("en")).status).toBe(204);
    expect((await show("en")).bytes).toEqual(await contentOf("ko"));
    expect((await remove("ko")).status).toBe(204);
    expect((await show("ko")).headers["content-type"]).toMatch("image/svg+xml");
    expect((await remove("ko")).status).toBe(404);
    expect(await stored()).toEqual([]);
  });
});
