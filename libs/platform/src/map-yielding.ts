import { setImmediate as othersTurn } from 'node:timers/promises';

/** How long one request may block the event loop, ms. */
const TURN_MS = 5;

/** Maps inputs in order and yields to other requests between two of them; the work on one input is not interrupted. */
export async function mapYielding<Input, Made>(
  inputs: readonly Input[],
  make: (input: Input, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let since = performance.now();
  for (const [at, input] of inputs.entries()) {
    made.push(make(input, at));
    if (performance.now() - since < TURN_MS) continue;
    await othersTurn();
    since = performance.now();
  }
  return made;
}
