/** The console's English, a file of its own: most never fetch it. */
import { console as enConsole, error, status } from "#i18n/en.json";

export const english = { console: enConsole, error, status };
