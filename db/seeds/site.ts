/** The fictional site: configuration, logos, companies, purposes and places. */
import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import { insertAll, zone } from "./basics.ts";

const configuration = {
  customerCompany: "나루솔그룹",
  enCustomerCompany: "Narusol Group",
  brandColor: "#14508c",
  homepage: "https://example.com/narusol",
  timezone: zone,
  // Its accounts and passwords are public.
  secondFactorRoles: [],
};

export const companies = {
  precision: { name: "나루솔정밀", enName: "Narusol Precision" },
  bio: { name: "나루솔바이오", enName: "Narusol Bio" },
  materials: { name: "나루솔머티리얼즈", enName: "Narusol Materials" },
} as const;

export type CompanyKey = keyof typeof companies;

const purposes = {
  meeting: { name: "업무 협의", enName: "Business meeting" },
  delivery: { name: "납품·검수", enName: "Delivery and acceptance" },
  maintenance: { name: "설비 점검·보수", enName: "Equipment maintenance" },
  construction: { name: "공사·시공", enName: "Construction work" },
  interview: { name: "면접", enName: "Job interview" },
  tour: { name: "견학·교육", enName: "Tour or training" },
  audit: { name: "심사·인증", enName: "Audit or certification" },
  anniversary: { name: "창립 기념행사", enName: "Anniversary event", inUse: false },
} as const;

const places = {
  reception: { name: "본관 1층 접견실", enName: "Main Building, reception rooms (1F)" },
  meetingRooms: { name: "본관 회의실", enName: "Main Building, meeting rooms" },
  research: { name: "연구동", enName: "Research Building" },
  production1: { name: "생산1동", enName: "Production Building 1" },
  production2: { name: "생산2동", enName: "Production Building 2" },
  warehouse: { name: "자재창고·하역장", enName: "Warehouse and loading dock" },
  training: { name: "교육관", enName: "Training Hall" },
  formerResearch: {
    name: "구 연구동(보수 중)",
    enName: "Former Research Building (under repair)",
    inUse: false,
  },
} as const;

export type PurposeKey = keyof typeof purposes;
export type PlaceKey = keyof typeof places;

/** Ids of the inserted rows. */
export interface Site {
  readonly companies: Readonly<Record<CompanyKey, number>>;
  readonly purposes: Readonly<Record<PurposeKey, number>>;
  readonly places: Readonly<Record<PlaceKey, number>>;
}

/** Inserts named rows in order. @returns their ids by key */
async function insertNamed<Key extends string>(
  knex: Knex,
  table: string,
  rows: Readonly<Record<Key, object>>,
  common: object = {},
): Promise<Record<Key, number>> {
  const keys = Object.keys(rows) as Key[];
  const ids = await insertAll(
    knex,
    table,
    keys.map((key, index) => ({ inUse: true, ...rows[key], ...common, dispOrder: index + 1 })),
  );
  return Object.fromEntries(keys.map((key, index) => [key, ids[index]])) as Record<Key, number>;
}

export async function insertSite(knex: Knex): Promise<Site> {
  await knex("configuration").update(configuration);
  await knex("logos").insert(
    ["ko", "en"].map((lang) => ({
      lang,
      contentType: "image/svg+xml",
      content: readFileSync(new URL(`./logos/${lang}.svg`, import.meta.url)),
    })),
  );
  return {
    companies: await insertNamed(knex, "companies", companies),
    purposes: await insertNamed(knex, "user_codes", purposes, { kind: codeKinds.purpose }),
    places: await insertNamed(knex, "user_codes", places, { kind: codeKinds.place }),
  };
}
