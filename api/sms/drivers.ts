/** The configured SMS driver. */
import type { SmsSettings } from "#api/settings/messages.ts";
import { type ObserveCall, unobserved } from "#db/observe-call.ts";
import type { Outcome, SmsDriver } from "./driver.ts";
import { solapiDriver } from "./solapi.ts";
import { twilioDriver } from "./twilio.ts";

/** The driver without a provider: messages are stored unsent, and the console shows them. */
const outboxDriver: SmsDriver = {
  name: "outbox",
  send: async () => ({ state: "kept" }),
};

const failureOf = ({ state }: Outcome) => (state === "sent" ? undefined : state);

/** @param follow traces each message to a provider, and its outcome */
export function createSmsDriver(settings: SmsSettings, follow: ObserveCall = unobserved): SmsDriver {
  if (settings.driver === "outbox") return outboxDriver;
  const driver = settings.driver === "solapi" ? solapiDriver(settings) : twilioDriver(settings);
  return {
    name: driver.name,
    send: (message) => follow("send", () => driver.send(message), failureOf),
  };
}
