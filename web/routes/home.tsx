import { HomeActions } from "../features/home/home-actions.tsx";
import { LastReservationCard } from "../features/home/last-reservation-card.tsx";
import { Steps } from "../features/home/steps.tsx";
import { useCompanyName } from "../lib/configuration.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { usePageTitle } from "../lib/use-page-title.ts";
import styles from "./home.module.css";

/** Home page: logo, claim, actions and the steps of a visit (docs/behaviour.md, "Home"). */
export function HomePage() {
  const t = useTranslate();
  const language = useLanguage();
  const company = useCompanyName();
  const heading = usePageTitle(t("visitor.home.page"));

  return (
    <div className={styles.home}>
      <section className={styles.hero}>
        <div>
          <img
            alt={company}
            className={styles.logo}
            height={48}
            src={`/custom/logo?lang=${language}`}
            width={200}
          />
          <h1 ref={heading} tabIndex={-1}>
            {t("visitor.home.sentence")}
          </h1>
        </div>
        <HomeActions />
      </section>
      <LastReservationCard />
      <Steps />
    </div>
  );
}
