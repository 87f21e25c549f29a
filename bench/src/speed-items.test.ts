import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurn, speedData, titleOf } from './speed-items.ts';

const byWords = { maxTokens: 4, countTokens: (text: string) => text.split(/\s+/).filter(Boolean).length };

describe('speedData', () => {
  let data: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'cairn-speed-data-'));
    writeSet('a', ['one two three four five six', 'seven'], ['what one?']);
    writeSet('b', ['eight', 'seven'], ['what eight?', 'what one?']);
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  function writeSet(set: string, contents: readonly string[], queries: readonly string[]): void {
    const folder = join(data, set, 'dev');
    mkdirSync(folder, { recursive: true });
    const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(
      join(folder, 'messages.jsonl'),
      lines(contents.map((content, at) => ({ id: `m${at}`, conversation: set, content }))),
    );
    writeFileSync(
      join(folder, 'queries.jsonl'),
      lines(
        queries.map((query, at) => ({
          id: `q${at}`,
          conversation: set,
          query,
          kind: 'k',
          target: 'messages',
          gold: [],
        })),
      ),
    );
  }

  test('cuts long texts, takes the sets in turn, and asks each query once', async () => {
    const { memories, distinct, queries } = await speedData({ data, part: 'dev', items: 4, cut: byWords });
    expect(memories.map(({ content }) => content)).toEqual(['one two three', 'eight', 'four five six', 'seven']);
    expect(distinct).toBe(4);
    expect(queries).toEqual(['what one?', 'what eight?']);
  });

  test('starts again under other ids when the texts are used up', async () => {
    const { memories, distinct } = await speedData({ data, part: 'dev', items: 9, cut: byWords });
    expect(distinct).toBe(4);
    expect(memories[8]!.content).toBe(memories[0]!.content);
    expect(new Set(memories.map(({ externalId }) => externalId)).size).toBe(9);
  });
});

test('inTurn goes round until every list is used up', () => {
  expect(inTurn([[1, 2, 3], [], [4]])).toEqual([1, 4, 2, 3]);
});

test('a title opens its content and splits no character', () => {
  const content = '👍'.repeat(100);
  expect(content.startsWith(titleOf(content))).toBe(true);
  expect(titleOf(content)).toBe('👍'.repeat(60));
});
