import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ErrorState } from "../../components/empty-state.tsx";
import { BackLink } from "../../components/links.tsx";
import { CompareView } from "../../features/texts/compare-view.tsx";
import { termsQuery, versionsQuery } from "../../features/texts/queries.ts";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/terms/$id/compare");

/** Compares two versions of terms word by word in both languages. */
export function TermsComparePage() {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const { id } = route.useParams();
  const search = route.useSearch();
  const terms = useQuery(termsQuery(Number(id))).data;
  const versions = useQuery(versionsQuery(Number(id)));
  const [newest, second = newest] = versions.data ?? [];
  const chosen = { before: search.before ?? second?.id, after: search.after ?? newest?.id };
  const nameOf = (version: number) => t("console.terms.versionNo", { version });
  const comparedOf = (versionId: number | undefined) => {
    const found = versions.data?.find((version) => version.id === versionId);
    return found && { name: nameOf(found.version), ko: found.body, en: found.enBody };
  };
  const title = terms?.title ?? t("console.nav.terms");

  return (
    <CompareView
      after={comparedOf(chosen.after)}
      back={
        <BackLink params={{ id }} to="/terms/$id">
          {title}
        </BackLink>
      }
      before={comparedOf(chosen.before)}
      chosen={chosen}
      failure={
        versions.isError &&
        !versions.data && <ErrorState onRetry={() => void versions.refetch()} error={versions.error} />
      }
      isHtml={terms?.renderHtml ?? false}
      isReading={versions.isPending}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      texts={versions.data?.map(({ id: versionId, version }) => ({ id: versionId, name: nameOf(version) }))}
      title={title}
    />
  );
}
