import * as z from "zod/mini";
import { choicesParam, dayParam, listSearch } from "../../components/table/list-search.ts";

const register = z.object({ ...listSearch, why: choicesParam, from: dayParam, to: dayParam });

export type RegisterSearch = z.output<typeof register>;

export const parseRegisterSearch = (raw: Record<string, unknown>): RegisterSearch => register.parse(raw);
