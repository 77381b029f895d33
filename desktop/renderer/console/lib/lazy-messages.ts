/** What only management screens say, fetched with the first of them (desktop/text-parts.ts). */
import texts from "#i18n/ko.json?later";

export const korean = texts;
