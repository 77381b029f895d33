/**
 * Messages between the console and the public site's preview page, which renders a text before it is stored
 * (docs/decisions/public-site/text-editor.md). Sent with `postMessage`, never through the server.
 */
import type { PolicyPreview } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";

/** The preview page; only our own pages may frame it, and it stores nothing. */
export const previewPath = "/preview";

/** Sent by the page once it listens. */
export interface PreviewReady {
  readonly kind: "preview-ready";
}

/** Sent by the console with the text to show. */
export interface PreviewText {
  readonly kind: "preview-text";
  readonly language: "ko" | "en";
  /** The site's colour, `#rrggbb`. */
  readonly brandColor: string;
  readonly text: { readonly terms: DeployedTerms } | { readonly policy: PolicyPreview };
}
