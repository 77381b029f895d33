import { createHash } from "node:crypto";
import type { Session } from "electron";

/** What a server has left with us, cookies first of all, kept apart from our pages' and from every other server's. */
export interface ServerSessions {
  of(server: string): Session;
  /** Takes away all that is kept of a server; whoever was signed in there is no longer. */
  wipe(server: string): Promise<void>;
}

/** @param fromPartition Electron's; a partition's name becomes a folder, hence the hash instead of the address */
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
      // deleted cookies are written behind, too, and a switched-off computer must not bring them back
      await session.cookies.flushStore();
    },
  };
}
