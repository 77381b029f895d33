/** A link by which somebody chooses their password, and whose it is. The answer that made it is the only one with it. */
export interface Invited {
  readonly id: number;
  readonly loginId: string;
  readonly name: string;
  readonly url: string;
  /** Wall time. */
  readonly expiresAt: string;
}
