import { Logger } from '@nestjs/common';
import type { RetrieverName } from '@cairn/contracts';
import { within } from './within.ts';

/** The answer of a retriever, or that it failed. */
export interface Outcome<Answer> {
  readonly answer: Answer | undefined;
  readonly failed: boolean;
}

/** A retriever that takes longer is left out, and the answer says so. */
const TIMEOUT_MS = 5_000;

const logger = new Logger('Retriever');

/** A failing retriever degrades the answer; it does not fail it. */
export async function attempt<Answer>(
  name: RetrieverName,
  work: () => Promise<Answer>,
  withinMs: number = TIMEOUT_MS,
): Promise<Outcome<Answer>> {
  try {
    return { answer: await within(withinMs, `the retriever ${name}`, work()), failed: false };
  } catch (error) {
    logger.warn({ cause: `${name}: ${String(error)}` }, `the retriever ${name} did not answer: ${String(error)}`);
    return { answer: undefined, failed: true };
  }
}
