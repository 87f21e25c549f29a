import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { call, memoryOf, onSuiteServer, type SuiteServer } from './suites-http.ts';
import { Tally } from './suites-tally.ts';

/** A question to a store of its own, with the texts of the store, and a part of the answer if there is one. */
const AbstentionCase = z.object({
  id: z.string(),
  stored: z.array(z.string()),
  question: z.string(),
  answerable: z.boolean(),
  answer: z.string().default(''),
});
type AbstentionCase = z.infer<typeof AbstentionCase>;

const readAbstentionCases = (file: string): AbstentionCase[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => AbstentionCase.parse(JSON.parse(line)));

export const RecallAnswer = z.object({
  hits: z.array(z.object({ memoryId: z.string(), content: z.string(), score: z.number() })),
  flags: z.array(z.object({ code: z.string() })),
});
type RecallAnswer = z.infer<typeof RecallAnswer>;

/** Whether an answer says that nothing stored answers the question, be it with or without near texts. */
export const saysNothingFound = ({ hits, flags }: RecallAnswer): boolean =>
  hits.length === 0 || flags.some(({ code }) => code === 'unsure');

/** Asks the questions of a file. Prints no question, only which lines failed and how. */
export const abstentionReport = (file: string): Promise<string[]> =>
  onSuiteServer(async (server) => {
    const tally = new Tally();
    for (const one of readAbstentionCases(file)) {
      const failure = await runAbstentionCase(server, one);
      const kind = one.answerable ? 'answerable' : 'unanswerable';
      tally.add(kind, failure === undefined ? 1 : 0, failure && `${one.id} ${kind}: ${failure}`);
    }
    return tally.lines();
  });

/** Asks a question in a channel of its own. Returns what failed. */
async function runAbstentionCase(server: SuiteServer, one: AbstentionCase): Promise<string | undefined> {
  const channel = `case-${randomUUID()}`;
  const stored = one.stored.map((content) => ({ ...memoryOf(content), channel }));
  await call(server, 'POST', '/v1/memories?wait=indexed&overwrite=true', stored);
  const asked = { query: one.question, channel, sources: 'without-messages', includeProposed: false };
  const answer = RecallAnswer.parse(await call(server, 'POST', '/v1/recall', asked));
  if (!one.answerable) return saysNothingFound(answer) ? undefined : 'answers';
  if (saysNothingFound(answer)) return 'says that nothing is found';
  return answer.hits.some(({ content }) => content.includes(one.answer)) ? undefined : 'lacks the answer';
}
