import * as z from "zod/mini";
import { type Calls, type Channel, languages } from "../ipc.ts";

const address = z.string().check(z.maxLength(2048));

/** What each channel takes. Whatever comes beyond it, or in another shape, is refused. */
export const ipcArguments: { readonly [C in Channel]: z.ZodMiniType<Parameters<Calls[C]>> } = {
  "connection.read": z.tuple([]),
  "connection.connect": z.tuple([address]),
  "connection.check": z.tuple([]),
  "connection.forget": z.tuple([address]),
  "connection.openSite": z.tuple([]),
  "language.choose": z.tuple([z.enum(languages)]),
  "app.read": z.tuple([]),
  "updates.read": z.tuple([]),
  "updates.check": z.tuple([]),
  "link.take": z.tuple([]),
};
