import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { RequestHandler } from "../pages/app-protocol.ts";
import { appOrigin, saveDiagnosticsLink, startPage } from "../pages/app-routes.ts";
import { escapeHtml, staticPageEnd, staticPageHeaders, staticPageStart } from "./static-page.ts";

/** Shown after the page crashed twice. */
export const errorPage = `${appOrigin}/trouble`;
/** Shown after an error of the main process. */
export const programErrorPage = `${appOrigin}/trouble/program`;

function page(language: Language, isProgram: boolean): string {
  const { trouble } = texts[language];
  const points = [trouble.reload, trouble.restart, trouble.logs];
  return `${staticPageStart(language, isProgram ? trouble.programTitle : trouble.title)}
<p>${escapeHtml(isProgram ? trouble.programLead : trouble.lead)}</p>
<ul>${points.map((point) => `<li>${escapeHtml(point)}</li>`).join("")}</ul>
<a href="${startPage}">${escapeHtml(trouble.open)}</a>
<a class="second" href="${saveDiagnosticsLink}">${escapeHtml(trouble.saveDiagnostics)}</a>
${staticPageEnd}`;
}

/** Serves the error pages and passes other requests on. */
export function withErrorPage(answer: RequestHandler, currentLanguage: () => Language): RequestHandler {
  return async (request) => {
    const isOurs = request.url === errorPage || request.url === programErrorPage;
    if (!isOurs || request.method !== "GET") return answer(request);
    return new Response(page(currentLanguage(), request.url === programErrorPage), {
      headers: staticPageHeaders,
    });
  };
}
