/** People who work on the site, as administrators add them by calls. */
import { beforeEach } from "vitest";
import type { TestServer } from "../api.ts";
import type { Site } from "../site.ts";

export const hostUsersPath = "/dash/hostusers";

/** An id of no record. */
export const unknownId = 2_000_000_000;

/** Begins every test with the accounts that the first began with, without visits and changes. @returns the others */
export function keepHostUsers(serverOf: () => Pick<TestServer, "db">) {
  let kept: number[];
  const added = () => serverOf().db("hostUsers").whereNotIn("id", kept).orderBy("id");
  beforeEach(async () => {
    const { db } = serverOf();
    kept ??= await db("hostUsers").pluck("id");
    await db("visits").del();
    await db("changes").del();
    await added().clearOrder().del();
  });
  return added;
}

/** What an administrator sends to add a host user. */
export const newHostUser = (site: Site, more: Record<string, unknown> = {}) => ({
  loginId: "jiwoo.han",
  name: "한지우",
  enName: "Jiwoo Han",
  company: site.company,
  department: "설계팀",
  position: "선임",
  phone: "02-000-1234",
  cellPhone: "01000001234",
  email: "jiwoo.han@example.com",
  role: "desk",
  ...more,
});
