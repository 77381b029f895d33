/** Where a connection goes first. */
export interface Hop {
  readonly host: string;
  readonly port: number;
  readonly through: string;
}

const defaultPorts: Readonly<Record<string, number>> = {
  PROXY: 80,
  HTTPS: 443,
  SOCKS: 1080,
  SOCKS4: 1080,
  SOCKS5: 1080,
};

/**
 * @param answer of Chromium, the first choice first: "PROXY proxy.example.com:8080;DIRECT"
 * @returns the proxy that is tried first; undefined where the way is direct
 */
export function hopOf(answer: string): Hop | undefined {
  const [, kind = "", host = "", port] =
    /^\s*(\w+)(?:\s+(\[[^\]]+\]|[^\s:;]+)(?::(\d+))?)?/.exec(answer) ?? [];
  const known = defaultPorts[kind.toUpperCase()];
  if (known === undefined || host === "") return undefined;
  return { host, port: Number(port ?? known), through: "proxy" };
}
