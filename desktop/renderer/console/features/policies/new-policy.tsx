import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { PolicySummary } from "#contract/privacy-policies.ts";
import { MenuLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "../texts/queries.ts";

/** A new policy: from the one in force, from a template, or from nothing. */
export function NewPolicy({ applied }: { readonly applied: PolicySummary | undefined }) {
  const t = useTranslate();
  const templates = useQuery(templatesQuery).data?.policies ?? [];
  const to = { to: "/policies/$id", params: { id: "new" } } as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
        >
          {t("console.policies.add")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {applied && (
          <MenuLink {...to} search={{ from: String(applied.id) }}>
            {t("console.policies.fromInForce")}
          </MenuLink>
        )}
        {templates.map(({ title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a template is known by its place
          <MenuLink key={index} {...to} search={{ from: `template-${index}` }}>
            {t("console.texts.fromTemplate", { title })}
          </MenuLink>
        ))}
        <MenuLink {...to} search={{}}>
          {t("console.texts.fromNothing")}
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
