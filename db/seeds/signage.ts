/** Content of the lobby's screens in the demonstration. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { Knex } from "knex";
import type { FileStorage } from "../files/storage.ts";
import { insertAll } from "./basics.ts";

const width = 1280;
const height = 720;

type Rgb = readonly [number, number, number];

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** Three ranges of hills, the nearest first. */
const hills: readonly { readonly colour: Rgb; readonly top: (x: number) => number }[] = [
  { colour: [20, 80, 140], top: (x) => 0.78 + 0.05 * Math.sin(x * 5 + 1) + 0.02 * Math.sin(x * 13) },
  { colour: [78, 128, 178], top: (x) => 0.66 + 0.07 * Math.sin(x * 4 + 3) + 0.02 * Math.sin(x * 11 + 2) },
  { colour: [150, 184, 214], top: (x) => 0.56 + 0.08 * Math.sin(x * 3 + 5) },
];

/** Colour of the picture, a morning behind hills. @param x from 0 to 1, y from 0 (top) to 1 */
function colourAt(x: number, y: number): Rgb {
  const hill = hills.find(({ top }) => y > top(x));
  if (hill) return mix(hill.colour, [240, 246, 252], Math.max(0, 0.25 - (y - hill.top(x))));
  const sky = mix([120, 172, 220], [253, 238, 214], Math.min(1, y / 0.6));
  const distance = Math.hypot((x - 0.68) * (width / height), y - 0.36);
  if (distance < 0.09) return [255, 250, 236];
  return mix(sky, [255, 244, 218], Math.max(0, 0.6 - distance * 1.6));
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** The picture as PNG. */
function draw(): Buffer {
  const line = 1 + width * 3;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(colourAt(x / width, y / height), y * line + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(pixels)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

/** Stores the picture, the same each time. */
async function insertPicture(files: FileStorage) {
  const bytes = draw();
  const fileName = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.png`;
  const path = join(files.arriving, fileName);
  await mkdir(files.arriving, { recursive: true, mode: 0o750 });
  await writeFile(path, bytes, { mode: 0o640 });
  await files.keep(path, fileName);
  return {
    type: "image",
    title: "아침 풍경",
    seconds: 8,
    fileName,
    originalName: "morning.png",
    contentType: "image/png",
    fileSize: bytes.length,
    width,
    height,
  };
}

const welcome = {
  type: "text",
  title: "환영 인사",
  seconds: 12,
  text: "나루솔그룹에 오신 것을 환영합니다\n안내데스크에서 신분증을 확인하고 출입증을 받아 주십시오.",
  enText: "Welcome to Narusol Group\nPlease show your ID at the front desk to receive your pass.",
};

const safety = {
  type: "text",
  title: "안전 안내",
  seconds: 12,
  text: "생산동에서는 안전모를 씁니다\n보호구는 생산1동 입구에서 빌려 드립니다. 통로의 노란 선 안쪽으로 다녀 주십시오.",
  enText:
    "Hard hats in the production buildings\nBorrow one at the entrance of Building 1. Keep within the yellow lines.",
};

const photographs = {
  type: "flow-text",
  title: "촬영 금지",
  seconds: 10,
  text: "사업장 안에서는 사진과 동영상을 촬영할 수 없습니다.",
  enText: "Photography is not permitted on the premises.",
};

const passes = {
  type: "flow-text",
  title: "출입증 반납",
  seconds: 10,
  text: "나가실 때 출입증을 안내데스크에 반납해 주십시오.",
  enText: "Please return your pass at the front desk when you leave.",
};

/** @param files storage of uploads; without it there is no picture */
export async function insertSignage(knex: Knex, files: FileStorage | undefined): Promise<void> {
  const picture = files ? [await insertPicture(files)] : [];
  const rows = [welcome, ...picture, safety, photographs, passes];
  for (const [index, row] of rows.entries()) {
    await insertAll(knex, "signage_contents", [{ ...row, dispOrder: index + 1 }]);
  }
}
