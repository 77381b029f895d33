/** The console's English, a file of its own: most never fetch it. */
import { console as enConsole, error, field, status } from "#i18n/en.json";

export const english = { console: enConsole, error, field, status };
