/** The driver that the settings name. */
import type { SmsSettings } from "#api/settings.ts";
import type { SmsDriver } from "./driver.ts";
import { outboxDriver } from "./outbox.ts";
import { solapiDriver } from "./solapi.ts";
import { twilioDriver } from "./twilio.ts";

export function createSmsDriver(settings: SmsSettings): SmsDriver {
  if (settings.driver === "solapi") return solapiDriver(settings);
  return settings.driver === "twilio" ? twilioDriver(settings) : outboxDriver;
}
