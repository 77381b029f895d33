import { type RefObject, useId } from "react";
import { Icon } from "#browser/icon.tsx";
import { fillText } from "#browser/language.ts";
import { Button, Notice } from "./components/controls.tsx";
import styles from "./connection.module.css";
import { useTexts } from "./texts.ts";
import { type Attempt, attemptText } from "./use-connection.ts";

interface ServerListProps {
  readonly servers: readonly string[];
  readonly attempt: Attempt | undefined;
  readonly connect: (server: string) => void;
  /** undefined if the policy fixes the servers */
  readonly forget: ((server: string) => void) | undefined;
  /** gets the focus after an entry was removed */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The other known servers. */
export function ServerList({ servers, attempt, connect, forget, heading }: ServerListProps) {
  const texts = useTexts();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.serverListTitle} id={id} ref={heading} tabIndex={-1}>
        {texts.connection.others}
      </h2>
      <ul className={styles.list}>
        {servers.map((server) => {
          const isBusy = attempt?.origin === server && attempt.state === "running";
          const error = attemptText(attempt, server, texts);
          return (
            <li className={styles.item} key={server}>
              <div className={styles.serverListRow}>
                <span className={styles.server}>{server}</span>
                <Button
                  aria-label={fillText(texts.connection.useNamed, { server })}
                  busy={isBusy}
                  onClick={() => connect(server)}
                >
                  {isBusy ? texts.connection.connecting : texts.connection.use}
                </Button>
                {forget && (
                  <Button
                    aria-label={fillText(texts.connection.forgetNamed, { server })}
                    variant="quiet"
                    onClick={() => forget(server)}
                    title={texts.connection.forget}
                  >
                    <Icon size={18} name="trash" />
                  </Button>
                )}
              </div>
              {error && <Notice kind="danger">{error}</Notice>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
