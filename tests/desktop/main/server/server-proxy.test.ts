import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo } from "node:net";
import type { Session } from "electron";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createServerProxy, type ServerProxy } from "../../../../desktop/main/server/server-proxy.ts";
import { createServerRequest } from "../../../../desktop/main/server/server-request.ts";
import { otherName } from "../../support/certificate.ts";
import { FakeSession } from "../../support/electron.ts";
import { keptLog } from "../../support/log.ts";
import { nodeNet } from "../../support/node-net.ts";
import { healthy, saying, serve } from "../../support/servers.ts";

let server: string | undefined;
let sessions: Map<string, FakeSession>;
let proxy: ServerProxy;
let lines: string[];

beforeEach(() => {
  server = undefined;
  sessions = new Map();
  const kept = keptLog();
  lines = kept.lines;
  proxy = createServerProxy({
    currentServer: () => server,
    sessionOf: (origin) => {
      const session = sessions.get(origin) ?? new FakeSession();
      sessions.set(origin, session);
      return session as unknown as Session;
    },
    send: createServerRequest({ net: nodeNet, timeoutMs: 1_000 }),
    onUploadProgress: () => {},
    log: kept.log,
  });
});

const serverAnswers = async (answer: RequestListener): Promise<void> => {
  server = (await serve(answer)).origin;
};

const json = "application/json; charset=utf-8";
const ask = (path: string, init?: RequestInit) => proxy.forward(new Request(`app://console${path}`, init));

describe("a call", () => {
  it("and its response pass unchanged", async () => {
    const bodies: string[] = [];
    const { origin, seen } = await serve(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      response.writeHead(400, { "Content-Type": json, "X-Request-Id": "abc" }).end('{"name":"이름"}');
    });
    server = origin;
    const answer = await ask("/dash/codes/%EA%B9%80?page=2&q=%EA%B9%80", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: '{"a":1}',
    });
    expect(seen).toEqual(["PUT /dash/codes/%EA%B9%80?page=2&q=%EA%B9%80"]);
    expect(bodies).toEqual(['{"a":1}']);
    expect([answer.status, await answer.json()]).toEqual([400, { name: "이름" }]);
    expect(answer.headers.get("X-Request-Id")).toBe("abc");
  });

  it("contains no cookies or origin of the page", async () => {
    const target = await serve(saying(200, json, "{}"));
    server = target.origin;
    const headers = {
      Accept: "application/json",
      "Accept-Language": "en",
      "Idempotency-Key": "k1",
      "X-Background": "1",
      Authorization: "Bearer stolen",
      Connection: "x-secret, close",
      Cookie: "visitor_session=stolen",
      Host: "evil.example",
      Origin: "app://console",
      "Proxy-Authorization": "Basic x",
      Referer: "app://console/dash/visits",
      "Sec-Fetch-Site": "cross-site",
      TE: "trailers",
      Upgrade: "h2c",
      "X-Forwarded-For": "10.0.0.1",
      "X-Secret": "x",
      "X-Upload-Id": "u1",
    };
    await ask("/dash/user/current", { headers });
    const { host, connection, ...seen } = target.headers();
    expect(host).toBe(new URL(target.origin).host);
    expect(seen).toEqual({
      accept: "application/json",
      "accept-language": "en",
      "idempotency-key": "k1",
      "x-background": "1",
      origin: target.origin,
    });
  });

  it("contains the server's cookies, which never reach the page", async () => {
    const cookies: (string | undefined)[] = [];
    const target = await serve(({ headers }, response) => {
      cookies.push(headers.cookie);
      response
        .writeHead(200, {
          "Content-Type": json,
          "Set-Cookie": ["visitor_session=secret; HttpOnly", "other=1"],
          "Content-Security-Policy": "default-src *",
          "Clear-Site-Data": '"*"',
          Link: "</x.js>; rel=preload",
          "Strict-Transport-Security": "max-age=1",
        })
        .end("{}");
    });
    server = target.origin;
    const first = await ask("/dash/login", { method: "POST", body: "{}" });
    await ask("/dash/user/current");
    expect(cookies).toEqual([undefined, "visitor_session=secret; other=1"]);
    expect(first.headers.getSetCookie()).toEqual([]);
    expect([...first.headers.keys()].sort()).toEqual([
      ...["cache-control", "content-security-policy", "content-type", "cross-origin-opener-policy"],
      ...["date", "referrer-policy", "x-content-type-options"],
    ]);
    expect(first.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
  });

  it("contains only the cookies of the chosen server", async () => {
    const cookies: string[] = [];
    const answer: Parameters<typeof serve>[0] = ({ headers }, response) => {
      cookies.push(`${headers.cookie}`);
      response.writeHead(200, { "Content-Type": json, "Set-Cookie": `s=${headers.host}` }).end("{}");
    };
    const [one, two] = [await serve(answer), await serve(answer)];
    for (const target of [one, two, one]) {
      server = target.origin;
      await ask("/dash/user/current");
    }
    expect(cookies).toEqual(["undefined", "undefined", `s=${new URL(one.origin).host}`]);
  });

  it("passes ranges and ETags", async () => {
    await serverAnswers(({ headers }, response) => {
      if (headers["if-none-match"]) return response.writeHead(304, { ETag: '"a"' }).end();
      response
        .writeHead(206, {
          "Content-Type": "video/mp4",
          "Content-Range": "bytes 2-4/10",
          "Content-Length": "3",
        })
        .end(headers.range === "bytes=2-4" ? "cde" : "");
    });
    const part = await ask("/files/a", { headers: { Range: "bytes=2-4" } });
    expect([part.status, part.headers.get("Content-Range"), await part.text()]).toEqual([
      206,
      "bytes 2-4/10",
      "cde",
    ]);
    const known = await ask("/files/a", { headers: { "If-None-Match": '"a"' } });
    expect([known.status, await known.text()]).toEqual([304, ""]);
  });
});

describe("a response that does not come from the server", () => {
  const refusal = async (path = "/dash/visits", lang = "ko") => {
    const answer = await ask(path, { headers: { "Accept-Language": lang } });
    return { status: answer.status, ...((await answer.json()) as { id: string; message: string }) };
  };

  it.each(["text/html; charset=utf-8", "application/xhtml+xml", "TEXT/HTML"])(
    "is reported if a network answers with its own page: %s",
    async (type) => {
      await serverAnswers(saying(200, type, "<html>Wi-Fi</html>"));
      const { status, id, message } = await refusal();
      expect([status, id]).toEqual([502, "desktop.webPage"]);
      expect(message).toContain("와이파이 로그인 화면");
      expect((await refusal("/dash/visits", "en")).message).toContain("web page");
      expect(lines).toEqual(["call-failed webPage"]);
    },
  );

  it("is reported if a proxy answers for a server that is down", async () => {
    await serverAnswers(saying(502, "text/html", "<h1>Bad gateway</h1>"));
    const { status, id, message } = await refusal();
    expect([status, id]).toEqual([503, "desktop.status"]);
    expect(message).toContain("HTTP 502");
  });

  it("is reported if the call is redirected; the redirect is not followed", async () => {
    const elsewhere = await serve(healthy);
    await serverAnswers((_request, response) =>
      response.writeHead(302, { Location: `${elsewhere.origin}/x`, "Set-Cookie": "a=b" }).end(),
    );
    const { status, id, message } = await refusal();
    expect([status, id]).toEqual([502, "desktop.redirect"]);
    expect(message).toContain(new URL(elsewhere.origin).host);
    expect(elsewhere.seen).toEqual([]);
  });

  it.each(["text/javascript", "application/javascript", "text/css"])(
    "is refused if it is executable: %s",
    async (type) => {
      await serverAnswers(saying(200, type, "alert(1)"));
      expect(await refusal("/custom/x.js")).toMatchObject({ status: 502, id: "desktop.otherProduct" });
    },
  );

  it("is reported if the certificate is not trusted or for another name", async () => {
    const secure = createServer(otherName, healthy).listen(0, "127.0.0.1");
    await once(secure, "listening");
    onTestFinished(() => void secure.close());
    server = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    expect(await refusal()).toMatchObject({ status: 502, id: "desktop.certificate" });
    globalAgent.options.ca = otherName.cert;
    onTestFinished(() => {
      delete globalAgent.options.ca;
    });
    const { id, message } = await refusal();
    expect(id).toBe("desktop.certificate");
    expect(message).toContain("인증서를 신뢰할 수 없어");
  });

  it("is reported if the server takes too long", async () => {
    await serverAnswers(() => {});
    expect(await refusal()).toMatchObject({ status: 504, id: "desktop.timeout" });
  });

  it("is a network error if nothing listens, as in a browser", async () => {
    const gone = await serve(healthy);
    await gone.close();
    server = gone.origin;
    expect((await ask("/dash/visits")).type).toBe("error");
    server = undefined;
    expect((await ask("/dash/visits")).type).toBe("error");
  });
});

describe("the log of calls that fail", () => {
  const away = async () => {
    const { origin, close } = await serve(healthy);
    await close();
    server = origin;
  };

  it("has one line when the server is lost, and one when it is back", async () => {
    const well = (await serve(healthy)).origin;
    server = well;
    await ask("/dash/visits");
    expect(lines).toEqual([]);
    await away();
    for (let time = 0; time < 5; time++) await ask("/dash/live");
    expect(lines).toEqual(["call-failed unreachable"]);
    server = well;
    for (let time = 0; time < 3; time++) await ask("/dash/visits");
    expect(lines).toEqual(["call-failed unreachable", "calls-answered"]);
    await away();
    await ask("/dash/live");
    expect(lines).toEqual(["call-failed unreachable", "calls-answered", "call-failed unreachable"]);
  });

  it("has another line after a minute, with the number of failed calls", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    await away();
    for (const second of [0, 2, 4, 59.9, 60, 62]) {
      clock.mockReturnValue(second * 1_000);
      await ask("/dash/live");
    }
    expect(lines).toEqual(["call-failed unreachable", "call-failed unreachable 3"]);
  });

  it("has no line for a call that the page aborts", async () => {
    await serverAnswers(() => {});
    const given = new AbortController();
    const answer = ask("/dash/live", { signal: given.signal });
    given.abort();
    expect((await answer).type).toBe("error");
    expect(lines).toEqual([]);
  });
});

describe("a response that is cut off", () => {
  it.each([
    ["the server disconnects", true],
    ["no more data arrives", false],
  ])("is an error to the page: %s", async (_why, goes) => {
    await serverAnswers((_request, response) => {
      response.writeHead(200, { "Content-Type": json, "Content-Length": "100" });
      response.write("{", () => goes && response.destroy());
    });
    const answer = await ask("/dash/visits");
    await expect(answer.text()).rejects.toThrow();
  });
});
