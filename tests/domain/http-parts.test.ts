import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#api/http/idempotency.ts";
import { languageOf } from "#api/http/language.ts";
import { networkOf, plainAddress } from "#api/http/request-context.ts";
import { createLog, redactNumbers } from "#api/log.ts";
import { nameSearch } from "#api/name-search.ts";
import { SettingsError } from "#api/settings/error.ts";
import { readSettings, requirePublicOrigin } from "#api/settings.ts";
import { FieldCipher } from "#db/field-cipher.ts";

describe("languageOf", () => {
  it("returns en for every English locale, else ko", () => {
    for (const english of ["en", "en-US,ko;q=0.5", "EN-GB"]) expect(languageOf(english)).toBe("en");
    for (const korean of ["", "ko", "ko-KR,en;q=0.9", "ja", "enx", "*"])
      expect(languageOf(korean)).toBe("ko");
  });
});

describe("networkOf", () => {
  it("groups IPv6 addresses by /64, in any notation", () => {
    expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001:db8:1:2::6")).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001:db8::6")).toBe("2001:db8:0:0::/64");
    expect(networkOf("::1")).toBe("0:0:0:0::/64");
  });
});

describe("plainAddress", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:54321", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:CB00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["[2001:db8::1]:54321", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["unknown", "unknown"],
    ["", ""],
  ])("normalizes %s to %s", (given, plain) => expect(plainAddress(given)).toBe(plain));
});

describe("canonicalJson", () => {
  it("is independent of key order", () => {
    expect(canonicalJson({ b: [1, { d: 1, c: 2 }], a: null })).toBe(
      canonicalJson({ a: null, b: [1, { c: 2, d: 1 }] }),
    );
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
  });
});

describe("log", () => {
  it("contains no names, phone numbers or e-mail addresses", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => lines.push(line) });
    const error = Object.assign(new Error("Key (name)=(x) 010-1234-5678 of hong@example.com"), {
      code: "23505",
    });
    log.error({ err: error, body: { name: "홍길동", cellphone: "010-1234-5678", agreed: true } }, "failed");
    expect(lines.join()).not.toMatch(/홍길동|1234|hong@/);
    expect(lines.join()).toContain("23505");
  });

  it("keeps short numbers", () => {
    expect(redactNumbers("port 3000, code 08006")).toBe("port 3000, code 08006");
  });
});

describe("readSettings", () => {
  const keys = `k1:${randomBytes(32).toString("base64")}`;
  const outside = { DATABASE_URL: "postgres://localhost/x", DATA_KEYS: keys, HASH_KEYS: keys };

  it("defaults to the demonstration on this machine", () => {
    expect(readSettings({})).toMatchObject({ port: 3000, host: "127.0.0.1", demonstration: true });
    expect(readSettings({ HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
    expect(readSettings({ PORT: "" }).port).toBe(3000);
    expect(readSettings({ FILES_DIR: "x" }).filesDir).toBe(resolve(import.meta.dirname, "../../x"));
  });

  it.each([
    ["DATABASE_URL", "mysql://localhost/x", /like postgres:/],
    ["DATABASE_URL", "postgres://", /like postgres:/],
    ["DATABASE_URL", "postgres://localhost/", /like postgres:/],
    ["DATABASE_URL", "postgres://user:pa#ss@host:5432/x", /written as %40/],
    ["DATABASE_URL", "postgres://user:pa%ss@host:5432/x", /written as %40/],
    ["DATABASE_URL", "postgres://user:pass@host:port/x", /like postgres:/],
    ["LISTEN_URL", "localhost", /like postgres:/],
    ["DATABASE_TLS", "maybe", /must be one of required, off/],
    ["DATABASE_POOL", "1", /must be at least 2/],
    ["PORT", "http", /must be a whole number/],
    ["PORT", "65536", /must be at most 65535/],
    ["STOP_DELAY", "-1", /must be at least 0/],
    ["DATA_KEYS", "secret", /must be a list like/],
    ["HASH_KEYS", "k1:c2hvcnQ=", /must be a list like/],
    ["PUBLIC_ORIGIN", "visit.example.com", /must be like https:/],
    ["PUBLIC_ORIGIN", "https://visit.example.com/form", /without a path/],
    ["PUBLIC_ORIGIN", "https://visit.example.com:123456", /a port that exist/],
    ["TRUSTED_PROXIES", "banana", /must be addresses, networks/],
    ["TRUSTED_PROXIES", "10.0.0.0/99", /must be addresses, networks/],
    ["NODE_ENV", "staging", /must be one of production, development, test/],
    ["SMS_DRIVER", "pigeon", /must be one of outbox, solapi, twilio/],
    ["LIMIT_SUBMIT", "0", /must be at least 1/],
    ["LOG_LEVEL", "loud", /must be one of fatal/],
    ["LIMIT_SUBMITS", "5", /no such setting; is LIMIT_SUBMIT meant/],
    ["SMTP_URI", "smtp://x", /is SMTP_URL meant/],
    ["TRUSTED_PROXY", "loopback", /is TRUSTED_PROXIES meant/],
  ])("rejects %s=%s with a sentence", (name, value, sentence) => {
    expect(() => readSettings({ ...outside, [name]: value })).toThrow(SettingsError);
    expect(() => readSettings({ ...outside, [name]: value })).toThrow(sentence);
    expect(() => readSettings({ ...outside, [name]: value })).toThrow(new RegExp(`^  ${name}: `, "m"));
  });

  it("ignores variables of other programs", () => {
    const others = { SMTP_SERVICE_HOST: "10.0.0.1", SITE_ADDRESS: "x", OTEL_SERVICE_NAME: "x" };
    expect(readSettings({ ...outside, ...others, BACKUP_PASSPHRASE: "x" }).warnings).toEqual([]);
    expect(readSettings({ SMTP_URI: "mail" }).demonstration).toBe(true);
  });

  it("warns about unknown names with our prefixes, and rejects misspelt ones except in tasks", () => {
    const like = { SMTP_HOST: "mail", TWILIO_REGION: "ie1", UPLOAD_DIR: "/srv", BACKUP_DIR: "/backup" };
    const warnings = Object.keys(like).map((name) => `${name}: there is no such setting.`);
    expect(readSettings({ ...outside, ...like })).toMatchObject({ demonstration: false, warnings });
    expect(readSettings({ ...outside, SMTP_URI: "x" }, { allowMisspelt: true }).warnings).toEqual([
      "SMTP_URI: there is no such setting; is SMTP_URL meant?",
    ]);
  });

  it("accepts an external database with keys", () => {
    expect(readSettings(outside)).toMatchObject({ demonstration: false, host: "0.0.0.0" });
  });

  it("enables LISTEN and jobs by default", () => {
    expect(readSettings(outside)).toMatchObject({ listenUrl: undefined, jobs: true });
    const direct = "postgres://localhost:6432/x";
    expect(readSettings({ ...outside, LISTEN_URL: direct, JOBS: "off" })).toMatchObject({
      listenUrl: direct,
      jobs: false,
    });
  });

  const solapi = {
    SMS_DRIVER: "solapi",
    SMS_FROM: "02-1234-5678",
    SOLAPI_API_KEY: "key",
    SOLAPI_API_SECRET: "secret",
  };
  const twilio = {
    SMS_DRIVER: "twilio",
    SMS_FROM: "+12025550199",
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "token",
  };

  it("sends no messages without a provider, and accepts both providers", () => {
    expect(readSettings({}).sms).toEqual({ driver: "outbox" });
    expect(readSettings({ ...solapi, SMS_TIMEOUT: "3" }).sms).toEqual({
      driver: "solapi",
      apiKey: "key",
      apiSecret: "secret",
      from: "02-1234-5678",
      url: undefined,
      timeoutMs: 3000,
      kakao: undefined,
    });
    const kakao = { SOLAPI_PF_ID: "KA01PF1", SOLAPI_TEMPLATES: "approve:KA01TP1, reject:KA01TP2" };
    expect(readSettings({ ...solapi, ...kakao }).sms).toMatchObject({
      kakao: { pfId: "KA01PF1", templates: { approve: "KA01TP1", reject: "KA01TP2" } },
    });
    expect(readSettings(twilio).sms).toMatchObject({ driver: "twilio", timeoutMs: 10_000 });
    expect(readSettings({ ...twilio, SMS_FROM: `MG${"a".repeat(32)}` }).sms).toMatchObject({
      from: `MG${"a".repeat(32)}`,
    });
  });

  it.each([
    [{ SMS_DRIVER: "solapi" }, /SMS_DRIVER=solapi needs SOLAPI_API_KEY, SOLAPI_API_SECRET, SMS_FROM\./],
    [{ ...solapi, SOLAPI_API_SECRET: "" }, /needs SOLAPI_API_SECRET\./],
    [{ SMS_DRIVER: "twilio" }, /needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, SMS_FROM\./],
    [{ ...twilio, TWILIO_ACCOUNT_SID: "SK1" }, /TWILIO_ACCOUNT_SID: must be the account's SID/],
    [{ ...solapi, SOLAPI_PF_ID: "KA01PF1" }, /belong together/],
    [{ ...solapi, SOLAPI_PF_ID: "x", SOLAPI_TEMPLATES: "welcome:KA1" }, /SOLAPI_TEMPLATES: must be a list/],
    [{ ...solapi, SMS_FROM: `MG${"a".repeat(32)}` }, /SMS_FROM must be a number/],
    [{ ...solapi, SMS_FROM: "us" }, /SMS_FROM: must be a telephone number/],
    [{ ...solapi, SMS_URL: "api.solapi.com" }, /SMS_URL: must be an address/],
    [{ ...solapi, SMS_TIMEOUT: "90" }, /SMS_TIMEOUT/],
    [{ LIMIT_SUBMIT: "0", LOG_LEVEL: "loud" }, /LIMIT_SUBMIT[\s\S]*LOG_LEVEL/],
    [{ DATABASE_URL: "postgres://x/y" }, /DATA_KEYS and HASH_KEYS/],
    [{ ...outside, HASH_KEYS: `${keys},${keys}` }, /HASH_KEYS: names a key twice/],
    [{ NODE_ENV: "production" }, /production needs DATABASE_URL/],
    [{ LISTEN_URL: "localhost", JOBS: "no" }, /LISTEN_URL: must be an address[\s\S]*JOBS/],
    [{ FILES_URL: "/srv/files" }, /FILES_URL: must be an address like s3:\/\/bucket/],
    [{ FILES_URL: "s3://key:secret@uploads" }, /FILES_URL: must be .* credentials are AWS_ACCESS_KEY_ID/],
    [{ FILES_URL: "s3://uploads?secret=x" }, /FILES_URL: must be an address/],
    [{ FILES_URL: "s3://uploads?endpoint=minio:9000" }, /FILES_URL: must be an address/],
    [{ ERASURE_REGISTER: "s3://Uploads" }, /ERASURE_REGISTER: must be an address/],
  ])("rejects %j with a sentence", (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  it("parses the URL of a bucket", () => {
    const { filesUrl } = readSettings({
      FILES_URL: "s3://uploads/site/a?region=ap-northeast-2&endpoint=http%3A%2F%2F127.0.0.1%3A9000",
    });
    expect(filesUrl).toEqual({
      bucket: "uploads",
      prefix: "site/a/",
      region: "ap-northeast-2",
      endpoint: "http://127.0.0.1:9000",
      label: "s3://uploads/site/a/",
    });
    expect(readSettings({ FILES_URL: "s3://uploads" }).filesUrl).toMatchObject({ prefix: "" });
    expect(readSettings({ ERASURE_REGISTER: "/erasures/register.jsonl" }).erasureRegister).toBe(
      "/erasures/register.jsonl",
    );
  });

  it("requires PUBLIC_ORIGIN with https in production", () => {
    const production = { ...outside, NODE_ENV: "production" };
    expect(() => requirePublicOrigin(readSettings(production))).toThrow(/production needs PUBLIC_ORIGIN/);
    const open = readSettings({ ...production, PUBLIC_ORIGIN: "http://visit.example.com" });
    expect(() => requirePublicOrigin(open)).toThrow(/PUBLIC_ORIGIN with https, not http:\/\/visit/);
    const named = readSettings({ ...production, PUBLIC_ORIGIN: "https://Visit.example.com" });
    expect(named.publicOrigin).toBe("https://visit.example.com");
    expect(() => requirePublicOrigin(named)).not.toThrow();
    expect(() => requirePublicOrigin(readSettings(outside))).not.toThrow();
  });
});

describe("FieldCipher", () => {
  const key = (id: string) => ({ id, secret: randomBytes(32) });
  const [d1, d2, h1] = [key("d1"), key("d2"), key("h1")];
  const cipher = new FieldCipher({ data: [d1], hash: [h1] });

  it("decrypts what it encrypted, with different bytes each time", () => {
    const encrypted = cipher.encryptContact("010-1234-5678", "a");
    expect(cipher.decrypt(encrypted, "a")).toBe("010-1234-5678");
    expect(cipher.encryptContact("010-1234-5678", "a").cellCipher).not.toEqual(encrypted.cellCipher);
    expect(encrypted.cellCipher.toString("latin1")).not.toContain("1234");
  });

  it("rejects an altered ciphertext, another owner and an unknown key", () => {
    const encrypted = cipher.encryptContact("010-1234-5678", "a");
    expect(() => cipher.decrypt(encrypted, "b")).toThrow();
    const altered = Buffer.from(encrypted.cellCipher);
    altered[14] = (altered[14] ?? 0) ^ 1;
    expect(() => cipher.decrypt({ ...encrypted, cellCipher: altered }, "a")).toThrow();
    expect(() => new FieldCipher({ data: [d2], hash: [h1] }).decrypt(encrypted, "a")).toThrow(/d1/);
  });
});

describe("nameSearch", () => {
  it("requires two characters, not counting spaces", () => {
    expect(nameSearch("김")).toBeUndefined();
    expect(nameSearch(" 김 ")).toBeUndefined();
    expect(nameSearch("김철")?.pairs).toEqual(["김철"]);
    expect(nameSearch("김 철수")?.pairs).toEqual(["김철", "철ㅅ"]);
  });

  it("escapes special characters", () => {
    expect(nameSearch(".*")?.pattern).toBe("\\.\\*");
    expect(nameSearch("a(b")?.pattern).toBe("a\\(b");
  });
});
