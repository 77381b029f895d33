import { createHash } from "node:crypto";
import type { Session } from "electron";

/** Cookies and other data of servers, separate for each server and from local pages. */
export interface ServerSessions {
  of(server: string): Session;
  /** Deletes all data of a server, which also signs the user out. */
  wipe(server: string): Promise<void>;
}

/** @param fromPartition Electron's; hashes the address because the partition's name becomes a folder */
export function createServerSessions(fromPartition: (partition: string) => Session): ServerSessions {
  const of = (server: string) => {
    const name = createHash("sha256").update(server).digest("hex").slice(0, 32);
    return fromPartition(`persist:server-${name}`);
  };
  return {
    of,
    async wipe(server) {
      const session = of(server);
      await session.closeAllConnections();
      await Promise.all([session.clearStorageData(), session.clearCache(), session.clearAuthCache()]);
      // cookie deletions are written with a delay and would be lost if the computer is switched off
      await session.cookies.flushStore();
    },
  };
}
