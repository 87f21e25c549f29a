import { Logger } from '@nestjs/common';
import { CairnError } from '@cairn/contracts';
import { within } from '@cairn/ports';

/** The result of one part of a recall or a preflight, or its failure. */
export interface Outcome<Answer> {
  readonly answer: Answer | undefined;
  readonly failed: boolean;
}

/** A slower retriever is omitted, and the answer says so. */
const TIMEOUT_MS = 5_000;

const logger = new Logger('Recall');

/** `what` names a part, such as a retriever. A failed or late one is omitted; it does not fail the whole answer. */
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
