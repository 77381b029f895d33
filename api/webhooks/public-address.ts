/** Protection from server-side request forgery: URLs that users enter may only lead to public addresses. */
import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const special = new BlockList();
// IANA's special-purpose registry of IPv4, plus multicast and reserved addresses.
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(net, prefix);
// Within IPv6's global range, but not global unicast: protocol assignments, documentation, and embedded IPv4.
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  special.addSubnet(net, prefix, "ipv6");

const publicV6 = new BlockList();
publicV6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is public, in any notation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address);
  return isIP(address) === 6 && publicV6.check(address, "ipv6") && !special.check(address, "ipv6");
}

const isLoopback = (address: string) => address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);

/** Resolves all addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, verbatim: true }, (error, found) =>
      error ? reject(error) : resolve(found),
    );
  });

export type AddressProblem = "httpsAddress" | "addressUnknown" | "addressPrivate";

/** Why an address is refused; `code` becomes the socket error's code. */
export class AddressRefused extends Error {
  readonly code: AddressProblem;

  constructor(code: AddressProblem) {
    super(code);
    this.code = code;
  }
}

export interface AddressRules {
  readonly resolve: Resolve;
  /** For tests only, whose receivers use plain HTTP on loopback. */
  readonly allowsLoopback: boolean;
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1");

/** @throws AddressRefused where it is not https, contains credentials, or has a non-public IP address */
export function requireAllowedUrl(url: URL, { allowsLoopback }: AddressRules): void {
  const host = withoutBrackets(url.hostname);
  const isAllowedLoopback = allowsLoopback && isLoopback(host);
  const hasAllowedProtocol = url.protocol === "https:" || (allowsLoopback && url.protocol === "http:");
  if (!hasAllowedProtocol || url.username !== "" || url.password !== "" || host === "") {
    throw new AddressRefused("httpsAddress");
  }
  if (isIP(host) !== 0 && !isAllowedLoopback && !isPublicAddress(host))
    throw new AddressRefused("addressPrivate");
}

/**
 * Resolves a name once, so that the checked address is the one connected to (DNS rebinding).
 * @throws AddressRefused where the name is unknown, or one of its addresses is not public
 */
export async function resolvePublic(
  hostname: string,
  { resolve, allowsLoopback }: AddressRules,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const found = await resolve(hostname).catch(() => []);
  const [first, ...others] = found;
  if (!first) throw new AddressRefused("addressUnknown");
  const isAllowed = ({ address }: LookupAddress) =>
    isPublicAddress(address) || (allowsLoopback && isLoopback(address));
  if (!found.every(isAllowed)) throw new AddressRefused("addressPrivate");
  return [first, ...others];
}

/** A `lookup` for the socket that returns the checked address instead of resolving again. */
export const pinnedLookup =
  (rules: AddressRules): LookupFunction =>
  (hostname, options, done) => {
    resolvePublic(hostname, rules).then(
      ([first]) => (options.all ? done(null, [first]) : done(null, first.address, first.family)),
      (error) => done(error, "", 4),
    );
  };
