import type { OrgId } from '@cairn/contracts';
import { Batcher, answerInOrder, type WaitingInput } from '@cairn/ports';

const QUESTIONS_PER_BATCH_MAX = 100;

type AnswerAll<Asked, Answer> = (orgId: OrgId, asked: readonly Asked[]) => Promise<readonly Answer[]>;

/**
 * Batches questions. Questions asked while an answer is being computed are sent together afterwards, so that a busy process
 * makes few long round trips instead of many short ones. Each organisation has queries of its own, as row-level security
 * requires. `answerAll` must return answers in the order of the questions.
 */
export function batchQuestions<Asked, Answer>(
  organisationOf: (asked: Asked) => OrgId,
  answerAll: AnswerAll<Asked, Answer>,
): Batcher<Asked, Answer> {
  const work = async (all: readonly WaitingInput<Asked, Answer>[]) => {
    const byOrganisation = Map.groupBy(all, ({ input }) => organisationOf(input));
    await Promise.all([...byOrganisation].map(([orgId, its]) => answerEach(its, (asked) => answerAll(orgId, asked))));
  };
  return new Batcher({ work, weightMax: QUESTIONS_PER_BATCH_MAX, batchesAtOnce: 1 });
}

/**
 * Answers the questions of a batch. After an error, asks each question alone, so that a question that fails does not make
 * the others fail.
 */
async function answerEach<Asked, Answer>(
  some: readonly WaitingInput<Asked, Answer>[],
  answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    await answerInOrder(answerAll)(some);
  } catch (error) {
    if (some.length === 1) some[0]!.reject(error);
    else await Promise.all(some.map((one) => answerEach([one], answerAll)));
  }
}
