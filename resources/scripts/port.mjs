// Plain JavaScript on purpose: run.mjs asks before anything is installed.
import { createServer } from "node:net";

/**
 * Checks whether the server can listen there and describes the problem.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>} undefined when it could
 */
export function portProblem(host, port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(describe(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

function describe(error, host, port) {
  if (error.code === "EADDRINUSE") {
    return `Port ${port} is taken by another program. Choose another: ${withPort(port === 65535 ? 3001 : port + 1)}`;
  }
  if (error.code === "EACCES") {
    return `Port ${port} needs more rights than this user has. Choose one from 1024 up: ${withPort(3000)}`;
  }
  return `Cannot listen on ${host}, port ${port}: ${error.message}`;
}

/** How to choose another port in this system's shell. */
function withPort(port) {
  const unix = `PORT=${port} npm start`;
  if (process.platform !== "win32") return unix;
  return `set PORT=${port} && npm start   (PowerShell: $env:PORT=${port}; npm start)`;
}
