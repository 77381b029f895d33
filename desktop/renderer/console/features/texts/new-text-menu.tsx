import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { Templates } from "#contract/site/set-up.ts";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "./queries.ts";

/** What a new text begins with: one that is there by its id, or a template by its place (`template-0`). */
interface Beginning {
  readonly label: string;
  readonly from?: string;
}

interface Props {
  /** What the button says. */
  readonly label: string;
  /** Texts that are there already, the nearest first. */
  readonly existing: readonly Beginning[];
  /** The titles of the templates, by their places; undefined for one that does not fit. */
  readonly titlesOf: (templates: Templates) => readonly (string | undefined)[];
  /** The way to the editor, a `MenuLink`. */
  readonly linkTo: (search: { readonly from?: string }, label: string) => ReactNode;
}

/** A new text: from one that is there, from a template, or from nothing. */
export function NewTextMenu({ label, existing, titlesOf, linkTo }: Props) {
  const t = useTranslate();
  const templates = useQuery(templatesQuery).data;
  const titles = templates ? titlesOf(templates) : [];
  const beginnings: Beginning[] = [
    ...existing,
    ...titles.flatMap((title, index) =>
      title ? [{ label: t("console.texts.fromTemplate", { title }), from: `template-${index}` }] : [],
    ),
    { label: t("console.texts.fromNothing") },
  ];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
          w="fit-content"
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {beginnings.map(({ label: name, ...search }) => (
          <Fragment key={search.from ?? ""}>{linkTo(search, name)}</Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
