import type { SetUpStep } from "#contract/set-up.ts";
import { codeKinds } from "#contract/user-codes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";

/** The way to the screen where a step is done. */
export function StepLink({ step }: { readonly step: SetUpStep["key"] }) {
  const t = useTranslate();
  const looks = { size: "compact-sm", variant: "default" } as const;
  switch (step) {
    case "company":
    case "logo":
      return (
        <ButtonLink {...looks} to="/configuration">
          {t("console.nav.configuration")}
        </ButtonLink>
      );
    case "purposes":
    case "places":
      return (
        <ButtonLink
          {...looks}
          params={{ kind: step === "places" ? `${codeKinds.place}` : `${codeKinds.purpose}` }}
          to="/codes/$kind"
        >
          {t("console.nav.codes")}
        </ButtonLink>
      );
    case "companies":
      return (
        <ButtonLink {...looks} to="/companies">
          {t("console.nav.companies")}
        </ButtonLink>
      );
    case "hosts":
      return (
        <ButtonLink {...looks} to="/host-users">
          {t("console.nav.hostUsers")}
        </ButtonLink>
      );
    default:
      return null;
  }
}
