/** A TCP relay between server and database that tests can interrupt. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly url: string;
  /** Stops forwarding without closing: neither side notices. New connections hang, too. */
  freeze(): void;
  /** Forwards new connections; earlier ones stay dead. */
  restore(): void;
  close(): Promise<void>;
}

/** @param port to listen on; any free one by default */
export async function startRelay(to: string, port = 0): Promise<Relay> {
  const target = new URL(to);
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near);
    near.on("error", () => {});
    if (isFrozen) return void near.pause();
    const far = connect(Number(target.port), target.hostname);
    sockets.add(far);
    far.on("error", () => near.destroy());
    far.on("close", () => near.destroyed || isFrozen || near.end());
    near.on("close", () => isFrozen || far.end());
    near.pipe(far, { end: false });
    far.pipe(near, { end: false });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = new URL(to);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    restore() {
      isFrozen = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
