/** Signage row → answer. */
import { createHash } from "node:crypto";
import { fromInstant } from "#contract/dates.ts";
import type { Playlist, SignageItem } from "#contract/site/signage.ts";
import type { SignageRow } from "./signage.ts";

const wall = (instant: Date | null, timezone: string) => instant && fromInstant(instant, timezone);

const fileUrl = (name: string): string => `/files/${name}`;

/** As staff manage it. */
export function presentSignage(row: SignageRow, timezone: string): SignageItem {
  const { fileName, originalName, fileSize, contentType, width, height, startsAt, endsAt, ...item } = row;
  const file = fileName !== null && {
    ...{ url: fileUrl(fileName), name: originalName ?? "", size: fileSize ?? 0 },
    contentType: contentType ?? "",
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  };
  return {
    ...item,
    ...(file && { file }),
    from: wall(startsAt, timezone),
    to: wall(endsAt, timezone),
    createdAt: fromInstant(row.createdAt, timezone),
    updatedAt: fromInstant(row.updatedAt, timezone),
  };
}

/** As the lobby's screens show it: nothing of it is for staff alone. */
export function presentPlaylist(rows: readonly SignageRow[], timezone: string): Playlist {
  const scheduled = (row: SignageRow) => ({
    id: row.id,
    text: row.text,
    enText: row.enText,
    seconds: row.seconds,
    from: wall(row.startsAt, timezone),
    to: wall(row.endsAt, timezone),
  });
  const items = rows.flatMap((row) => {
    const { type, title, fileName, contentType, fileSize } = row;
    if (type === "flow-text") return [];
    if (fileName === null) return [{ ...scheduled(row), type, title: "" }];
    const file = { url: fileUrl(fileName), contentType: contentType ?? "", size: fileSize ?? 0 };
    return [{ ...scheduled(row), type, title, file }];
  });
  const flowTexts = rows.filter(({ type }) => type === "flow-text").map(scheduled);
  const version = createHash("sha256")
    .update(JSON.stringify([items, flowTexts]))
    .digest("base64url");
  return { items, flowTexts, version: version.slice(0, 22) };
}
