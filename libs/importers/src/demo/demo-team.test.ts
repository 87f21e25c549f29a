import type { ParsedLine } from '../parsed.ts';
import { DEMO_CHANNEL } from '@cairn/contracts';
import { demoItems, demoQuestions } from './demo-team.ts';

async function items(): Promise<Extract<ParsedLine, { input: object }>[]> {
  const all: Extract<ParsedLine, { input: object }>[] = [];
  for await (const item of demoItems()) if ('input' in item) all.push(item);
  return all;
}

test('the sample is 25 memories and 40 messages in a channel of its own, each with an id, so that loading it again is harmless', async () => {
  const all = await items();

  expect(all.filter(({ type }) => type === 'memory')).toHaveLength(25);
  expect(all.filter(({ type }) => type === 'message')).toHaveLength(40);
  expect(new Set(all.map(({ input }) => input.externalId)).size).toBe(65);
  expect(all.every(({ input }) => input.channel === DEMO_CHANNEL && input.timestamp > 0)).toBe(true);
  expect(await items()).toEqual(all);
});

test.each([
  [0, 'demo/capture-at-boarding', ['charge', 'card', 'buys']],
  [1, 'demo/owner-postgres', ['takes', 'database', 'dies']],
  [2, 'demo/s6-02', ['handheld', 'device', 'frozen', 'reboot']],
] as const)('question %i is put in words that its answer does not use', async (at, answer, words) => {
  const found = (await items()).find(({ input }) => input.externalId === answer);
  const text = JSON.stringify(found?.input).toLowerCase();

  expect(words.every((word) => demoQuestions[at]?.query.includes(word))).toBe(true);
  expect(words.filter((word) => new RegExp(`\\b${word}`).test(text))).toEqual([]);
});
