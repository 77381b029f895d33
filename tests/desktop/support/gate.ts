import type { AddressInfo } from "node:net";
import { createServer, connect as dial, type Server, type Socket } from "node:net";

/** A TCP proxy before a server that can be cut and mended, at the same address. */
export async function openGate(target: string) {
  let to = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let port = 0;
  let server: Server | undefined;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  async function mend(): Promise<void> {
    server = createServer((near) => {
      const far = dial(to, "127.0.0.1");
      keep(near);
      keep(far);
      near.pipe(far).pipe(near);
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
    port = (listening.address() as AddressInfo).port;
  }
  async function cut(): Promise<void> {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  }
  /** Leads to another server, "http://127.0.0.1:4000". @returns leads back */
  function lead(elsewhere: string): () => void {
    const own = to;
    to = Number(new URL(elsewhere).port);
    for (const socket of sockets) socket.destroy();
    return () => {
      to = own;
    };
  }
  await mend();
  return { origin: `http://127.0.0.1:${port}`, cut, mend, lead };
}

export type Gate = Awaited<ReturnType<typeof openGate>>;
