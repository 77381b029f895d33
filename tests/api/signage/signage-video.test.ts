/** A large video through a real process, streamed in both directions. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answered, type TestServer } from "../../support/api.ts";
import { type ApiProcess, sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { addStaff, type SignedIn, signIn } from "../../support/console/staff.ts";
import { connectedDatabase } from "../../support/database/connected-database.ts";
import { seedSite } from "../../support/site.ts";
import { formEnd, mp4Head, openForm, partHead } from "../../support/visitor/forms.ts";

const megabyte = 1024 * 1024;
const mediaBytes = 150 * megabyte;

const { url: databaseUrl, db } = await connectedDatabase();
let folder: string;
let api: ApiProcess;
let desk: SignedIn;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "visitor-files-"));
  const site = await seedSite(db);
  api = await startApiProcess({ ...sharedEnv(databaseUrl), FILES_DIR: folder, JOBS: "off" });
  const server = { ...api, db, now: new Date() } as unknown as TestServer;
  desk = await signIn(server, (await addStaff(server, site.company, "desk")).loginId);
}, 60_000);
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The most memory that a process has used since its peak was reset. */
function peakMemoryOf(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

it.skipIf(process.platform !== "linux")("streams 150 MB in less memory", { timeout: 120_000 }, async () => {
  // resets the peak, which starting the process has raised
  writeFileSync(`/proc/${api.pid}/clear_refs`, "5");
  const before = peakMemoryOf(api.pid);
  const head = mp4Head(mediaBytes);
  const sending = openForm(`${api.url}/dash/did/contents`, desk.cookie);
  await sending.write(
    Buffer.from(`${partHead("type")}video\r\n${partHead("title")}x\r\n${partHead("file", "v.mp4")}`),
  );
  await sending.write(head);
  const piece = Buffer.alloc(megabyte, 0x5a);
  for (let sent = 0; sent < mediaBytes; sent += piece.length) await sending.write(piece);
  await sending.write(Buffer.from(formEnd));
  sending.end();
  const { file } = JSON.parse((await answered(sending.answer)).text);
  const size = head.length + mediaBytes;
  expect(file).toMatchObject({ size, contentType: "video/mp4" });

  const url = api.url + file.url;
  const tail = await fetch(url, { headers: { Range: `bytes=${size - 1000}-` } });
  expect(tail.status).toBe(206);
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(Buffer.alloc(1000, 0x5a));
  let received = 0;
  for await (const chunk of (await fetch(url)).body ?? []) received += chunk.length;
  expect(received).toBe(size);
  expect(peakMemoryOf(api.pid) - before).toBeLessThan(100 * megabyte);
});
