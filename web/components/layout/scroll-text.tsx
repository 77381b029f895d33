import { useEffect, useRef, useState } from "react";
import { Icon } from "#browser/icon.tsx";
import { useTranslate } from "../../lib/language.ts";
import { Button } from "../form/button.tsx";
import { RichText } from "./rich-text.tsx";
import styles from "./scroll-text.module.css";

interface ScrollTextProps {
  readonly title: string;
  readonly text: string;
  readonly html: boolean;
  /** `preview` starts small and can be expanded; `full` is up to 618 px high (docs/behaviour.md, "Terms step"). */
  readonly height: "preview" | "full";
  /** Background and text colour, if the text sets one. */
  readonly colours?: { readonly backgroundColor: string; readonly color: string } | undefined;
}

/** A scrollable long text that can be expanded and printed. */
export function ScrollText({ title, text, html, height, colours }: ScrollTextProps) {
  const t = useTranslate();
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(height === "full");
  const [overflows, setOverflows] = useState(false);

  // The observer runs after layout; measuring here would force a layout per text.
  useEffect(() => {
    const observer = new ResizeObserver(() =>
      setOverflows((box.current?.scrollHeight ?? 0) > (box.current?.clientHeight ?? 0) + 1),
    );
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const canScroll = overflows || (isOpen && height === "preview");
  return (
    <div className={styles.root}>
      <section
        aria-label={t("visitor.terms.body", { title })}
        className={`${styles.box} ${isOpen ? styles.expanded : styles.collapsed}`}
        ref={box}
        style={colours}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
      >
        <RichText html={html} ref={content} text={text} />
      </section>
      <div className={styles.actions}>
        {height === "preview" && canScroll && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} variant="quiet">
            {t(isOpen ? "visitor.terms.collapse" : "visitor.terms.expand")}
          </Button>
        )}
        <Button onClick={() => content.current && printText(title, content.current)} variant="quiet">
          <Icon name="print" size={18} />
          {t("visitor.site.print")}
        </Button>
      </div>
    </div>
  );
}

/** Prints a single text: copies it to a sheet outside of the page, and the print style hides everything else. */
function printText(title: string, text: Element): void {
  const sheet = document.createElement("article");
  sheet.className = "print-sheet";
  const heading = document.createElement("h1");
  heading.textContent = title;
  sheet.append(heading, text.cloneNode(true));
  document.body.append(sheet);
  window.addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}
