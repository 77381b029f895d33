/** Dependencies of the server's parts, passed instead of globals. */

import type { Knex } from "knex";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { ObserveCall } from "#db/observe-call.ts";
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
  /** For staff; calls of visitors get `publicDb` instead, jobs `slowDb`. */
  readonly db: Knex;
  readonly publicDb: Knex;
  /** For reports; statements may take a minute. */
  readonly slowDb: Knex;
  readonly cipher: FieldCipher;
  readonly clock: () => Date;
  /** @returns `size` random bytes */
  readonly random: (size: number) => Uint8Array;
  readonly limits: Limits;
  readonly files: FileStore;
  readonly live: Live;
  readonly log: Logger;
  readonly settings: Settings;
  readonly sms: SmsDriver;
  /** Company sign-in; undefined where all users sign in with passwords. */
  readonly company: Provider | undefined;
  readonly mail: MailDriver;
  readonly webhooks: WebhookSender;
  /** Traces a job; undefined where tracing is switched off. */
  readonly traceJob?: (<T>(name: string, work: () => Promise<T>) => Promise<T>) | undefined;
  /** Traces calls to the bucket of the erasure register. */
  readonly traceRegister?: ObserveCall | undefined;
}

/** For queueing messages: the drivers' names say which channels are configured. */
export type MessageDeps = Pick<Deps, "cipher" | "mail" | "sms">;
