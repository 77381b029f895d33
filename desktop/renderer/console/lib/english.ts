/** English texts, loaded on demand. */
import { console as enConsole, error, field, status } from "#i18n/en.json";

export const english = { console: enConsole, error, field, status };
