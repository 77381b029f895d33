/** What only drawers and management screens say and look like, fetched with the first of them (desktop/text-parts.ts). */
import "../styles/mantine-later.css";
import texts from "#i18n/ko.json?later";

export const korean = texts;
