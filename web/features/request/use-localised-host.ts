import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConfiguration } from "../../lib/configuration.ts";
import { useLanguage } from "../../lib/language.ts";
import { hostsQuery } from "../../lib/queries.ts";
import { setValues, useDraft } from "../../stores/draft.ts";

/** After a change of language the chosen host's company and department are read again in the new one. */
export function useLocalisedHost(): void {
  const language = useLanguage();
  const { requestInputUserCompany } = useConfiguration();
  const { hostUser, hostLanguage, userCompany } = useDraft((draft) => draft.values);
  const isForeign = hostUser !== undefined && hostLanguage !== language;
  const company = requestInputUserCompany ? userCompany : undefined;
  const { data } = useQuery({ ...hostsQuery(hostUser?.name ?? "", company, language), enabled: isForeign });

  useEffect(() => {
    const same = data?.find((host) => host.id === hostUser?.id);
    if (isForeign && same) setValues({ hostUser: same, hostLanguage: language });
  }, [data, hostUser?.id, isForeign, language]);
}
