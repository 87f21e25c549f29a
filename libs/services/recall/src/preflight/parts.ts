import { Logger } from '@nestjs/common';
import type { PreflightPart } from '@cairn/contracts';
import { within } from '../timing/within.ts';

/** One part of a preflight, with its answer if that came in time. */
export interface Part<Answer> {
  readonly name: PreflightPart;
  readonly answer: Answer | undefined;
}

const logger = new Logger('Preflight');

/** A part that fails or is late is left out, and the answer says so: a hook never fails. */
export async function atMost<Answer>(
  waitMs: number,
  name: PreflightPart,
  work: Promise<Answer>,
): Promise<Part<Answer>> {
  try {
    return { name, answer: await within(waitMs, `the ${name} of a preflight`, work) };
  } catch (error) {
    logger.warn({ cause: `${name}: ${String(error)}` }, `the ${name} of a preflight did not answer: ${String(error)}`);
    return { name, answer: undefined };
  }
}
