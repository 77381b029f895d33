import {
  IconDeviceDesktop,
  IconHelp,
  IconInfoCircle,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPrinter,
  type IconProps,
  IconSettings,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentType, useEffect, useState } from "react";
import { languageNames } from "#browser/language.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import { type Translate, translatorOf, useLanguage, useTranslate } from "../../lib/language.ts";
import { navigationOf } from "../../lib/navigation.ts";
import { useChangePreferences } from "../../lib/preferences.ts";
import { may } from "../../lib/session.ts";
import { useSignOut } from "../../lib/use-sign-out.ts";
import { configurationSections, showConfiguration } from "../configuration/settings.ts";

export interface PaletteAction {
  readonly id: string;
  readonly label: string;
  /** Additional search terms. */
  readonly keywords?: string;
  readonly icon: ComponentType<IconProps>;
  readonly run: () => void;
}

const colours = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

/** Translators of both languages, because a setting may be known by its name in the other. */
function useBothLanguages(): readonly Translate[] {
  const [translators, setTranslators] = useState<readonly Translate[]>([]);
  useEffect(() => {
    void Promise.all([translatorOf("ko"), translatorOf("en")]).then(setTranslators);
  }, []);
  return translators;
}

/** Screens, settings and actions that the user may use. */
export function usePaletteActions(user: CurrentUser, onHelp: () => void) {
  const t = useTranslate();
  const navigate = useNavigate();
  const change = useChangePreferences();
  const signOut = useSignOut();
  const other = useLanguage() === "ko" ? "en" : "ko";
  const translators = useBothLanguages();

  const screens: PaletteAction[] = [
    ...navigationOf(user)
      .flatMap((group) => group.screens)
      .map(({ to, label, icon }) => ({ id: to, label: t(label), icon, run: () => void navigate({ to }) })),
    {
      id: "/account",
      label: t("console.account.title"),
      keywords: t("console.account.password"),
      icon: IconUserCircle,
      run: () => void navigate({ to: "/account" }),
    },
    {
      id: "/manual",
      label: t("console.shell.manual"),
      icon: IconHelp,
      run: () => void navigate({ to: "/manual" }),
    },
    {
      id: "/about",
      label: t("console.about.title"),
      keywords: t("console.about.version"),
      icon: IconInfoCircle,
      run: () => void navigate({ to: "/about" }),
    },
  ];
  const settings: PaletteAction[] = may(user, "referenceData")
    ? configurationSections.flatMap(({ title, settings }) =>
        settings.map(([at, label]) => ({
          id: `setting-${at}`,
          label: `${t("console.nav.configuration")}: ${t(label)}`,
          keywords: translators.flatMap((translate) => [translate(label), translate(title)]).join(" "),
          icon: IconSettings,
          run() {
            void navigate({ to: "/configuration", search: { at }, resetScroll: false });
            // the router does not scroll if the address is the same as before
            showConfiguration(at);
          },
        })),
      )
    : [];
  const actions: PaletteAction[] = [
    ...(may(user, "desk")
      ? [
          {
            id: "evacuation",
            label: t("console.print.evacuation"),
            keywords: t("console.print.print"),
            icon: IconPrinter,
            run: () => void navigate({ to: "/print/$kind", params: { kind: "evacuation" } }),
          },
        ]
      : []),
    {
      id: "language",
      label: t("console.palette.language", { name: languageNames[other] }),
      keywords: "language 언어",
      icon: IconLanguage,
      run: () => change.mutate({ language: other }),
    },
    ...(["auto", "light", "dark"] as const).map((scheme) => ({
      id: `colours-${scheme}`,
      label: t("console.palette.colours", { name: t(`console.shell.${scheme}`) }),
      icon: colours[scheme],
      run: () => change.mutate({ colourScheme: scheme }),
    })),
    { id: "help", label: t("console.shortcut.title"), icon: IconKeyboard, run: onHelp },
    { id: "out", label: t("console.shell.logOut"), icon: IconLogout, run: () => signOut.mutate() },
  ];
  return { screens, settings, actions };
}
