/** Channels of a message (docs/behaviour.md, "Messages"). */
import { describe, expect, it } from "vitest";
import { destinationsOf } from "#api/features/messages/drafts.ts";
import { createMailDriver } from "#api/mail/drivers.ts";
import { createSmsDriver } from "#api/sms/drivers.ts";

const cellPhone = "010-0000-1234";
const email = "h@example.com";
const mail = createMailDriver({ url: "smtp://127.0.0.1", from: email, timeoutMs: 1_000 });
const sms = { ...createSmsDriver({ driver: "outbox" }), name: "solapi" } as const;
const off = { sms: createSmsDriver({ driver: "outbox" }), mail: createMailDriver(undefined) };

describe("destinationsOf(number and address)", () => {
  it.each([
    ["sms", "e-mail", { ...off, mail }, [email]],
    ["both", "e-mail", { ...off, mail }, [email]],
    ["email", "text messages", { ...off, sms }, [cellPhone]],
    ["both", "text messages", { ...off, sms }, [cellPhone]],
    ["both", "both drivers", { sms, mail }, [cellPhone, email]],
    ["sms", "no driver", off, [cellPhone]],
    ["both", "no driver", off, [cellPhone, email]],
  ] as const)("prefers the channel %s when the site has %s", (channel, _, drivers, expected) => {
    const found = destinationsOf({ cellPhone, email }, channel, drivers);
    expect(found.map((to) => to.cellPhone ?? to.email)).toEqual(expected);
  });

  it("stores the message when the only destination's channel is not configured", () => {
    expect(destinationsOf({ cellPhone, email: "" }, "sms", { ...off, mail })).toEqual([{ cellPhone }]);
  });
});
