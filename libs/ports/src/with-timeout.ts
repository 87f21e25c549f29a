/**
 * Waits for `work`, or returns `late()` once `ms` have passed. The work itself is not stopped. The timeout of the library
 * cockatiel does the same, but takes ten times as long, and every recall waits like this several times.
 */
export async function withTimeout<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Awaited<Result | Late>> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
