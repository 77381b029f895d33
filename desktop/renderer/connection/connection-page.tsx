import { useEffect, useRef, useState } from "react";
import { fillText } from "#browser/language.ts";
import type { Connection } from "../../ipc.ts";
import { useUpdates } from "../shared/desktop-app.ts";
import { AddressForm } from "./address-form.tsx";
import { Button, Notice } from "./components/controls.tsx";
import { BrandPanel, LanguageSelect } from "./components/page-frame.tsx";
import styles from "./connection.module.css";
import { CurrentServer } from "./current-server.tsx";
import { ServerList } from "./server-list.tsx";
import { LanguageContext, textsOf } from "./texts.ts";
import { enterConsole, useConnect, useConnection } from "./use-connection.ts";

/** The connection page: shows and changes the server. */
export function ConnectionPage() {
  const connection = useConnection();
  const language = connection?.language;

  useEffect(() => {
    if (!language) return;
    document.documentElement.lang = language;
    document.title = textsOf[language].app.name;
  }, [language]);

  if (!connection) return null;
  return (
    <LanguageContext value={connection.language}>
      <div className={styles.page}>
        <BrandPanel />
        <main className={styles.main}>
          <div className={styles.bar}>
            <LanguageSelect />
          </div>
          <Servers connection={connection} />
        </main>
      </div>
    </LanguageContext>
  );
}

function Servers({ connection }: { readonly connection: Connection }) {
  const texts = textsOf[connection.language];
  const { servers, current, settingsLost, serversFixed, policyBroken } = connection;
  const update = useUpdates();
  const [address, setAddress] = useState("");
  const [message, setMessage] = useState("");
  const [notSaved, setNotSaved] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const { attempt, connect, forgetAttempt } = useConnect((server) => {
    setMessage(fillText(texts.connection.connectedTo, { server }));
    enterConsole();
  });
  const others = servers.filter((server) => server !== current?.server);
  const isFirst = servers.length === 0;

  async function forget(server: string) {
    forgetAttempt();
    const saved = await window.desktop.forgetServer(server).then(
      () => true,
      () => false,
    );
    setNotSaved(!saved);
    setMessage(fillText(texts.connection.forgotten, { server }));
    // the focused button was removed
    (others.length > 1 ? listHeading : title).current?.focus();
  }

  return (
    <div className={styles.content}>
      <header>
        <h1 className={styles.title} ref={title} tabIndex={-1}>
          {isFirst ? texts.connection.firstTitle : texts.connection.title}
        </h1>
        {isFirst && <p className={styles.lead}>{texts.connection.firstLead}</p>}
      </header>
      {settingsLost && isFirst && <Notice kind="warning">{texts.connection.settingsLost}</Notice>}
      {policyBroken && <Notice kind="danger">{texts.connection.policyBroken}</Notice>}
      {notSaved && <Notice kind="danger">{texts.connection.notSaved}</Notice>}
      {current && (
        <CurrentServer current={current} onForget={serversFixed ? undefined : () => forget(current.server)} />
      )}
      {others.length > 0 && (
        <ServerList
          attempt={attempt}
          connect={(server) => void connect(server, server)}
          forget={serversFixed ? undefined : (server) => void forget(server)}
          heading={listHeading}
          servers={others}
        />
      )}
      {serversFixed ? (
        <p className={styles.lead}>{texts.connection.serversFixed}</p>
      ) : (
        <section>
          {!isFirst && <h2 className={styles.subtitle}>{texts.connection.addTitle}</h2>}
          <AddressForm
            address={address}
            attempt={attempt}
            connect={(address) => connect(address, "form")}
            isMain={isFirst}
            onEdit={forgetAttempt}
            setAddress={setAddress}
          />
        </section>
      )}
      <p className={styles.diagnostics}>
        <Button variant="quiet" onClick={() => void window.desktop.saveDiagnostics(address).catch(() => {})}>
          {texts.connection.saveDiagnostics}
        </Button>
      </p>
      <p className={styles.note} role="status">
        {update?.state === "ready" && fillText(texts.update.ready, { version: update.version })}
      </p>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </div>
  );
}
