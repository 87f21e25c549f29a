import { Logger } from '@nestjs/common';
import type { Lane } from '@cairn/contracts';
import { within } from './within.ts';

/** What a lane answered, or that it did not. */
export interface Outcome<Answer> {
  readonly answer: Answer | undefined;
  readonly failed: boolean;
}

/** A lane that does not answer in this time is left out and the answer says so. */
const LANE_TIMEOUT_MS = 5_000;

const logger = new Logger('Lane');

/** A failing lane degrades the answer; it does not fail it. */
export async function lane<Answer>(name: Lane, work: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { answer: await within(LANE_TIMEOUT_MS, `the ${name} lane`, work()), failed: false };
  } catch (error) {
    logger.warn({ cause: `${name}: ${String(error)}` }, `the ${name} lane did not answer: ${String(error)}`);
    return { answer: undefined, failed: true };
  }
}

export const unused = <Answer>(): Promise<Outcome<Answer>> => Promise.resolve({ answer: undefined, failed: false });

/** A lane that cannot answer, by the settings. */
export const absent = <Answer>(): Promise<Outcome<Answer>> => Promise.resolve({ answer: undefined, failed: true });
