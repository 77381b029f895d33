/** Parses bucket addresses: `s3://bucket/prefix?region=ap-northeast-2&endpoint=https://s3.example.com`. */

export interface BucketAddress {
  readonly bucket: string;
  /** Prefix of every key: empty, or with a trailing slash. */
  readonly prefix: string;
  /** Undefined for the environment's AWS_REGION. */
  readonly region: string | undefined;
  /** Of S3-compatible services. */
  readonly endpoint: string | undefined;
  /** For messages; contains no secret. */
  readonly label: string;
}

/** Shows the accepted forms. */
export const bucketExample =
  "s3://bucket/prefix?region=ap-northeast-2, with &endpoint=https://s3.example.com for another service than Amazon's";

const parameters = new Set(["region", "endpoint"]);

const isEndpoint = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname === "/";

/** Whether a value is meant as a bucket, valid or not. */
export const isBucketAddress = (text: string): boolean => /^s3:/i.test(text);

/** @returns undefined where it is invalid */
export function parseBucketAddress(text: string): BucketAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, username, password, pathname, searchParams, hash } = new URL(text);
  if (protocol !== "s3:" || username || password || hash) return undefined;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host)) return undefined;
  if (!/^(\/[\w.-]+)*\/?$/.test(pathname)) return undefined;
  if ([...searchParams.keys()].some((name) => !parameters.has(name))) return undefined;
  const region = searchParams.get("region") || undefined;
  const endpoint = searchParams.get("endpoint") || undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) return undefined;
  const folder = pathname.replace(/^\/|\/$/g, "");
  const prefix = folder && `${folder}/`;
  return { bucket: host, prefix, region, endpoint, label: `s3://${host}/${prefix}` };
}
