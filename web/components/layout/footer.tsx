import { Link } from "@tanstack/react-router";
import { Icon } from "#browser/icon.tsx";
import { useCompanyName, useConfiguration } from "../../lib/configuration.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./footer.module.css";

/** Host name of the homepage without "www."; undefined if it is not a web address. */
function providerOf(homepage: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(homepage);
    return /^https?:$/.test(protocol) ? hostname.replace(/^www\./, "") : undefined;
  } catch {
    return undefined;
  }
}

export function Footer() {
  const t = useTranslate();
  const { homepage } = useConfiguration();
  const company = useCompanyName();
  const provider = providerOf(homepage);
  const copyright = t("visitor.site.copyright", {
    year: new Date().getFullYear(),
    provider: provider ?? company,
  });
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <Link className={styles.privacy} to="/privacy">
          {t("visitor.site.privacy")}
        </Link>
        {provider ? (
          <a href={homepage} rel="noopener noreferrer" target="_blank">
            {copyright}
            <Icon name="external" size={14} />
            <span className="visually-hidden">({t("visitor.site.newWindow")})</span>
          </a>
        ) : (
          <span>{copyright}</span>
        )}
      </div>
    </footer>
  );
}
