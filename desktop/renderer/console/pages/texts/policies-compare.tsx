import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pageSizes } from "#contract/lists.ts";
import type { Policy } from "#contract/texts/privacy-policies.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { BackLink } from "../../components/links.tsx";
import { CompareView } from "../../features/texts/compare-view.tsx";
import { policyListQuery, policyQuery } from "../../features/texts/queries.ts";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/policies/compare");

const comparedOf = ({ title, content, enContent }: Policy) => ({ name: title, ko: content, en: enContent });

/** Compares two policies word by word in both languages. */
export function PoliciesComparePage() {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const list = useQuery(policyListQuery({ size: pageSizes.max, sort: "-createdAt" }));
  const [newest, second = newest] = list.data?.rows ?? [];
  const chosen = { before: search.before ?? second?.id, after: search.after ?? newest?.id };
  const before = useQuery({ ...policyQuery(chosen.before ?? 0), enabled: chosen.before !== undefined });
  const after = useQuery({ ...policyQuery(chosen.after ?? 0), enabled: chosen.after !== undefined });
  const failed = [list, before, after].find(({ isError, data }) => isError && !data);

  return (
    <CompareView
      after={after.data && comparedOf(after.data)}
      back={<BackLink to="/policies">{t("console.nav.policies")}</BackLink>}
      before={before.data && comparedOf(before.data)}
      chosen={chosen}
      failure={failed && <ErrorState onRetry={() => void failed.refetch()} error={failed.error} />}
      isHtml
      isReading={list.data?.rows.length !== 0}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      texts={list.data?.rows.map(({ id, title, updatedAt }) => ({ id, name: `${title} (${updatedAt})` }))}
      title={t("console.nav.policies")}
    />
  );
}
