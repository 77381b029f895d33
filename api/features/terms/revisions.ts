/** Keeps two people who write one text from overwriting each other's words unseen. */
import { createHash } from "node:crypto";
import { textChanged } from "#api/errors.ts";

/** Names words as they are stored: the same words have the same name, whoever wrote them. */
export const revisionOf = (...texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 22);

/** @param read the revision that somebody changes; undefined where they did not say @throws HttpError 405 */
export function requireRevision(read: string | undefined, stored: string): void {
  if (read !== undefined && read !== stored) throw textChanged();
}

export const revisionOfVersion = ({ body, enBody }: { readonly body: string; readonly enBody: string }) =>
  revisionOf(body, enBody);

export const revisionOfPolicy = ({
  title,
  content,
  enContent,
}: {
  readonly title: string;
  readonly content: string;
  readonly enContent: string;
}) => revisionOf(title, content, enContent);
