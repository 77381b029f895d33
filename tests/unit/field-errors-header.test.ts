import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invalid } from "#api/errors.ts";
import {
  type FieldErrors,
  fieldErrorsFromHeader,
  fieldErrorsHeader,
  fieldErrorsToHeader,
} from "#contract/errors.ts";
import { anyCharacter } from "../support/any-character.ts";
import { answered } from "../support/api.ts";
import { callSteps } from "../support/steps.ts";

const failing = (errors: FieldErrors) =>
  callSteps([
    async () => {
      throw invalid(errors);
    },
  ]);

describe("X-Field-Errors header", () => {
  it("encodes every field name in ASCII", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: anyCharacter, maxLength: 20 }), fc.constant("tooLong:100" as const)),
        (errors) => {
          const value = fieldErrorsToHeader(errors);
          expect(value).toMatch(/^[ -~]*$/);
          expect(fieldErrorsFromHeader(value ?? "")).toEqual({ ...errors });
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is omitted when long", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`rows.${n}.name`, "required" as const]),
    );
    expect(fieldErrorsToHeader(many)).toBeUndefined();
    const answer = await answered(failing(many), 400);
    expect(answer.headers.has(fieldErrorsHeader)).toBe(false);
    expect(Object.keys(answer.body)).toHaveLength(500);
  });

  it("is ignored when invalid", () => {
    for (const value of [null, "", "no JSON", "null", "7"]) expect(fieldErrorsFromHeader(value)).toEqual({});
  });

  it("is sent with the sentences of a 400", async () => {
    const answer = await answered(failing({ name: "required", 이름: "tooLong:100" }), 400);
    expect(answer.headers.get(fieldErrorsHeader)).toBe('{"name":"required","\\uc774\\ub984":"tooLong:100"}');
    expect(answer.body).toEqual({ name: "필수 입력 항목입니다", 이름: expect.stringContaining("100") });
  });
});
