import * as z from "zod/mini";
import { type Calls, type Channel, languages, sheets } from "../ipc.ts";

const sheet = z.enum(sheets);
const address = z.string().check(z.maxLength(2048));

/** A printer's name is the system's; longer ones it does not have. */
export const printChoice = z.strictObject({
  printer: z.nullable(z.string().check(z.minLength(1), z.maxLength(300))),
  isSilent: z.boolean(),
});

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
  "snapshot.read": z.tuple([]),
  "snapshot.wipe": z.tuple([]),
  "printing.read": z.tuple([]),
  "printing.choose": z.tuple([sheet, printChoice]),
  "printing.print": z.tuple([sheet, z.boolean()]),
  "printing.savePdf": z.tuple([sheet]),
};
