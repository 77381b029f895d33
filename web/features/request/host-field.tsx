import { Icon } from "#browser/icon.tsx";
import type { FoundHost } from "#contract/people/host-search.ts";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { useLanguage, useTextLang, useTranslate } from "../../lib/language.ts";
import { hostName } from "../hosts/host-name.ts";
import styles from "./request.module.css";

interface HostFieldProps {
  readonly host: FoundHost | undefined;
  readonly error: string | undefined;
  readonly onSearch: () => void;
}

/** Shows the selected host with company, department and position; opens the search. */
export function HostField({ host, error, onSearch }: HostFieldProps) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useTextLang();
  const name = host ? hostName(host, language) : "";
  const place = host && [host.company.name, host.department, host.position].filter(Boolean).join(" · ");
  return (
    <Field error={error} hint={place} label={t("visitor.request.hostUser")}>
      {(attributes) => (
        <div className={styles.hostRow}>
          <input
            {...attributes}
            className={inputClass}
            lang={langOf(name)}
            onClick={onSearch}
            placeholder={t("visitor.request.hostPlaceholder")}
            readOnly
            type="text"
            value={name}
          />
          <Button aria-haspopup="dialog" aria-label={t("visitor.request.hostSearchNamed")} onClick={onSearch}>
            <Icon name="search" />
            {t("visitor.request.hostSearch")}
          </Button>
        </div>
      )}
    </Field>
  );
}
