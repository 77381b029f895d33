import { useEffect, useState } from "react";
import type { PreviewReady, PreviewText } from "#contract/site/previews.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { SkeletonCard } from "../components/feedback/skeleton-card.tsx";
import { Toasts } from "../components/feedback/toasts.tsx";
import { Checklists } from "../features/request/checklists.tsx";
import { Guides } from "../features/request/guides.tsx";
import { isListed } from "../features/terms/consent.ts";
import { PolicyText } from "../features/terms/policy-text.tsx";
import { TermsConsent } from "../features/terms/terms-consent.tsx";
import { applyBrand } from "../lib/brand.ts";
import { chooseLanguage } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import styles from "../styles/page.module.css";

loadRestFonts();

/** The text sent by the parent window only; the response's frame-ancestors policy restricts the parent. */
function usePreviewText(): PreviewText | undefined {
  const [shown, setShown] = useState<PreviewText>();
  useEffect(() => {
    const take = ({ data, source }: MessageEvent<PreviewText>) => {
      if (source !== window.parent || data.kind !== "preview-text") return;
      applyBrand(data.brandColor);
      void chooseLanguage(data.language).then(() => setShown(data));
    };
    window.addEventListener("message", take);
    const ready: PreviewReady = { kind: "preview-ready" };
    window.parent.postMessage(ready, "*");
    return () => window.removeEventListener("message", take);
  }, []);
  return shown;
}

export function Preview() {
  const shown = usePreviewText();
  return (
    <main className={styles.page}>
      {shown ? <Text text={shown.text} /> : <SkeletonCard />}
      <Toasts />
    </main>
  );
}

function Text({ text }: Pick<PreviewText, "text">) {
  if ("terms" in text) return <Terms term={text.terms} />;
  return (
    <section className={styles.card}>
      <PolicyText policy={text.policy} />
    </section>
  );
}

/** Renders a term as in the terms step or in the request form. */
function Terms({ term }: { readonly term: DeployedTerms }) {
  if (isListed(term)) return <TermsConsent onAgree={stay} onDisagree={stay} terms={[term]} />;
  return term.contentType === "체크리스트" ? (
    <Checklists terms={[term]} />
  ) : (
    <Guides startsOpen terms={[term]} />
  );
}

/** The preview has no next step. */
const stay = () => undefined;
