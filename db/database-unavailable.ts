/** The database is away, or has no room for us: trying again may help. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** As PostgreSQL would say it: connection failure. */
  readonly code = "08006";
}
