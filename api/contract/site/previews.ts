/**
 * How the console has a text shown by the public site's own page before it is stored
 * (docs/decisions/public-site/text-editor.md). The two talk by messages between windows, never through the server.
 */
import type { PolicyPreview } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";

/** The page that shows it; it may be framed by our own pages and keeps nothing. */
export const previewPath = "/preview";

/** The page tells that it listens. */
export interface PreviewReady {
  readonly kind: "preview-ready";
}

/** The console tells what to show. */
export interface PreviewText {
  readonly kind: "preview-text";
  readonly language: "ko" | "en";
  /** The site's colour, `#rrggbb`. */
  readonly brandColor: string;
  readonly text: { readonly terms: DeployedTerms } | { readonly policy: PolicyPreview };
}
