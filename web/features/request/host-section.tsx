import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FoundHost } from "#contract/people/host-search.ts";
import { ChoiceField } from "../../components/form/choice-field.tsx";
import { useConfiguration } from "../../lib/configuration.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { codesQuery, companiesQuery, hostsQuery } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { setValues, useDraft } from "../../stores/draft.ts";
import { clearErrors } from "../../stores/form-view.ts";
import { HostDialog } from "../hosts/host-dialog.tsx";
import { HostField } from "./host-field.tsx";
import { Section } from "./section.tsx";
import { useErrorText } from "./use-error-text.ts";

/** Company, host and place; company and place only if the site asks for them. */
export function HostSection() {
  const t = useTranslate();
  const language = useLanguage();
  const { requestInputUserCompany, requestInputPlace } = useConfiguration();
  const { userCompany, hostUser, location } = useDraft((draft) => draft.values);
  const errorOf = useErrorText();
  const [isSearching, setSearching] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const companies = useQuery({ ...companiesQuery(language), enabled: requestInputUserCompany });
  const places = useQuery({ ...codesQuery("9002", language), enabled: requestInputPlace });
  useLocalisedHost();

  const chooseCompany = (id: number | undefined) => {
    clearErrors("userCompany");
    setValues({ userCompany: id });
    if (id === userCompany || !hostUser) return;
    setValues({ hostUser: undefined });
    toast("info", t("visitor.request.hostChanged"));
  };

  const search = () => {
    if (!requestInputUserCompany || userCompany) return setSearching(true);
    toast("info", t("visitor.request.hostCompanyFirst"));
    section.current?.querySelector("select")?.focus();
  };

  const choose = (host: FoundHost) => {
    clearErrors("hostUser");
    setValues({ hostUser: host, hostLanguage: language });
    setSearching(false);
  };

  return (
    <Section title={t("visitor.request.host")}>
      <div ref={section}>
        {requestInputUserCompany && (
          <ChoiceField
            error={errorOf("userCompany")}
            items={companies}
            label={t("visitor.request.userCompany")}
            onChange={chooseCompany}
            value={userCompany}
          />
        )}
      </div>
      <HostField error={errorOf("hostUser")} host={hostUser} onSearch={search} />
      {requestInputPlace && (
        <ChoiceField
          error={errorOf("location")}
          items={places}
          label={t("visitor.request.location")}
          onChange={(id) => {
            clearErrors("location");
            setValues({ location: id });
          }}
          value={location}
        />
      )}
      {isSearching && (
        <HostDialog
          company={requestInputUserCompany ? userCompany : undefined}
          onChoose={choose}
          onClose={() => setSearching(false)}
        />
      )}
    </Section>
  );
}

/** Reloads the host's company and department after a language change. */
function useLocalisedHost(): void {
  const language = useLanguage();
  const { requestInputUserCompany } = useConfiguration();
  const { hostUser, hostLanguage, userCompany } = useDraft((draft) => draft.values);
  const isOtherLanguage = hostUser !== undefined && hostLanguage !== language;
  const company = requestInputUserCompany ? userCompany : undefined;
  const { data } = useQuery({
    ...hostsQuery(hostUser?.name ?? "", company, language),
    enabled: isOtherLanguage,
  });

  useEffect(() => {
    const same = data?.find((host) => host.id === hostUser?.id);
    if (isOtherLanguage && same) setValues({ hostUser: same, hostLanguage: language });
  }, [data, hostUser?.id, isOtherLanguage, language]);
}
