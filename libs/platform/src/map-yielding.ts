import { setImmediate as othersTurn } from 'node:timers/promises';

/** Time in ms for which one request may block the event loop. */
const BLOCKING_MAX_MS = 5;

/** Maps inputs in order. Yields to other requests between two inputs, but does not interrupt the work on one. */
export async function mapYielding<Input, Made>(
  inputs: readonly Input[],
  make: (input: Input, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let since = performance.now();
  for (const [at, input] of inputs.entries()) {
    made.push(make(input, at));
    if (performance.now() - since < BLOCKING_MAX_MS) continue;
    await othersTurn();
    since = performance.now();
  }
  return made;
}
