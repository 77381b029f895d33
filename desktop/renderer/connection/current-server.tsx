import { useId, useState } from "react";
import { clockTime } from "#browser/formats.ts";
import { Icon } from "#browser/icon.tsx";
import { fillText } from "#browser/language.ts";
import type { Connection, Health } from "../../ipc.ts";
import { Button, Notice } from "./components/controls.tsx";
import styles from "./connection.module.css";
import { useLanguage, useTexts } from "./texts.ts";
import { enterConsole, problemText } from "./use-connection.ts";

interface CurrentServerProps {
  readonly current: NonNullable<Connection["current"]>;
  /** undefined if the policy fixes the servers */
  readonly onForget: (() => void) | undefined;
}

/** The selected server with its health and a link to its public site. */
export function CurrentServer({ current, onForget }: CurrentServerProps) {
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
        <h2 className={styles.currentServerTitle} id={id}>
          {texts.connection.current}
        </h2>
        <HealthLabel health={health} />
      </header>
      <p className={styles.currentServer}>{new URL(server).host}</p>
      <p className={styles.detail}>
        <span>{server}</span>
        {health.state !== "checking" && (
          <span>{fillText(texts.connection.checkedAt, { time: clockTime(health.at, language) })}</span>
        )}
      </p>
      {health.state === "failed" && <Notice kind="danger">{problemText(health.problem, texts)}</Notice>}
      {openFailed && <Notice kind="danger">{texts.connection.openSiteFailed}</Notice>}
      <div className={styles.actions}>
        {/* enabled while the server is unreachable: the console shows the offline copy */}
        <Button variant="primary" onClick={enterConsole}>
          {texts.connection.enter}
        </Button>
        {/* hidden while the server is unreachable */}
        {health.state !== "failed" && (
          <Button variant="secondary" onClick={openSite}>
            <Icon size={18} name="external" />
            {texts.connection.openSite}
          </Button>
        )}
        <Button
          busy={health.state === "checking"}
          variant="secondary"
          onClick={() => void window.desktop.checkServer().catch(() => {})}
        >
          {health.state !== "checking" && <Icon size={18} name="refresh" />}
          {texts.connection.checkAgain}
        </Button>
        {onForget && (
          <Button
            aria-label={fillText(texts.connection.forgetNamed, { server })}
            variant="quiet"
            onClick={onForget}
          >
            {texts.connection.forget}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Health as text; colour only repeats it. */
function HealthLabel({ health }: { readonly health: Health }) {
  const { connection } = useTexts();
  return (
    <span className={`${styles.health} ${styles[health.state]}`} role="status">
      {connection[health.state]}
    </span>
  );
}
