/** Content of the lobby's screens in the demonstration. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Knex } from "knex";
import type { FileStorage } from "../files/storage.ts";
import { insertAll } from "./basics.ts";

/** Stores the picture, a morning behind hills. */
async function insertPicture(files: FileStorage) {
  const bytes = await readFile(new URL("./pictures/morning.webp", import.meta.url));
  const fileName = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.webp`;
  const path = join(files.arriving, fileName);
  await mkdir(files.arriving, { recursive: true, mode: 0o750 });
  await writeFile(path, bytes, { mode: 0o640 });
  await files.keep(path, fileName);
  return {
    type: "image",
    title: "아침 풍경",
    seconds: 8,
    fileName,
    originalName: "morning.webp",
    contentType: "image/webp",
    fileSize: bytes.length,
    width: 1280,
    height: 720,
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
