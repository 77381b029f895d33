import * as z from "zod/mini";

/**
 * Only a way within the console, and not this page again: an address that somebody put into a link leads nowhere
 * else. Written as the router has it, without `/dash`.
 */
const inner = z.string().check(z.regex(/^\/(?!\/|login\b|dash\/login\b)[^\s\\]*$/), z.maxLength(2_000));

const search = z.object({ back: z.catch(z.optional(inner), undefined) });

export const parseLoginSearch = (raw: Record<string, unknown>) => search.parse(raw);
