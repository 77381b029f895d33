/** What the server's parts are handed: nothing of it is reached for as a global. */

import type { Knex } from "knex";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { FollowCall } from "#db/follow-call.ts";
import type { Provider } from "./features/company-sign-in/provider.ts";
import type { FileStore } from "./files/store.ts";
import type { Limits } from "./limits.ts";
import type { Live } from "./live/live.ts";
import type { Logger } from "./log.ts";
import type { MailDriver } from "./mail/driver.ts";
import type { Settings } from "./settings.ts";
import type { SmsDriver } from "./sms/driver.ts";
import type { WebhookSender } from "./webhooks/sender.ts";

export interface Deps {
  /** For staff; a visitor's call gets `publicDb` in its place, a job `slowDb`. */
  readonly db: Knex;
  readonly publicDb: Knex;
  /** For reports: statements may take a minute. */
  readonly slowDb: Knex;
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
  /** Company sign-in; undefined where everybody signs in with a password. */
  readonly company: Provider | undefined;
  readonly mail: MailDriver;
  readonly webhooks: WebhookSender;
  /** Follows a job; undefined where nobody collects traces. */
  readonly traceJob?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined;
  /** Follows calls to the bucket of the register of erasures, likewise. */
  readonly traceRegister?: FollowCall | undefined;
}
