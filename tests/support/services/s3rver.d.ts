declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** A bucket's server on a folder of this machine; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
