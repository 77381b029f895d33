import { useState } from "react";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import { RichText } from "../../components/layout/rich-text.tsx";
import { useTextLang, useTranslate } from "../../lib/language.ts";
import { useMedia } from "../../lib/use-media.ts";
import { coloursOf } from "../terms/colours.ts";
import { FoldButton } from "./fold-button.tsx";
import styles from "./request.module.css";

interface Props {
  readonly terms: readonly DeployedTerms[];
  /** Expanded even on phones, for the preview. */
  readonly startsOpen?: boolean;
}

/**
 * Guide texts (안내문) without consent. Collapsed on phones, so that the first field is visible however long the texts
 * are.
 */
export function Guides({ terms, startsOpen = false }: Props) {
  const t = useTranslate();
  const langOf = useTextLang();
  const isPhone = useMedia("(max-width: 37.4375em)");
  const [isOpen, setOpen] = useState(startsOpen);
  const guides = terms.filter((term) => term.contentType === "안내문");
  if (guides.length === 0) return null;
  const title = t("visitor.request.guides");
  return (
    <section className={styles.section}>
      <div className={styles.legend}>
        <h2>{title}</h2>
        {isPhone && (
          <FoldButton
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            title={title}
            unfold={t("visitor.terms.expand")}
          />
        )}
      </div>
      {(!isPhone || isOpen) &&
        guides.map((term) => (
          <article className={styles.guide} key={term.id}>
            <h3 lang={langOf(term.title)}>{term.title}</h3>
            <div className={coloursOf(term) ? styles.coloured : undefined} style={coloursOf(term)}>
              <RichText html={term.renderHtml} text={term.currentVersion.body} />
            </div>
          </article>
        ))}
    </section>
  );
}
