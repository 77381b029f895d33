/** What most files of API tests begin with: a server with the small site, and one of each role signed in. */
import { startTestServer, type TestServerOptions } from "./api.ts";
import { seedSite } from "./site.ts";
import { addCrew } from "./staff.ts";

/** Starts it; close its server in `afterAll`. */
export async function startStaffedSite(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  const site = await seedSite(server.db);
  return { server, site, crew: await addCrew(server, site.company) };
}

export type StaffedSite = Awaited<ReturnType<typeof startStaffedSite>>;
