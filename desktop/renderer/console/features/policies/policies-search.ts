import * as z from "zod/mini";
import { listSearch } from "../../components/table/list-search.ts";

const policies = z.object(listSearch);

export type PoliciesSearch = z.output<typeof policies>;

export const parsePoliciesSearch = (raw: Record<string, unknown>): PoliciesSearch => policies.parse(raw);
