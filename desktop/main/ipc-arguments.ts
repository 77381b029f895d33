import * as z from "zod/mini";
import { bounds, checkSetup } from "../badge-papers.ts";
import { attentionKinds, badgePapers, type Calls, type Channel, languages, sheets } from "../ipc.ts";

const sheet = z.enum(sheets);
const address = z.string().check(z.maxLength(2048));

/** Sign-out path of the company's identity provider, from the server. */
export const leavePath = /^\/auth\/company\/leave\?token=[\w-]{43}$/;

/** Upload id chosen by the page (renderer/console/lib/forms/send-form.ts). */
export const uploadId = /^[\w-]{1,64}$/;

/** System names of printers are shorter than this. */
export const printChoice = z.strictObject({
  printer: z.nullable(z.string().check(z.minLength(1), z.maxLength(300))),
  isSilent: z.boolean(),
});

export const attentionChoice = z.strictObject({ notifications: z.boolean(), sound: z.boolean() });
/** Larger than any list. */
const count = z.int().check(z.minimum(0), z.maximum(100_000));

const millimetres = z.number().check(z.minimum(0), z.maximum(bounds.height.max));

/** A printable badge setup (badge-papers.ts). */
export const badgeSetup = z
  .strictObject({
    paper: z.enum(badgePapers),
    orientation: z.enum(["portrait", "landscape"]),
    margins: z.strictObject({
      top: millimetres,
      right: millimetres,
      bottom: millimetres,
      left: millimetres,
    }),
    width: millimetres,
    height: millimetres,
    perSheet: z.union([z.literal(4), z.literal(10)]),
  })
  .check(z.refine((setup) => Object.keys(checkSetup(setup)).length === 0, "cannot be printed on"));

const rollLength = z.nullable(z.number().check(z.minimum(1), z.maximum(bounds.length.max)));

/** Argument schema of each channel. Other or additional arguments are refused. */
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
  "updates.restart": z.tuple([]),
  "unsaved.answer": z.tuple([z.int(), z.boolean()]),
  "link.take": z.tuple([]),
  "signIn.begin": z.tuple([]),
  "signIn.take": z.tuple([]),
  "signIn.leave": z.tuple([z.string().check(z.regex(leavePath))]),
  "snapshot.read": z.tuple([]),
  "snapshot.wipe": z.tuple([]),
  "snapshot.canKeep": z.tuple([]),
  "printing.read": z.tuple([]),
  "printing.choose": z.tuple([sheet, printChoice]),
  "printing.setUpBadge": z.tuple([badgeSetup]),
  "printing.print": z.tuple([sheet, z.boolean(), rollLength]),
  "printing.savePdf": z.tuple([sheet, rollLength]),
  "printing.printScreen": z.tuple([]),
  "attention.read": z.tuple([]),
  "attention.choose": z.tuple([attentionChoice]),
  "attention.notify": z.tuple([z.enum(attentionKinds), count.check(z.positive())]),
  "attention.count": z.tuple([count]),
  "upload.cancel": z.tuple([z.string().check(z.regex(uploadId))]),
  "diagnostics.save": z.tuple([address]),
};
