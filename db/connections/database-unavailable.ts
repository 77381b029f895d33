/** The database is away, or has no room for us: trying again may help. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";
  /** As PostgreSQL would say it: connection failure. */
  readonly code = "08006";
}

/** No connection could be had: whoever waits behind that would wait for as long again. */
export class NoConnection extends DatabaseUnavailable {
  override readonly name = "NoConnection";
}
