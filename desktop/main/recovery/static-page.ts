/** Static pages without scripts, for diagnostics and errors. */
import { createHash } from "node:crypto";
import type { Language } from "../../ipc.ts";

const style = `
:root { color-scheme: light dark; --paper: #f4f6f8; --ink: #1b2430; --soft: #56606f; --brand: #1d3f8f; --on-brand: #fff;
  --good: #1a6b3c; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f131a; --ink: #e8ecf2; --soft: #a3adbb; --brand: #9db7f5; --on-brand: #0f131a; --good: #7fd6a1;
    --bad: #ffb4ab; }
}
* { box-sizing: border-box; margin: 0; }
body { display: grid; grid-template-columns: minmax(0, 34rem); min-height: 100vh; place-content: center; padding: 32px; background: var(--paper);
  color: var(--ink); font: 16px/1.6 Pretendard, system-ui, sans-serif; word-break: keep-all; }
h1 { margin-bottom: 12px; font-size: 1.5rem; line-height: 1.3; }
p, li { color: var(--soft); }
ul { margin: 16px 0 28px; padding-inline-start: 20px; }
a { display: inline-block; margin-inline-end: 8px; padding: 10px 22px; border: 1px solid var(--brand);
  border-radius: 8px; background: var(--brand); color: var(--on-brand); font-weight: 600; text-decoration: none; }
a.second { background: transparent; color: var(--brand); }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
ol { margin: 20px 0; padding: 0; list-style: none; }
ol li { padding: 8px 0; border-top: 1px solid color-mix(in srgb, var(--soft) 30%, transparent); overflow-wrap: anywhere; }
ol b { color: var(--ink); }
.ok { color: var(--good); }
.failed { color: var(--bad); }
.end { color: var(--ink); font-weight: 600; overflow-wrap: anywhere; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

export const staticPageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The page up to and including its heading. */
export const staticPageStart = (language: Language, title: string): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>
<h1>${escapeHtml(title)}</h1>
`;

export const staticPageEnd = `</main></body>
</html>
`;
