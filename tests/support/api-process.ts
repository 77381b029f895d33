/** The API as its own process, on a database that processes may share. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { callsTo, type TestServer } from "./api.ts";
import { filesFolderOf } from "./database/database.ts";

export interface ApiProcess extends Pick<TestServer, "url" | "send" | "get" | "post"> {
  readonly pid: number;
  /** Runs the job that ends due visits. @returns their number */
  endVisits(): Promise<number>;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** SIGKILL; resolves after the exit. */
  kill(): Promise<void>;
}

const key = () => `k:${randomBytes(32).toString("base64")}`;
const highLimits = [
  ...["SUBMIT", "UNCHALLENGED", "LOOKUP", "LOOKUP_NUMBER", "HOST_SEARCH", "HOST_SEARCH_VISITOR"],
  ...["SIGN_IN", "SIGN_IN_LOGIN", "NUMBER_MISS", "STAFF_WRITE"],
].map((name) => [`LIMIT_${name}`, "1000000"]);

/** Settings that processes must share. */
export const sharedEnv = (databaseUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  FILES_DIR: filesFolderOf(new URL(databaseUrl).pathname.slice(1)),
  DATA_KEYS: key(),
  HASH_KEYS: key(),
  HOST: "127.0.0.1",
  PORT: "0",
  LOG_LEVEL: "fatal",
  STOP_DELAY: "0",
  ...Object.fromEntries(highLimits),
});

/** Serves in this process: faster, but without process id, exit code and log. */
export async function serveInProcess(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env);
  const { url, close } = await serve({ settings, databaseUrl: settings.databaseUrl ?? "" });
  return { url, ...callsTo(url), stop: close };
}

/**
 * @param quiet discards the log
 * @param onLog receives the log in place of this process's stderr
 * @throws Error if it ends before it listens
 */
export async function startApiProcess(
  env: NodeJS.ProcessEnv,
  { quiet = false, onLog }: { quiet?: boolean; onLog?: (text: string) => void } = {},
): Promise<ApiProcess> {
  const script = fileURLToPath(new URL("./serve-api.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, NODE_ENV: undefined, ...env },
    stdio: ["ignore", onLog ? "pipe" : quiet ? "ignore" : "inherit", "inherit", "ipc"],
  });
  if (onLog) child.stdout?.setEncoding("utf8").on("data", onLog);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const nextMessage = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, "message"),
      exited.then((code) => {
        throw new Error(`the process ended with ${code}`);
      }),
    ]);
    return message as T;
  };
  const { url } = await nextMessage<{ url: string }>();
  return {
    url,
    pid: child.pid ?? 0,
    ...callsTo(url),
    async endVisits() {
      const answer = nextMessage<{ ended: number }>();
      child.send("end visits");
      return (await answer).ended;
    },
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
