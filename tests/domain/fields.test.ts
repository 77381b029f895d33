import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorKeys, fieldErrors } from "#contract/errors.ts";
import { checklistLines } from "#contract/texts/terms.ts";
import { applicationBody, type RequestSwitches, reserveNo } from "#contract/visits/requests.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

const switches: RequestSwitches = {
  requestInputUserCompany: true,
  requestInputPlace: true,
  requestInputVisitorCompany: true,
  useCar: true,
  submitCode: false,
  companions: false,
};

const good = {
  hostUser: 1,
  userCompany: 2,
  location: 3,
  purpose: 4,
  startDate: "2026-03-10 10:00",
  endDate: "2026-03-10 12:00",
  name: "홍길동",
  cellphone: "010-1234-5678",
  company: "나래상사",
  carNumber: "12가 3456",
};

function read(body: unknown) {
  const result = applicationBody(switches).safeParse(body, { reportInput: true });
  return result.success ? { data: result.data } : { errors: { ...fieldErrors(result.error.issues) } };
}

const errorOf = (field: string, value: unknown) => read({ ...good, [field]: value }).errors?.[field];

describe("body of a request", () => {
  it.each(["hostUser", "userCompany", "location", "purpose"])("accepts only an id as %s", (field) => {
    for (const missing of [undefined, null, ""]) expect(errorOf(field, missing)).toBe("required");
    for (const wrong of ["abc", "1", 0, -1, 1.5, 2 ** 31, Number.MAX_VALUE, true, {}, [1]]) {
      expect(errorOf(field, wrong), JSON.stringify(wrong)).toBe("invalid");
    }
  });

  it.each(["startDate", "endDate"])("accepts only a wall time on a ten-minute step as %s", (field) => {
    for (const missing of [undefined, null, ""]) expect(errorOf(field, missing)).toBe("required");
    expect(errorOf(field, "2026-03-10 10:05")).toBe("minuteStep");
    for (const wrong of ["2026-02-30 10:00", "2026-03-10T10:00", "2026-03-10", "tomorrow", 20260310, {}]) {
      expect(errorOf(field, wrong), JSON.stringify(wrong)).toBe("dateTime");
    }
  });

  it("accepts 23:59 as end, not as start", () => {
    expect(errorOf("endDate", "2026-03-10 23:59")).toBeUndefined();
    expect(errorOf("startDate", "2026-03-10 23:59")).toBe("minuteStep");
    expect(errorOf("endDate", "2026-03-10 22:59")).toBe("minuteStep");
  });

  it("accepts names of 1 to 50 characters and normalizes spaces", () => {
    expect(read({ ...good, name: "  홍 \t 길동 " }).data?.name).toBe("홍 길동");
    expect(read({ ...good, name: "홍길동".normalize("NFD") }).data?.name).toBe("홍길동");
    for (const missing of [undefined, null, "", "   "]) expect(errorOf("name", missing)).toBe("required");
    expect(errorOf("name", "가".repeat(50))).toBeUndefined();
    expect(errorOf("name", "가".repeat(51))).toBe("tooLong:50");
    expect(errorOf("name", "가".repeat(10_000))).toBe("tooLong:50");
    expect(errorOf("name", 5)).toBe("invalid");
  });

  it.each(["name", "company", "carNumber"])("rejects NUL and control characters in %s", (field) => {
    for (const bad of ["a\u0000b", "a\u001bb", "a\ufffdb", "a\ud800b"]) {
      expect(errorOf(field, bad), JSON.stringify(bad)).toBe("badCharacters");
    }
  });

  it("accepts all notations of Korean mobile numbers only", () => {
    expect(read({ ...good, cellphone: "+82 10 1234 5678" }).data?.cellphone).toBe("010-1234-5678");
    for (const missing of [undefined, null, "", "  "]) expect(errorOf("cellphone", missing)).toBe("required");
    for (const wrong of ["010-1234", "02-123-4567", "abc", "0".repeat(10_000), 1012345678]) {
      expect(errorOf("cellphone", wrong), String(wrong).slice(0, 20)).toBe("format");
    }
  });

  it("does not require a vehicle number", () => {
    for (const none of [undefined, null, "", "  "])
      expect(read({ ...good, carNumber: none }).errors).toBeUndefined();
    expect(errorOf("carNumber", "가".repeat(21))).toBe("tooLong:20");
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(read(body).data).toBeUndefined();
      }),
    );
  });
});

describe("error texts", () => {
  it.each(Object.entries({ ko, en }))("are complete in %s", (_lang, texts) => {
    expect(Object.keys(texts.error).sort()).toEqual([...errorKeys].sort());
  });
});

describe("reserveNumber", () => {
  it("is the date and five unambiguous characters", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (random) => {
        expect(reserveNumber("2026-11-20 09:00", random)).toMatch(/^261120-[0-9A-HJKMNP-TV-Z]{5}$/);
      }),
    );
  });
});

describe("reserveNo", () => {
  it.each([" 261120-7kq01 ", "2611207KQ01", "261120 7kqol", "261120-7KQ-OI"])("parses %j", (text) => {
    expect(reserveNo.safeParse(text)).toMatchObject({ success: true, data: "261120-7KQ01" });
  });

  it.each(["", "261120", "261120-7KQ0", "261120-7KQ011", "26112O-7KQ01", "261120-7KQ0U"])(
    "rejects %j",
    (text) => {
      expect(reserveNo.safeParse(text).success).toBe(false);
    },
  );
});

describe("checklistLines", () => {
  it("parses lines that start with [] as checkboxes, others as paragraphs", () => {
    expect(checklistLines("안전 수칙\r\n\n[] 안전모\n  []사진 금지\n끝 []")).toEqual([
      { kind: "text", text: "안전 수칙" },
      { kind: "check", text: "안전모" },
      { kind: "check", text: "사진 금지" },
      { kind: "text", text: "끝 []" },
    ]);
  });
});
