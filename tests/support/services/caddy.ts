/** The proxy of compose.yaml: Debian's Caddy with the product's Caddyfile, and a stand-in for Docker's DNS. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/lib/paths.ts";
import { eventually } from "../events.ts";
import { freePort } from "./free-port.ts";

const addressQuestion = 1;

/** A DNS server that answers every query with these addresses, like Docker's for a service. */
async function startNames(addresses: ReadonlySet<string>) {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    // 12 bytes of header, the name, which ends with a zero byte, then type and class.
    const end = question.indexOf(0, 12) + 5;
    const isAddress = question.readUInt16BE(end - 4) === addressQuestion;
    const records = isAddress ? [...addresses] : [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    // Numbers of questions, answers, and other records.
    for (const [at, count] of [1, records.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * at);
    const answers = records.map((address) =>
      // Pointer to the name, type A, class IN, TTL 0, four bytes.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
    );
    socket.send(Buffer.concat([header, question.subarray(12, end), ...answers]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { port: socket.address().port, close: () => new Promise<void>((done) => socket.close(done)) };
}

export interface Proxied {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

export interface ProxyOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** source address of the call */
  readonly localAddress?: string;
}

export interface Caddy {
  readonly version: readonly number[];
  /** addresses of the server's processes */
  readonly addresses: Set<string>;
  /** Calls over TLS, on a new connection. */
  call(path: string, options?: ProxyOptions): Promise<Proxied>;
  /** Calls without waiting for the end of the answer. */
  open(path: string, options?: ProxyOptions): Promise<IncomingMessage>;
  plain(path: string): Promise<Proxied>;
  stop(): Promise<void>;
}

async function textOf(response: IncomingMessage): Promise<Proxied> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** The product's file, changed to free ports and a local certificate. */
function caddyfile(ports: { http: number; https: number; names: number; app: number }): string {
  const own = readFileSync(join(ROOT, "resources/container/Caddyfile"), "utf8");
  const here = own.replace(
    "port 3000\n",
    `port ${ports.app}\n\t\t\tresolvers udp/127.0.0.1:${ports.names}\n`,
  );
  if (here === own) throw new Error("the Caddyfile no longer names the server's port");
  const options = ["admin off", `http_port ${ports.http}`, `https_port ${ports.https}`, "local_certs"];
  return here.replace(/^\{\n/m, `{\n\t${[...options, "skip_install_trust"].join("\n\t")}\n`);
}

/**
 * Starts Caddy, and waits for its certificate.
 * @param site host name
 * @param appPort port of each of the server's processes
 */
export async function startCaddy(site: string, appPort: number): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-caddy-"));
  const addresses = new Set<string>();
  const names = await startNames(addresses);
  const [http, https] = [await freePort(), await freePort()];
  const file = join(folder, "Caddyfile");
  writeFileSync(file, caddyfile({ http, https, names: names.port, app: appPort }));
  const child: ChildProcess = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { SITE_ADDRESS: site, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const root = join(folder, "caddy/pki/authorities/local/root.crt");

  const open = async (path: string, { method = "GET", headers, body, localAddress }: ProxyOptions = {}) => {
    const request = httpsRequest({
      ...{ host: "127.0.0.1", port: https, servername: site, ca: readFileSync(root), agent: false },
      ...{ path, method, localAddress },
      headers: {
        Host: site,
        ...(method !== "GET" && { Origin: `https://${site}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(request, "response");
    return response as IncomingMessage;
  };
  const call = async (path: string, options?: ProxyOptions) => textOf(await open(path, options));

  async function stop(): Promise<void> {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await names.close();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`Caddy ended:\n${said}`);
      return call("/metrics").then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const { stdout } = spawnSync("caddy", ["version"], { encoding: "utf8" });
  return {
    version: (/(\d+)\.(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number),
    addresses,
    open,
    call,
    async plain(path) {
      const request = httpRequest({ host: "127.0.0.1", port: http, path, headers: { Host: site } }).end();
      const [response] = await once(request, "response");
      return textOf(response);
    },
    stop,
  };
}
