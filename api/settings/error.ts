/** What is wrong with the environment, in words for the person who starts the server. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}
