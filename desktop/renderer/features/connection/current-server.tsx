import { type RefObject, useId, useState } from "react";
import type { Connection } from "../../../ipc.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Notice } from "../../components/notice.tsx";
import { clockTime } from "../../lib/clock.ts";
import { problemText } from "../../lib/problem-text.ts";
import { fill, useLanguage, useTexts } from "../../lib/texts.ts";
import styles from "./current-server.module.css";
import { HealthLabel } from "./health-label.tsx";

interface CurrentServerProps {
  readonly current: NonNullable<Connection["current"]>;
  /** takes the focus after connecting */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** left out where IT fixed the servers */
  readonly onForget: (() => void) | undefined;
}

/** The server in use: which one, how it is and since when that is known, and the way to its public site. */
export function CurrentServer({ current, heading, onForget }: CurrentServerProps) {
  const texts = useTexts();
  const language = useLanguage();
  const [openFailed, setOpenFailed] = useState(false);
  const { server, health } = current;
  const id = useId();

  async function openSite() {
    setOpenFailed(false);
    setOpenFailed(!(await window.desktop.openSite().catch(() => false)));
  }

  return (
    <section aria-labelledby={id} className={styles.card}>
      <header className={styles.header}>
        <h2 className={styles.title} id={id} ref={heading} tabIndex={-1}>
          {texts.connection.current}
        </h2>
        <HealthLabel health={health} />
      </header>
      <p className={styles.server}>{new URL(server).host}</p>
      <p className={styles.detail}>
        <span>{server}</span>
        {health.state !== "checking" && (
          <span>{fill(texts.connection.checkedAt, { time: clockTime(health.at, language) })}</span>
        )}
      </p>
      {health.state === "failed" && <Notice kind="danger">{problemText(health.problem, texts)}</Notice>}
      {openFailed && <Notice kind="danger">{texts.connection.openSiteFailed}</Notice>}
      <div className={styles.actions}>
        {/* a server that does not answer has no site to show either */}
        {health.state !== "failed" && (
          <Button look="primary" onClick={openSite}>
            <Icon name="external" />
            {texts.connection.openSite}
          </Button>
        )}
        <Button
          busy={health.state === "checking"}
          look={health.state === "failed" ? "primary" : "secondary"}
          onClick={() => void window.desktop.checkServer().catch(() => {})}
        >
          {health.state !== "checking" && <Icon name="refresh" />}
          {texts.connection.checkAgain}
        </Button>
        {onForget && (
          <Button aria-label={fill(texts.connection.forgetNamed, { server })} look="quiet" onClick={onForget}>
            {texts.connection.forget}
          </Button>
        )}
      </div>
    </section>
  );
}
