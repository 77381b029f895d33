import { createServer } from "node:net";

/** @param port 0 for any that is free @returns the port @throws with a sentence where a server cannot listen there */
export function checkPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(new Error(describe(error, host, port))));
    probe.listen({ host, port, exclusive: true }, () => {
      const { port: found } = probe.address() as { port: number };
      probe.close(() => resolve(found));
    });
  });
}

function describe({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  const other = (choice: number) => `Choose another: PORT=${choice} npm start`;
  if (code === "EADDRINUSE") return `Port ${port} is taken by another program. ${other((port % 65535) + 1)}`;
  if (code === "EACCES") return `Port ${port} needs more rights than this user has. ${other(3000)}`;
  return `Cannot listen on ${host}, port ${port}: ${message}`;
}
