/** Stand-ins for message providers, with their HTTP protocols. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** sent as JSON, except strings */
  readonly body?: unknown;
}

/** How a provider handles a message: accepts it, answers otherwise, not at all, or disconnects. */
export type Behaviour = "accept" | "silence" | "acceptAndSilence" | "cut" | Reply;

/** Immediately, or when the test resolves it. */
type SoonOrLate = Behaviour | Promise<Behaviour>;

export interface Received {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  /** the whole request */
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface Provider {
  readonly url: string;
  /** all messages with correct credentials, whatever was answered */
  readonly received: Received[];
  readonly accepted: Received[];
  /** behaviour for the next messages; then `behave` */
  readonly next: SoonOrLate[];
  /** behaviour after `next` */
  behave: (message: Received) => Behaviour;
  close(): Promise<void>;
}

interface Protocol {
  /** @returns the message, or the answer to an invalid request */
  read(request: IncomingMessage, body: string): Received | Reply;
  /** the answer to an accepted message */
  taken(message: Received, count: number): Reply;
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
}

async function start({ read, taken }: Protocol): Promise<Provider> {
  const received: Received[] = [];
  const accepted: Received[] = [];
  const next: SoonOrLate[] = [];
  const provider: Omit<Provider, "url" | "close"> = { received, accepted, next, behave: () => "accept" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message = read(request, Buffer.concat(chunks).toString("utf8"));
    if ("status" in message) return send(response, message);
    received.push(message);
    const behaviour = (await next.shift()) ?? provider.behave(message);
    if (behaviour === "cut") return request.socket.destroy();
    if (behaviour === "silence") return;
    if (typeof behaviour === "object") return send(response, behaviour);
    accepted.push(message);
    if (behaviour === "accept") send(response, taken(message, accepted.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(provider, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

export const solapiKey = { apiKey: "NCSTESTKEY", apiSecret: "secret-of-the-test" };

/** Solapi's signature: HMAC-SHA256 over date and salt, at most 15 minutes old. */
function isSigned(header: string): boolean {
  const shape = /^HMAC-SHA256 apiKey=(\S+), date=(\S+), salt=([\w-]{12,64}), signature=([0-9a-f]{64})$/;
  const [, apiKey, date = "", salt = "", signature = ""] = shape.exec(header) ?? [];
  if (apiKey !== solapiKey.apiKey) return false;
  if (Math.abs(Date.now() - Date.parse(date)) > 15 * 60_000) return false;
  const right = createHmac("sha256", solapiKey.apiSecret)
    .update(date + salt)
    .digest();
  return timingSafeEqual(right, Buffer.from(signature, "hex"));
}

export const solapiError = (status: number, errorCode: string, errorMessage: string): Reply => ({
  status,
  body: { errorCode, errorMessage },
});

const solapiGroup = (count: Record<string, number>) => ({
  groupId: "G4V20260310100000TESTGROUP",
  accountId: "26031000000000",
  status: "SENDING",
  count,
});

/** Solapi's rejection of a message, with HTTP status 200. */
export const solapiRefusal = (statusCode: string, statusMessage: string): Reply => ({
  status: 200,
  body: {
    failedMessageList: [
      {
        ...{ to: "01000001234", from: "0212345678", type: "SMS", country: "82", accountId: "26031000000000" },
        ...{ messageId: "M4V20260310100000REFUSED", statusCode, statusMessage },
      },
    ],
    groupInfo: solapiGroup({ total: 1, registeredFailed: 1, registeredSuccess: 0 }),
  },
});

export const startSolapi = () =>
  start({
    read(request, body) {
      if (request.method !== "POST" || request.url !== "/messages/v4/send-many/detail") {
        return solapiError(404, "ResourceNotFound", "No such resource.");
      }
      if (!isSigned(request.headers.authorization ?? "")) {
        return solapiError(403, "SignatureDoesNotMatch", "생성한 Signature가 올바르지 않습니다.");
      }
      const sent = JSON.parse(body);
      const [message] = sent.messages;
      if (sent.messages.length !== 1 || !/^01\d{8,9}$/.test(message.to) || !/^\d+$/.test(message.from)) {
        return solapiError(400, "ValidationError", '"messages" is wrong');
      }
      return { to: message.to, from: message.from, text: message.text ?? "", raw: message };
    },
    taken: ({ raw }, count) => ({
      status: 200,
      body: {
        failedMessageList: [],
        groupInfo: solapiGroup({ total: 1, registeredFailed: 0, registeredSuccess: 1 }),
        messageList: [
          {
            messageId: `M4V20260310100000${String(count).padStart(6, "0")}`,
            statusCode: "2000",
            statusMessage: "정상 접수(이통사로 접수 예정)",
            customFields: raw.customFields,
          },
        ],
      },
    }),
  });

export const twilioKey = { accountSid: `AC${"0".repeat(32)}`, authToken: "token-of-the-test" };

export const twilioError = (status: number, code: number, message: string, headers = {}): Reply => ({
  status,
  headers,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const startTwilio = () =>
  start({
    read(request, body) {
      const path = `/2010-04-01/Accounts/${twilioKey.accountSid}/Messages.json`;
      if (request.method !== "POST" || request.url !== path) {
        return twilioError(404, 20404, "The requested resource was not found");
      }
      const credentials = Buffer.from(`${twilioKey.accountSid}:${twilioKey.authToken}`).toString("base64");
      if (request.headers.authorization !== `Basic ${credentials}`) {
        return twilioError(401, 20003, "Authenticate");
      }
      if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
        return twilioError(400, 20001, "Unsupported content type");
      }
      const form = Object.fromEntries(new URLSearchParams(body));
      if (!/^\+\d{8,15}$/.test(form.To ?? "")) {
        return twilioError(400, 21211, `The 'To' number ${form.To} is not a valid phone number.`);
      }
      const from = form.From ?? form.MessagingServiceSid ?? "";
      return { to: form.To ?? "", from, text: form.Body ?? "", raw: form };
    },
    taken: ({ to, from, text }, count) => ({
      status: 201,
      body: {
        sid: `SM${String(count).padStart(32, "0")}`,
        account_sid: twilioKey.accountSid,
        ...{ to, from, body: text, status: "queued", error_code: null, error_message: null },
      },
    }),
  });
