import type { OrgId } from '@cairn/contracts';
import { Batcher, inOrder, type Waiting } from '@cairn/ports';

const TOGETHER_MAX = 100;

type AnswerAll<Asked, Answer> = (orgId: OrgId, asked: readonly Asked[]) => Promise<readonly Answer[]>;

/**
 * What is asked while an answer is under way waits for it, and goes together: a busy process makes few long round trips in
 * place of many short ones. Each organisation is asked for apart, as row-level security wants it. `answerAll` answers in
 * the order of what is asked.
 */
export function gathering<Asked, Answer>(
  organisationOf: (asked: Asked) => OrgId,
  answerAll: AnswerAll<Asked, Answer>,
): Batcher<Asked, Answer> {
  const work = async (all: readonly Waiting<Asked, Answer>[]) => {
    const byOrganisation = Map.groupBy(all, ({ input }) => organisationOf(input));
    await Promise.all([...byOrganisation].map(([orgId, its]) => answerEach(its, (asked) => answerAll(orgId, asked))));
  };
  return new Batcher({ work, weightMax: TOGETHER_MAX, batchesAtOnce: 1 });
}

/** One that fails must not fail the others: they are asked again, each alone. */
async function answerEach<Asked, Answer>(
  some: readonly Waiting<Asked, Answer>[],
  answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    await inOrder(answerAll)(some);
  } catch (error) {
    if (some.length === 1) some[0]!.reject(error);
    else await Promise.all(some.map((one) => answerEach([one], answerAll)));
  }
}
