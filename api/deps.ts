/** What the server's parts are handed: nothing of it is reached for as a global. */

import type { Knex } from "knex";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { FileStore } from "./files/store.ts";
import type { Limits } from "./limits.ts";
import type { Live } from "./live/live.ts";
import type { Logger } from "./log.ts";
import type { Settings } from "./settings.ts";
import type { SmsDriver } from "./sms/driver.ts";

export interface Deps {
  readonly db: Knex;
  readonly cipher: FieldCipher;
  readonly clock: () => Date;
  /** @returns that many random bytes */
  readonly random: (size: number) => Uint8Array;
  readonly limits: Limits;
  readonly files: FileStore;
  readonly live: Live;
  readonly log: Logger;
  readonly settings: Settings;
  readonly sms: SmsDriver;
  /** Follows a job; undefined where nobody collects traces. */
  readonly traceJob?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined;
}
