/** An SMTP server whose answers the test defines. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** How a mail is answered: accepted, rejected with a code at a step, or not at all after its content. */
export type MailBehaviour =
  | "accept"
  | "silence"
  | { readonly at: "from" | "receiver" | "content"; readonly code: number };

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** headers and parts, still encoded */
  readonly raw: string;
}

interface MailServer {
  readonly url: string;
  /** all mails whose content arrived, whatever was answered */
  readonly received: ReceivedMail[];
  /** answers to the next mails; then `accept` */
  readonly next: MailBehaviour[];
  close(): Promise<void>;
}

const refusal = (code: number) =>
  Object.assign(new Error("5.1.1 no such user honggildong@example.com 010-0000-1234"), {
    responseCode: code,
  });

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const next: MailBehaviour[] = [];
  let behaviour: MailBehaviour = "accept";
  const failsAt = (step: "from" | "receiver" | "content") =>
    typeof behaviour === "object" && behaviour.at === step ? refusal(behaviour.code) : null;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "desk" && password === "p@ss"
        ? done(null, { user: username })
        : done(Object.assign(new Error("5.7.8 wrong password"), { responseCode: 535 })),
    onMailFrom(_address, _session, done) {
      behaviour = next.shift() ?? "accept";
      done(failsAt("from"));
    },
    onRcptTo: (_address, _session, done) => done(failsAt("receiver")),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        if (behaviour !== "silence") done(failsAt("content"));
      });
    },
  });
  // tests break connections on purpose
  server.on("error", () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://desk:p%40ss@127.0.0.1:${port}`,
    received,
    next,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

function decoded(encoding: string, body: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** The first part of this type, decoded, or "". */
export function partOf({ raw }: ReceivedMail, type: "text/plain" | "text/html" | "text/calendar"): string {
  for (const part of raw.split(/\r\n--[^\r\n]+\r\n/)) {
    const [head = "", ...body] = part.split("\r\n\r\n");
    if (!new RegExp(`^Content-Type: ${type}`, "im").test(head)) continue;
    const [, encoding = "7bit"] = /^Content-Transfer-Encoding: ([\w-]+)/im.exec(head) ?? [];
    return decoded(encoding, body.join("\r\n\r\n"));
  }
  return "";
}
