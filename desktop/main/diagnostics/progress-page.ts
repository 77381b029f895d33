import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { RequestHandler } from "../pages/app-protocol.ts";
import { diagnosticsPage, saveDiagnosticsLink } from "../pages/app-routes.ts";
import { escapeHtml, staticPageEnd, staticPageHeaders, staticPageStart } from "../recovery/static-page.ts";
import type { Facts, StepResult } from "./connection-test.ts";
import type { Ending, Run } from "./run.ts";

interface Options {
  readonly currentLanguage: () => Language;
  readonly currentRun: () => Run | undefined;
  readonly save: () => void;
}

/** Serves the diagnostics page, which streams until the run ends, and passes other requests on. */
export function withDiagnosticsPage(
  answer: RequestHandler,
  { currentLanguage, currentRun, save }: Options,
): RequestHandler {
  return async (request) => {
    if (request.method !== "GET") return answer(request);
    if (request.url === saveDiagnosticsLink) {
      save();
      return new Response(null, { status: 204 });
    }
    const run = request.url === diagnosticsPage ? currentRun() : undefined;
    if (!run) return answer(request);
    return new Response(streamOf(pageChunks(run, currentLanguage())), { headers: staticPageHeaders });
  };
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void parts.return(undefined),
  });
}

/** Streams the page as the steps end. */
async function* pageChunks(run: Run, language: Language): AsyncGenerator<string> {
  const { diagnostics } = texts[language];
  const lead = run.hasServer ? diagnostics.lead : diagnostics.noServer;
  yield `${staticPageStart(language, diagnostics.title)}<p>${escapeHtml(lead)}</p>\n<ol aria-live="polite">\n`;
  for await (const result of run.follow()) yield lineOf(result, language);
  yield `</ol>\n<p class="end" role="status">${escapeHtml(endingText(await run.ending, language))}</p>\n${staticPageEnd}`;
}

function lineOf({ step, outcome, ms, facts }: StepResult, language: Language): string {
  const { diagnostics } = texts[language];
  const notes = [
    outcome === "failed" ? failureOf(step, facts, language) : detailOf(step, facts, language),
    ...(outcome === "skipped" ? [] : [diagnostics.time.replace("{ms}", String(ms))]),
  ].filter((note) => note !== "");
  return `<li><b>${escapeHtml(diagnostics.step[step])}</b>: <span class="${outcome}">${escapeHtml(
    diagnostics.outcome[outcome],
  )}</span><br>${notes.map(escapeHtml).join(" · ")}</li>\n`;
}

/** Likely cause with the technical reason. */
function failureOf(step: StepResult["step"], facts: Facts, language: Language): string {
  const { diagnostics, problem } = texts[language];
  const known: Readonly<Record<string, string>> = problem;
  const name = String(facts.problem);
  const text = (step === "product" ? known[name] : undefined) ?? diagnostics.hint[step];
  const filled = text.replace(/\{(\w+)\}/g, (place, key: string) => String(facts[key] ?? place));
  return `${filled} (${name})`;
}

/** Detail of a successful step. */
function detailOf(step: StepResult["step"], facts: Facts, language: Language): string {
  const { signedIn, signedOut } = texts[language].diagnostics;
  if (step === "signIn") return facts.status === 200 ? signedIn : signedOut;
  const shown = { proxy: facts.used, name: facts.addresses, tcp: facts.port, product: facts.version };
  return [step === "certificate" ? (facts.issuer ?? "") : (shown[step] ?? "")].flat().join(", ");
}

function endingText(ending: Ending, language: Language): string {
  const { saved, notSaved } = texts[language].diagnostics;
  return "saved" in ending
    ? saved.replace("{name}", () => ending.saved)
    : notSaved.replace("{problem}", () => ending.problem);
}
