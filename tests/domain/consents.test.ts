import { describe, expect, it } from "vitest";
import { consentError, type Given } from "#api/features/visits/consents.ts";

const inForce = {
  policy: { id: 7 },
  terms: [
    { id: 1, versionId: 11, version: 3, contentType: "이용약관" },
    { id: 2, versionId: 12, version: 1, contentType: "필수동의" },
    { id: 3, versionId: 13, version: 1, contentType: "선택동의" },
    { id: 4, versionId: 14, version: 1, contentType: "안내문" },
    { id: 5, versionId: 15, version: 2, contentType: "체크리스트" },
  ],
} as const;

const agree = (termsId: number, version: number, agreed = true) => ({ termsId, version, agreed });
const all = [agree(1, 3), agree(2, 1), agree(3, 1, false), agree(5, 2)];
const given = (agreements = all, more: Partial<Given> = {}): Given => ({
  privacy: true,
  privacyPolicyId: 7,
  agreements,
  ...more,
});

describe("consentError in Korean", () => {
  it("accepts mandatory terms without the optional ones", () => {
    expect(consentError(given(), inForce, "ko")).toBeUndefined();
    expect(consentError(given(all.filter(({ termsId }) => termsId !== 3)), inForce, "ko")).toBeUndefined();
    expect(consentError(given(all, { privacyPolicyId: undefined }), inForce, "ko")).toBeUndefined();
  });

  it.each([undefined, false])("requires the privacy flag (%s)", (privacy) => {
    expect(consentError(given(all, { privacy }), inForce, "ko")).toBe("termsRequired");
  });

  it.each([1, 2, 5])("requires mandatory terms %i", (termsId) => {
    const without = all.filter((agreement) => agreement.termsId !== termsId);
    const refused = all.map((agreement) =>
      agreement.termsId === termsId ? { ...agreement, agreed: false } : agreement,
    );
    expect(consentError(given(without), inForce, "ko")).toBe("termsRequired");
    expect(consentError(given(refused), inForce, "ko")).toBe("termsRequired");
  });
});

describe("consentError in other languages", () => {
  it("requires policy and checklists", () => {
    expect(consentError(given([]), inForce, "en")).toBe("termsRequired");
    expect(consentError(given([agree(5, 2)], { privacy: false }), inForce, "en")).toBe("termsRequired");
    expect(consentError(given([agree(5, 2)], { privacyPolicyId: undefined }), inForce, "en")).toBe(
      "termsRequired",
    );
  });
});

describe("consentError in every language", () => {
  it.each(["ko", "en"] as const)("rejects an outdated version (%s)", (lang) => {
    expect(consentError(given([...all.slice(1), agree(1, 2)]), inForce, lang)).toBe("textMoved");
    expect(consentError(given([...all, agree(99, 1)]), inForce, lang)).toBe("textMoved");
    expect(consentError(given(all, { privacyPolicyId: 6 }), inForce, lang)).toBe("textMoved");
  });

  it.each(["ko", "en"] as const)("rejects repeated terms and a guide (%s)", (lang) => {
    expect(consentError(given([...all, agree(1, 3, false)]), inForce, lang)).toBe("invalid");
    expect(consentError(given([...all, agree(4, 1)]), inForce, lang)).toBe("invalid");
  });
});
