import type { DeployedTerms } from "#contract/texts/terms.ts";
import { RichText } from "../../components/layout/rich-text.tsx";
import { useTranslate } from "../../lib/language.ts";
import { coloursOf } from "../terms/colours.ts";
import styles from "./request.module.css";
import { Section } from "./section.tsx";

/** Guide texts (안내문): to read, nothing to agree to. */
export function Guides({ terms }: { readonly terms: readonly DeployedTerms[] }) {
  const t = useTranslate();
  const guides = terms.filter((term) => term.contentType === "안내문");
  if (guides.length === 0) return null;
  return (
    <Section title={t("visitor.request.guides")}>
      {guides.map((term) => (
        <article className={styles.guide} key={term.id}>
          <h3>{term.title}</h3>
          <div className={coloursOf(term) ? styles.coloured : undefined} style={coloursOf(term)}>
            <RichText html={term.renderHtml} text={term.currentVersion.body} />
          </div>
        </article>
      ))}
    </Section>
  );
}
