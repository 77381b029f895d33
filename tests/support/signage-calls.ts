/** Signage items added by API calls, and their files. */
import { readdir, rm } from "node:fs/promises";
import { expect } from "vitest";
import { ownerFile } from "#db/files/owner.ts";
import type { TestServer } from "./api.ts";
import type { SignedIn } from "./console/staff.ts";
import { png } from "./images.ts";
import { type FormFile, type FormParts, sendForm } from "./visitor/forms.ts";

export const contents = "/dash/did/contents";

export async function emptySignage({ db, deps }: TestServer): Promise<void> {
  await db.raw("TRUNCATE signage_contents, changes RESTART IDENTITY");
  await rm(deps.settings.filesDir, { recursive: true, force: true });
}

/** Names of all uploads, including unfinished ones, without quarantined ones. */
export const filesOf = async ({ deps }: TestServer): Promise<string[]> =>
  (await readdir(deps.settings.filesDir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && entry.name !== ownerFile && !entry.parentPath.endsWith("quarantine"))
    .map(({ name }) => name)
    .sort();

export const itemsOf = ({ db }: TestServer) => db("signageContents").orderBy("id");

export const textItem = (more: object = {}) => ({
  type: "text",
  title: "안전 교육",
  text: "오늘 오후 2시",
  ...more,
});

export async function addText(who: SignedIn, more: object = {}) {
  const answer = await who.post(contents, { body: textItem(more) });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

export const formFile = (bytes: Uint8Array, name = "그림.png", type = "image/png"): FormFile => ({
  bytes,
  name,
  type,
});

export const imageParts = (bytes: Uint8Array, more: FormParts = []): FormParts => [
  ["type", "image"],
  ["title", "로비 그림"],
  ...more,
  ["file", formFile(bytes)],
];

export async function addImage(who: SignedIn, bytes: Uint8Array = png(), more: FormParts = []) {
  const answer = await sendForm(who, contents, imageParts(bytes, more));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
