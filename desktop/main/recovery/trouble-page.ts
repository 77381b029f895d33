import { createHash } from "node:crypto";
import type { Language } from "../../ipc.ts";
import type { Answer } from "../app-protocol.ts";
import { appOrigin, startPage } from "../app-routes.ts";
import { texts } from "../language.ts";

/** Shown where our own page broke twice: without a script, so that nothing in it can break again. */
export const troublePage = `${appOrigin}/trouble`;
/** Shown after an error of the program itself. */
export const programTroublePage = `${appOrigin}/trouble/program`;

const style = `
:root { color-scheme: light dark; --paper: #f4f6f8; --ink: #1b2430; --soft: #56606f; --brand: #1d3f8f; --on-brand: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f131a; --ink: #e8ecf2; --soft: #a3adbb; --brand: #9db7f5; --on-brand: #0f131a; }
}
* { box-sizing: border-box; margin: 0; }
body { display: grid; min-height: 100vh; place-content: center; padding: 32px; background: var(--paper);
  color: var(--ink); font: 16px/1.6 Pretendard, system-ui, sans-serif; word-break: keep-all; }
main { max-width: 34rem; }
h1 { margin-bottom: 12px; font-size: 1.5rem; line-height: 1.3; }
p, li { color: var(--soft); }
ul { margin: 16px 0 28px; padding-inline-start: 20px; }
a { display: inline-block; padding: 10px 22px; border-radius: 8px; background: var(--brand); color: var(--on-brand);
  font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function page(language: Language, isProgram: boolean): string {
  const { trouble } = texts[language];
  const title = isProgram ? trouble.programTitle : trouble.title;
  const points = [trouble.reload, trouble.restart, trouble.logs];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(isProgram ? trouble.programLead : trouble.lead)}</p>
<ul>${points.map((point) => `<li>${escapeHtml(point)}</li>`).join("")}</ul>
<a href="${startPage}">${escapeHtml(trouble.open)}</a>
</main></body>
</html>
`;
}

/** Answers for the page of trouble itself, and hands everything else on. */
export function withTroublePage(answer: Answer, languageNow: () => Language): Answer {
  return async (request) => {
    const isOurs = request.url === troublePage || request.url === programTroublePage;
    if (!isOurs || request.method !== "GET") return answer(request);
    return new Response(page(languageNow(), request.url === programTroublePage), {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
      },
    });
  };
}
