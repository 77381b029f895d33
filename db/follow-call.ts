/**
 * Runs a call to another service within whatever follows it, such as a span of a trace.
 * @param operation what is asked of the service, as a word: nothing of whom or what it is about
 * @param failure names what went wrong where that is an answer and no error
 */
export type FollowCall = <T>(
  operation: string,
  call: () => Promise<T>,
  failure?: (answer: T) => string | undefined,
) => Promise<T>;

/** For where nobody follows. */
export const unfollowed: FollowCall = (_operation, call) => call();
