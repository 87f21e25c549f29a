import { Logger } from '@nestjs/common';
import { CairnError } from '@cairn/contracts';
import { withTimeout } from '@cairn/ports';

/** Result of one part of a recall or a preflight; `answer` is undefined if the part failed or was late. */
export interface PartOutcome<Answer> {
  readonly answer: Answer | undefined;
  readonly failed: boolean;
}

/** Default time in ms after which a part is left out of the answer, and the answer says so. */
const RETRIEVER_TIMEOUT_MS = 5_000;

const logger = new Logger('Recall');

/**
 * Runs a part of a recall or preflight, such as a retriever; `what` names the part. If the part fails or is late, the
 * answer lacks the part instead of failing.
 */
export async function runPart<Answer>(
  what: string,
  work: () => Promise<Answer>,
  limitMs: number = RETRIEVER_TIMEOUT_MS,
): Promise<PartOutcome<Answer>> {
  const late = () => {
    throw new CairnError('index/unavailable', `${what} took over ${limitMs} ms`);
  };
  try {
    return { answer: await withTimeout(limitMs, work(), late), failed: false };
  } catch (error) {
    logger.warn({ cause: `${what}: ${String(error)}` }, `${what} did not answer: ${String(error)}`);
    return { answer: undefined, failed: true };
  }
}
