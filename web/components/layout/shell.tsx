import { Outlet, useLocation } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useLayoutEffect } from "react";
import { useCompanyName, useConfiguration } from "../../lib/configuration.ts";
import { useTranslate } from "../../lib/language.ts";
import { loadFontsFor } from "../../lib/rest-fonts.ts";
import { useDeskPage } from "../../stores/desk-page.ts";
import { Toasts } from "../feedback/toasts.tsx";
import { Footer } from "./footer.tsx";
import styles from "./shell.module.css";
import { TopBar } from "./top-bar.tsx";

/** Moves the focus without a navigation, which would add a history entry without the form's step. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** Frame of every page: top bar, content, footer, toasts. */
export function Shell() {
  const t = useTranslate();
  const { demonstration } = useConfiguration();
  const company = useCompanyName();
  const isDesk = useDeskPage((state) => state.isDesk);
  const isHome = useLocation({ select: (location) => location.pathname === "/" });

  useLayoutEffect(() => {
    document.body.dataset.page = isHome ? "home" : "inner";
  }, [isHome]);

  useEffect(() => loadFontsFor(company), [company]);

  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link, to a place of this page */}
      <a className={styles.skipLink} href="#main" onClick={skip}>
        {t("visitor.site.skip")}
      </a>
      {demonstration && <aside className={styles.demonstration}>{t("visitor.site.demonstration")}</aside>}
      <TopBar />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {!isDesk && <Footer />}
      <Toasts />
    </div>
  );
}
