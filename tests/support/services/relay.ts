/** A network between the server and the database that a test can break. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface Relay {
  readonly url: string;
  /** Forwards nothing any more, and closes nothing: neither side learns of it. New connections hang, too. */
  freeze(): void;
  /** As a network that is back: new connections get through, those of before stay dead. */
  restore(): void;
  close(): Promise<void>;
}

/** @param port at which it listens; any that is free by default */
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
