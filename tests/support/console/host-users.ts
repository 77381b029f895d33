/** People who work on the site, as administrators add them by calls. */
import type { TestServer } from "../api.ts";
import type { Site } from "../site.ts";

export const hostUsersPath = "/dash/hostusers";

/** An id of no record. */
export const unknownId = 2_000_000_000;

export const hostUserIds = async ({ db }: TestServer): Promise<number[]> => db("hostUsers").pluck("id");

/** Back to those whom a file began with, without visits and changes. */
export async function removeHostUsersExcept({ db }: TestServer, kept: readonly number[]): Promise<void> {
  await db("visits").del();
  await db("changes").del();
  await db("hostUsers").whereNotIn("id", kept).del();
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
