/** Digital signage: the content of the lobby's screens (docs/behaviour.md, "Signage"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  blankable,
  dispOrders,
  id,
  idParams,
  ignored,
  line,
  lines,
  orRequired,
  requiredLines,
  wallTime,
} from "#contract/fields.ts";
import { enumFilter, flagFilter, listQuery, page } from "#contract/lists.ts";

export const signageTypes = ["text", "flow-text", "image", "video"] as const;
/** Sent as JSON. */
export const writtenTypes = ["text", "flow-text"] as const;
/** Sent as form data, with a file. */
export const uploadedTypes = ["image", "video"] as const;

export type SignageType = (typeof signageTypes)[number];
export type UploadedType = (typeof uploadedTypes)[number];

/** Default duration; a video plays to its end, up to an hour. */
export const defaultSeconds = { written: 10, image: 10, video: 3600 } as const;

const file = z.object({
  /** Public path of the file. */
  url: z.string(),
  /** Original file name. */
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  contentType: z.string(),
  /** Pixels, of an image. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});

export const signageItem = z.object({
  id,
  type: z.enum(signageTypes),
  /** Name for staff; of an image or video also the text for screen readers. */
  title: z.string(),
  /** The first of several lines is a headline. Empty for an image or video. */
  text: z.string(),
  enText: z.string(),
  file: z.optional(file),
  dispOrder: z.int(),
  /** Duration in the rotation; of a video at most its length. */
  seconds: z.int(),
  /** Wall times between which it is shown, `to` exclusive; null without a bound. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  inUse: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type SignageItem = z.output<typeof signageItem>;

const path = "/dash/did/contents";
const title = line(100);
const longest = 1_000;
const secondsBounds = "range:3–3600";
const seconds = z
  .int({ error: orRequired("invalid") })
  .check(z.refine<number>((count) => count >= 3 && count <= 3600, secondsBounds));
const flag = z.boolean({ error: "invalid" });

const bound = (value: unknown) => (value === "" ? null : value);

/** Bound of the display period; null or empty removes it, absent keeps it. */
const clearableTime = z.optional(z.pipe(z.transform(bound), z.nullable(wallTime)));

/** `from` is before `to`, where both are given. */
const inOrder = z.refine<{ from?: string | null | undefined; to?: string | null | undefined }>(
  ({ from, to }) => !from || !to || from < to,
  { error: "endAfterStart", path: ["to"] },
);

export const listSignage = endpoint({
  method: "GET",
  path,
  permission: "signage",
  recorded: "none",
  summary: "Lists the content of the lobby's screens, in display order.",
  query: listQuery(["dispOrder", "title", "type", "updatedAt"], {
    type: enumFilter(signageTypes),
    /** Whether the item is shown at the moment. */
    current: flagFilter,
  }),
  response: z.extend(page(signageItem), {
    /** Maximum size of a file in bytes, by kind. */
    mostBytes: z.object({ image: z.int(), video: z.int() }),
  }),
});

export const getFlowTexts = endpoint({
  method: "GET",
  path: "/dash/did/content/flow-text",
  permission: "signage",
  recorded: "none",
  summary: "All scrolling texts, in order, whether they are shown now or not.",
  response: z.array(signageItem),
});

/** Form data fields are text. */
const integerText = z.pipe(
  z.string().check(z.regex(/^-?\d{1,9}$/, "invalid")),
  z.pipe(z.transform(Number), seconds),
);
const flagText = z.pipe(
  z.enum(["true", "false"], { error: "invalid" }),
  z.transform((word) => word === "true"),
);

export const addSignage = endpoint({
  method: "POST",
  path,
  permission: "signage",
  recorded: { subject: null },
  summary:
    "Adds a text as JSON, or an image (PNG, JPEG, WebP) or video (MP4, WebM) as form data whose last part is the file; last in the order.",
  body: z
    .strictObject({
      type: z.enum(writtenTypes, { error: orRequired("invalid") }),
      title,
      text: requiredLines(longest),
      enText: blankable(lines(longest)),
      seconds: blankable(seconds),
      from: blankable(wallTime),
      to: blankable(wallTime),
      inUse: blankable(flag),
    })
    .check(inOrder),
  form: {
    file: "file",
    kinds: uploadedTypes,
    fields: z
      .strictObject({
        type: z.enum(uploadedTypes, { error: orRequired("invalid") }),
        title,
        seconds: blankable(integerText),
        from: blankable(wallTime),
        to: blankable(wallTime),
        inUse: blankable(flagText),
      })
      .check(inOrder),
  },
  response: signageItem,
});

export const changeSignage = endpoint({
  method: "PUT",
  path: `${path}/:id`,
  permission: "signage",
  recorded: { subject: null },
  summary: "Changes the given fields of an item. Type and file stay; another file is another item.",
  params: idParams,
  body: z
    .strictObject({
      id: blankable(id),
      type: z.optional(z.enum(signageTypes, { error: "invalid" })),
      title: z.optional(title),
      text: z.optional(lines(longest)),
      enText: z.optional(lines(longest)),
      seconds: z.optional(seconds),
      from: clearableTime,
      to: clearableTime,
      inUse: z.optional(flag),
      file: ignored,
      dispOrder: ignored,
    })
    .check(inOrder),
  response: signageItem,
});

export const removeSignage = endpoint({
  method: "DELETE",
  path: `${path}/:id`,
  permission: "signage",
  recorded: { subject: null },
  summary: "Removes an item and its file.",
  params: idParams,
  response: z.undefined(),
});

export const sortSignage = endpoint({
  method: "PUT",
  path: `${path}/sort`,
  permission: "signage",
  recorded: { subject: null },
  summary: "Reorders items, all or none.",
  body: z.strictObject({ dispOrders }),
  response: z.undefined(),
});

const scheduled = {
  id,
  text: z.string(),
  enText: z.string(),
  seconds: z.int(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
};

export const playlist = z.object({
  /** The rotation, in this order. */
  items: z.array(
    z.object({
      ...scheduled,
      type: z.enum(["text", ...uploadedTypes]),
      /** Of an image or video: text for screen readers. */
      title: z.string(),
      file: z.optional(z.object({ url: z.string(), contentType: z.string(), size: z.int() })),
    }),
  ),
  /** Scrolling texts along the bottom. */
  flowTexts: z.array(z.object(scheduled)),
  /** Changes with the content. */
  version: z.string(),
});

export type Playlist = z.output<typeof playlist>;

export const getPlaylist = endpoint({
  method: "GET",
  path: "/api/did/playlist",
  permission: "public",
  recorded: "none",
  summary:
    "The current content of the lobby's screens, with the wall times of its beginning and end. Its `ETag` makes polling cheap.",
  response: playlist,
});

export const getFile = endpoint({
  method: "GET",
  path: "/files/:name",
  permission: "public",
  recorded: "none",
  summary: "The file of an image or video, whole or a range of it.",
  params: z.object({ name: z.string() }),
  media: "*/*",
  response: z.unknown(),
});

export type SignageListQuery = z.output<typeof listSignage.query>;
export type NewText = z.output<typeof addSignage.body>;
export type NewUpload = z.output<typeof addSignage.form.fields>;
export type SignageChange = z.output<typeof changeSignage.body>;
export type SignageOrder = z.output<typeof sortSignage.body>["dispOrders"];
