/** The driver of a site without a provider: messages are kept, and the console shows them. */
import type { SmsDriver } from "./driver.ts";

export const outboxDriver: SmsDriver = {
  name: "outbox",
  send: async () => ({ state: "kept" }),
};
