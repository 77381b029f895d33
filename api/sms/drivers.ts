/** The driver that the settings name. */
import type { SmsSettings } from "#api/settings.ts";
import type { SmsDriver } from "./driver.ts";
import { solapiDriver } from "./solapi.ts";
import { twilioDriver } from "./twilio.ts";

/** The driver of a site without a provider: messages are kept, and the console shows them. */
const outboxDriver: SmsDriver = {
  name: "outbox",
  send: async () => ({ state: "kept" }),
};

export function createSmsDriver(settings: SmsSettings): SmsDriver {
  if (settings.driver === "solapi") return solapiDriver(settings);
  return settings.driver === "twilio" ? twilioDriver(settings) : outboxDriver;
}
