import { describe, expect, it } from "vitest";
import { translateErrors } from "#api/http/language.ts";
import { endpoints } from "#api/routes.ts";
import { fieldErrors, fieldName, namedFields } from "#contract/errors.ts";
import { cellphone, line, lines } from "#contract/fields.ts";
import { bodySchema, validBody } from "#tests/support/contract-bodies.ts";

/** Each shows nothing, or turns the direction of what follows. */
const hidden = {
  "zero-width space": "\u200b",
  "zero-width joiner": "\u200d",
  "word joiner": "\u2060",
  "byte order mark": "\ufeff",
  "soft hyphen": "\u00ad",
  "Hangul filler": "\u3164",
  "Hangul choseong filler": "\u115f",
  "variation selector": "\ufe0f",
  "language tag": "\u{e0041}",
  "empty Braille cell": "\u2800",
  "right-to-left override": "\u202e",
  "right-to-left mark": "\u200f",
  isolate: "\u2067",
  "Arabic letter mark": "\u061c",
};

const errorsOf = (schema: ReturnType<typeof line>, text: string) => {
  const result = schema.safeParse(text);
  return result.success ? undefined : result.error.issues[0]?.message;
};

describe("invisible and bidirectional characters", () => {
  it.each(Object.entries(hidden))("are rejected: %s", (_, character) => {
    for (const text of [`홍${character}길동`, `${character}홍길동`, `홍길동${character}`]) {
      expect(errorsOf(line(50), text)).toBe("hiddenCharacters");
      expect(errorsOf(lines(50), `첫 줄\n${text}`)).toBe("hiddenCharacters");
    }
    expect(errorsOf(cellphone, `010-1234-5678${character}`)).toBe("hiddenCharacters");
    expect(errorsOf(cellphone, `${character}+1 415 555 0100`)).toBe("hiddenCharacters");
  });

  it("letters of every script, and emoji in multi-line text, are accepted", () => {
    for (const name of [
      "홍길동",
      "남궁 민수",
      "Zoë O’Neil-Müller",
      "田中太郎",
      "Ольга",
      "محمد",
      "สมชาย",
      "नेहा",
    ])
      expect(errorsOf(line(50), name), name).toBeUndefined();
    for (const note of ["☀\ufe0f 맑음", "👨\u200d👩\u200d👧 가족", "1\ufe0f\u20e3 번", "👍🏽\n👍"])
      expect(errorsOf(lines(50), note), note).toBeUndefined();
    expect(errorsOf(line(50), "홍길동\u2764\ufe0f")).toBe("hiddenCharacters");
  });

  it("are reported with the field's name in the user's language", () => {
    const errors = fieldErrors([
      { path: ["companions", 1, "name"], message: "hiddenCharacters" },
      { path: ["cellphone"], message: "hiddenCharacters" },
      { path: ["unheardOf"], message: "hiddenCharacters" },
    ]);
    expect(errors).toEqual({
      "companions.1.name": "hiddenCharacters:name",
      cellphone: "hiddenCharacters:cellPhone",
      unheardOf: "hiddenCharacters:other",
    });
    expect(translateErrors("ko", errors)["companions.1.name"]).toMatch(/^이름에 사용할 수 없는 문자/);
    expect(translateErrors("en", errors).cellphone).toMatch(/^Mobile number contains hidden char/);
    expect(translateErrors("en", errors).unheardOf).toMatch(/^This field contains/);
  });
});

/** Passwords are compared, not shown; existing ones must stay valid. */
const secrets = ["password", "currentPassword", "newPassword", "confirmPassword"];
const untyped = ["token"];

const typed = Object.values(endpoints).flatMap((endpoint) => {
  const { body } = endpoint;
  const schema = bodySchema(endpoint);
  if (!body || !schema?.properties) return [];
  return Object.entries(schema.properties)
    .filter(
      ([, { type, anyOf = [], enum: words }]) =>
        [type, ...anyOf.map((one) => one.type)].includes("string") && !words,
    )
    .filter(([field]) => !secrets.includes(field))
    .map(([field]) => ({
      what: `${endpoint.method} ${endpoint.path}`,
      field,
      body,
      good: validBody(schema),
    }));
});

describe("every text field of the API", () => {
  it("is included in this test", () => {
    expect(typed.length).toBeGreaterThan(60);
  });

  it.each(typed)("$what rejects hidden characters in $field", ({ field, body, good }) => {
    const result = body.safeParse({ ...good, [field]: "가\u200b나" }, { reportInput: true });
    const errors = result.success ? {} : fieldErrors(result.error.issues);
    expect(Object.keys(errors)).toContain(field);
    const code = errors[field];
    if (code?.startsWith("hiddenCharacters") && !untyped.includes(field)) {
      expect(code).toBe(`hiddenCharacters:${fieldName(field)}`);
      expect(namedFields).toContain(fieldName(field));
    }
  });
});
