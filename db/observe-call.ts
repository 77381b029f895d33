/**
 * Runs a call to another service within an observer, such as a span of a trace.
 * @param operation name of the operation; no personal data
 * @param failure describes a failure that is an answer, not an error
 */
export type ObserveCall = <T>(
  operation: string,
  call: () => Promise<T>,
  failure?: (answer: T) => string | undefined,
) => Promise<T>;

/** Without an observer. */
export const unobserved: ObserveCall = (_operation, call) => call();
