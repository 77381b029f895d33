import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { png } from "../../support/images.ts";
import {
  animation,
  animationBomb,
  cameraPhoto,
  damagedWebp,
  expectSamePicture,
  gpsDay,
  imageProperties,
  pixelsOf,
  wideColours,
} from "../../support/pictures.ts";
import {
  addImage,
  contents,
  emptySignage,
  filesOf,
  imageParts,
  itemsOf,
} from "../../support/signage-calls.ts";
import { sendForm } from "../../support/visitor/forms.ts";

const { server, crew } = await staffedSite();
beforeEach(() => emptySignage(server));

const upload = (bytes: Buffer) => sendForm(crew.desk, contents, imageParts(bytes));

async function storedOf(bytes: Buffer): Promise<Buffer> {
  await addImage(crew.desk, bytes);
  const [name = ""] = await filesOf(server);
  return readFile(join(server.deps.settings.filesDir, name));
}

describe("uploaded images", () => {
  it("are rotated upright and stored without metadata", async () => {
    const photo = await cameraPhoto();
    expect(await imageProperties(photo)).toMatchObject({ width: 40, height: 20, orientation: 6 });
    expect(photo.includes(gpsDay)).toBe(true);
    const stored = await storedOf(photo);
    expect(await imageProperties(stored)).toEqual({ format: "jpeg", width: 20, height: 40 });
    expect(stored.includes(gpsDay)).toBe(false);
    expect(await itemsOf(server)).toMatchObject([{ width: 20, height: 40, fileSize: stored.length }]);
    const pixels = await pixelsOf(stored);
    const colourAt = (row: number) => [...pixels.subarray((row * 20 + 10) * 3, (row * 20 + 10) * 3 + 3)];
    const [[red = 0, , little = 0], [least = 0, , blue = 0]] = [colourAt(5), colourAt(35)] as const;
    expect([red > 200, little < 50, least < 50, blue > 200]).toEqual([true, true, true, true]);
  });

  it("keep all animation frames and their durations", async () => {
    const moving = await animation();
    expect(moving.includes(gpsDay)).toBe(true);
    const stored = await storedOf(moving);
    await expectSamePicture(stored, moving, 8);
    expect(await imageProperties(stored)).toMatchObject({ pages: 3, delay: [100, 200, 300] });
    expect(stored.includes(gpsDay)).toBe(false);
    expect(await itemsOf(server)).toMatchObject([{ width: 20, height: 10 }]);
  });

  it("are converted to sRGB", async () => {
    const wide = await wideColours();
    expect((await imageProperties(wide)).icc).toBeDefined();
    const stored = await storedOf(wide);
    expect((await imageProperties(stored)).icc).toBeUndefined();
    const [red = 0, green = 0] = await pixelsOf(stored);
    expect(Math.abs(red - 200) + Math.abs(green - 40)).toBeLessThan(6);
  });

  it("lose text chunks of a PNG", async () => {
    const stored = await storedOf(png({ padding: 5_000 }));
    expect(stored.includes("aaaa")).toBe(false);
    await expectSamePicture(stored, png(), 0);
  });

  it.each([
    ["a truncated PNG", () => png({ width: 8_000, height: 4_000 }), /손상/],
    ["a damaged WebP", damagedWebp, /손상/],
    ["an animation with too many pixels", animationBomb, /프레임.*100/],
  ])("are rejected: %s", async (_what, make, sentence) => {
    const answer = await upload(await make());
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["file"]]);
    expect(answer.body.file).toMatch(sentence);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });

  it("leave no file when the disk is full after encoding", async () => {
    const { receive } = server.deps.files;
    vi.spyOn(server.deps.files, "receive").mockImplementationOnce(async () => {
      const file = await receive();
      const { replace } = file;
      const onFullDisk = (content: Uint8Array) => replace.call({ ...file, path: "/dev/full" }, content);
      return Object.assign(file, { replace: onFullDisk });
    });
    const answer = await upload(png());
    expect([answer.status, answer.body.id]).toEqual([507, "filesFull"]);
    expect(await filesOf(server)).toEqual([]);
    expect(await itemsOf(server)).toEqual([]);
  });
});
