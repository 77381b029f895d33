import { type FoundHost, maxHostsFound } from "#contract/people/host-search.ts";
import { Failure } from "../../components/feedback/failure.tsx";
import { useLanguage, useTextLang, useTranslate } from "../../lib/language.ts";
import { hostName } from "./host-name.ts";
import styles from "./hosts.module.css";

export const optionId = (listId: string, index: number): string => `${listId}option${index}`;

interface HostResultsProps {
  readonly listId: string;
  readonly hosts: readonly FoundHost[];
  readonly active: number;
  readonly text: string;
  /** A company filter is set. */
  readonly hasCompany: boolean;
  readonly isLoading: boolean;
  /** The results for `text` are loaded. */
  readonly isSettled: boolean;
  readonly error: unknown;
  readonly onChoose: (host: FoundHost) => void;
  readonly onRetry: () => void;
}

/** Results, loading, error or empty state of the search. */
export function HostResults(props: HostResultsProps) {
  const { listId, hosts, active, text, hasCompany, isLoading, isSettled, error, onChoose, onRetry } = props;
  const t = useTranslate();
  const isEmpty = isSettled && hosts.length === 0;
  const count = hosts.length < maxHostsFound ? "visitor.hosts.found" : "visitor.hosts.most";

  return (
    <div className={styles.results}>
      <p className={styles.count} role="status">
        {isLoading && <span className="visually-hidden">{t("visitor.site.loading")}</span>}
        {hosts.length > 0 && t(count, { count: hosts.length })}
        {isEmpty && <span className="visually-hidden">{t("visitor.hosts.none", { text })}</span>}
      </p>
      {isLoading && <ResultsSkeleton />}
      {error !== null && <Failure error={error} onRetry={onRetry} />}
      {isEmpty && (
        <div className={styles.empty}>
          <p>{t("visitor.hosts.none", { text })}</p>
          <p>{t(hasCompany ? "visitor.hosts.noneHint" : "visitor.hosts.noneHintName")}</p>
          <p>{t("visitor.hosts.noneAsk")}</p>
        </div>
      )}
      <div aria-label={t("visitor.hosts.results")} className={styles.list} id={listId} role="listbox">
        {hosts.map((host, index) => (
          <HostOption
            host={host}
            id={optionId(listId, index)}
            isActive={index === active}
            key={host.id}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

interface HostOptionProps {
  readonly id: string;
  readonly host: FoundHost;
  readonly isActive: boolean;
  readonly onChoose: (host: FoundHost) => void;
}

/** A host with both names, company, department and position, to distinguish namesakes. */
function HostOption({ id, host, isActive, onChoose }: HostOptionProps) {
  const language = useLanguage();
  const name = hostName(host, language);
  const langOf = useTextLang();
  const otherName = name === host.name ? host.enName : host.name;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keyboard
    <div
      aria-selected={isActive}
      className={styles.option}
      id={id}
      onClick={() => onChoose(host)}
      role="option"
      tabIndex={-1}
    >
      <p className={styles.name}>
        <strong lang={langOf(name)}>{name}</strong>
        {otherName && <span lang={langOf(otherName)}>{otherName}</span>}
      </p>
      <p className={styles.affiliation}>
        {/* The spaces are for screen readers: CSS draws the dots. */}
        <span lang={langOf(host.company.name)}>{host.company.name}</span>{" "}
        {host.department && <span lang={langOf(host.department)}>{host.department}</span>}{" "}
        {host.position && <span lang={langOf(host.position)}>{host.position}</span>}
      </p>
    </div>
  );
}

/** Skeleton of the results. */
function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className={styles.loading}>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}
