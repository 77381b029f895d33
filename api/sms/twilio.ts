/** SMS to numbers of any country through Twilio's SDK. */
import type { Twilio } from "twilio";
import type { RequestOptions } from "twilio/lib/base/RequestClient.js";
import type { SmsSettings } from "#api/settings/messages.ts";
import { type Outcome, outcomeOfStatus, outcomeWithoutResponse, reasonOf, type SmsDriver } from "./driver.ts";

type Settings = Extract<SmsSettings, { driver: "twilio" }>;
type TwilioOptions = Omit<Settings, "driver" | "url"> & Partial<Pick<Settings, "url">>;

/** "010-1234-5678" → "+821012345678"; others already have a country code. */
const international = (number: string) =>
  number.startsWith("+") ? number : `+82${number.replace(/\D/g, "").slice(1)}`;

/** The HTTP response to one message, which the SDK's errors do not contain. */
interface HttpResult {
  status?: number;
  retryAfter?: string | null;
}

async function connect({ accountSid, authToken, url, timeoutMs }: TwilioOptions) {
  const { default: twilio } = await import("twilio");
  return (result: HttpResult): Twilio => {
    const base = new twilio.RequestClient({ timeout: timeoutMs, keepAlive: false, autoRetry: false });
    const request = async (options: RequestOptions<unknown>) => {
      const at = new URL(options.uri);
      const uri = url === undefined ? options.uri : new URL(at.pathname + at.search, url).href;
      const response = await base.request({ ...options, uri });
      result.status = response.statusCode;
      result.retryAfter = response.headers?.["retry-after"] ?? null;
      return response;
    };
    const httpClient = Object.assign(Object.create(base), { request });
    return new twilio.Twilio(accountSid, authToken, { httpClient, autoRetry: false });
  };
}

function outcomeOfError(error: unknown, { status, retryAfter = null }: HttpResult): Outcome {
  if (status === undefined) return outcomeWithoutResponse(error);
  if (status < 300) return { state: "unknown", error: "unreadable" };
  const { code, message } = error as { code?: unknown; message?: unknown };
  const reason = reasonOf(`${code ?? ""} ${message ?? ""}`) || `HTTP ${status}`;
  return outcomeOfStatus(status, reason, retryAfter);
}

/** The SDK is loaded with the first message. */
export function twilioDriver(options: TwilioOptions): SmsDriver {
  let client: ReturnType<typeof connect> | undefined;
  const sender = options.from.startsWith("MG")
    ? { messagingServiceSid: options.from }
    : { from: international(options.from) };
  return {
    name: "twilio",
    async send({ to, text }) {
      client ??= connect(options);
      const result: HttpResult = {};
      try {
        const twilio = (await client)(result);
        const { sid } = await twilio.messages.create({ ...sender, to: international(to), body: text });
        if (!sid) return { state: "unknown", error: "unreadable" };
        return { state: "sent", providerMessageId: sid };
      } catch (error) {
        return outcomeOfError(error, result);
      }
    },
  };
}
