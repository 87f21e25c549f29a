import { Logger } from '@nestjs/common';
import { CairnError } from '@cairn/contracts';
import { within } from '@cairn/ports';

/** The answer of a part of a recall or a preflight, or that it failed. */
export interface Outcome<Answer> {
  readonly answer: Answer | undefined;
  readonly failed: boolean;
}

/** A retriever that takes longer is left out, and the answer says so. */
const TIMEOUT_MS = 5_000;

const logger = new Logger('Recall');

/** `what` names a part, such as a retriever. One that fails or is late is left out; it does not fail the whole answer. */
export async function attempt<Answer>(
  what: string,
  work: () => Promise<Answer>,
  limitMs: number = TIMEOUT_MS,
): Promise<Outcome<Answer>> {
  const late = () => {
    throw new CairnError('index/unavailable', `${what} took over ${limitMs} ms`);
  };
  try {
    return { answer: await within(limitMs, work(), late), failed: false };
  } catch (error) {
    logger.warn({ cause: `${what}: ${String(error)}` }, `${what} did not answer: ${String(error)}`);
    return { answer: undefined, failed: true };
  }
}
