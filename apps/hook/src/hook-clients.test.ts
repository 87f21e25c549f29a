import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHookClient, hookClients, type HookMoment } from '@cairn/connect/hook-clients';
import { answerPreTool, answerPrompt, answerSessionStart, type Ask } from './answer.ts';
import { readHookInput } from './input.ts';

interface GoldenCase {
  readonly moment: HookMoment;
  readonly block: boolean;
  readonly stdin: object;
  /** Part of the request that the hook makes; null: it asks nothing. */
  readonly asks: object | null;
  /** JSON on the standard output; null: it says nothing. */
  readonly stdout: object | null;
}

const goldenOf = (client: string): readonly GoldenCase[] => {
  const file = join(import.meta.dirname, '../../../libs/connect/fixtures/hooks', `${client}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { cases: GoldenCase[] }).cases;
};

const goldenCases = hookClients.flatMap(({ id }) =>
  goldenOf(id).map((golden, at) => [id, golden.moment, at, golden] as const),
);

it.each(goldenCases)(
  'reads and answers %s at %s as its vendor publishes it (case %d)',
  async (id, moment, _, golden) => {
    const asked: unknown[] = [];
    const ask: Ask = async (_endpoint, { query, body }) => {
      asked.push({ ...(query as object), ...(body as object) });
      const verdict = { verdict: 'stop', items: [{}], checklist: '1. Never force a push.' };
      return { ...verdict, hits: [{}], goals: [{}], injectionBlock: 'briefing' };
    };
    const asker = { client: findHookClient(id)!, config: { url: 'http://x', key: 'k', block: golden.block } };
    const input = readHookInput(golden.stdin);

    const answer = await (moment === 'prompt'
      ? answerPrompt(ask, asker, input)
      : moment === 'pre-tool'
        ? answerPreTool(ask, asker, { input, waitMs: 100, byExitCode: false })
        : answerSessionStart(ask, asker, { moment, input }));

    expect(asked).toEqual(golden.asks === null ? [] : [expect.objectContaining(golden.asks)]);
    expect(answer.stdout === '' ? null : JSON.parse(answer.stdout)).toEqual(golden.stdout);
  },
);

it('reports a rule that was found in time, although the rest of the search was late', async () => {
  const ask: Ask = async () => ({ verdict: 'not-checked', items: [{}], checklist: 'Use date-fns.' });
  const asker = { client: findHookClient('claude-code')!, config: { url: 'http://x', key: 'k' } };
  const input = readHookInput({ tool_name: 'Bash', tool_input: { command: 'npm install moment' } });

  const answer = await answerPreTool(ask, asker, { input, waitMs: 100, byExitCode: false });

  expect(answer).toMatchObject({ isLate: true, stdout: expect.stringContaining('Use date-fns.') });
});
