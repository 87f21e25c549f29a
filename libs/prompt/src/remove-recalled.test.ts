import { shortIdOf, type MemoryHit } from '@cairn/contracts';
import fc from 'fast-check';
import {
  frameAnswer,
  renderFramedAnswer,
  newBoundary,
  quotedIds,
  renderHits,
  renderRecent,
  removeRecalled,
} from './index.ts';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const said = [
  [
    'Deploy freeze',
    'Deploys are frozen from Friday noon until Monday.\n\nThe bot answers "no" to merges in that time.',
  ],
  ['Owner of billing', 'Grace owns the billing service since the move; ask her before a change of the ledger.'],
] as const;
const stored = new Map(said.map(([title, content], at) => [id(at + 1), `${title}\n${content}`]));

const hits = said.map(([title, content], at): MemoryHit => ({
  ...{ kind: 'memory', memoryId: id(at + 1), store: 'semantic', category: 'decision', title, content, tags: ['ops'] },
  ...{ strength: 0.8, confidence: 0.9, channel: null, timestamp: null, createdAt: 1, author: 'Bo', state: 'active' },
  ...{ source: 'api', externalId: null, score: 0.6, similarity: 0.6 },
}));
const boundary = newBoundary();
const block = renderHits({ heading: 'Cairn Memory Recall', boundary, hits });
const overHttp = JSON.stringify({ hits, injectionBlock: block, confidence: 0.5, flags: [], degraded: [] });
const overMcp = renderFramedAnswer(
  frameAnswer({ memories: hits.map(({ kind: _, ...hit }) => hit), injectionBlock: block, confidence: 0.5 }, boundary),
);
const recent = renderRecent({
  ...{ heading: 'Recent messages', boundary },
  messages: hits.map(({ memoryId: _id, content }) => ({
    ...{ _id, messageId: _id, role: 'user', speaker: null, content, channel: null, sessionKey: null, timestamp: null },
    ...{ createdAt: 1, author: null },
  })),
});
const line = `[Recalled from Cairn, not stored again: ${id(1)}, ${id(2)}]`;
const shapes = { 'a block': block, 'JSON over HTTP': overHttp, 'JSON over MCP': overMcp };
const cutShapes = { ...shapes, 'recent messages': recent };
const without = (text: string) => removeRecalled(text, stored);

it.each(Object.entries(shapes))('takes %s out of what somebody says around it, and names its items', (_, given) => {
  expect(without(`So I looked.\n${given}\nAnd now I know.`)).toEqual({
    text: `So I looked.\n${line}\nAnd now I know.`,
    ids: [id(1), id(2)],
  });
  expect(without(given).text).toBe(line);
  expect(quotedIds(given).map(shortIdOf)).toEqual(expect.arrayContaining([id(1), id(2)].map(shortIdOf)));
});

it('takes recent messages out by the one id that their heading names', () => {
  expect(quotedIds(recent)).toEqual([shortIdOf(id(1))]);
  expect(without(`So I looked.\n${recent}\nAnd now I know.`)).toEqual({
    text: `So I looked.\n[Recalled from Cairn, not stored again: ${id(1)}]\nAnd now I know.`,
    ids: [id(1)],
  });
});

it('takes a block out whose header was cut off', () => {
  const tail = block.slice(block.indexOf('1. Deploy freeze'));

  expect(without(`…\n${tail}\nMine after.`).text).toBe(`…\n${line}\nMine after.`);
});

it('takes the text and the JSON part of a tool out as one', () => {
  expect(without(`${block}\n\n${overMcp}`).text).toBe(line);
  expect(without(`${block}\n\n{\n"confidence": 0.5,\n"scores": [0.6,0.6]\n}`).text).toBe(line);
});

it.each(Object.entries(cutShapes))(
  'takes %s out that was cut anywhere, and keeps what comes on the next line',
  (_, given) => {
    const least = Math.floor(given.length * 0.65);
    const cuts = fc.integer({ min: least, max: given.length - 1 });
    const behindBackslash = given.indexOf('\\', least) + 1;
    fc.assert(
      fc.property(cuts, fc.constantFrom('', '…', ' [truncated]'), (at, note) => {
        const { text } = without(`Mine before.\n${given.slice(0, at)}${note}\nMine, after all of that.`);

        expect(text).toContain('Mine before.\n[Recalled from Cairn');
        expect(text).toContain('Mine, after all of that.');
        expect(text).not.toContain('frozen from Friday');
      }),
      { numRuns: 60, examples: behindBackslash > 0 ? [[behindBackslash, '']] : [] },
    );
  },
);

it('leaves nothing of an item that was cut within its title or its facts', () => {
  const header = block.indexOf('2. Owner of billing');
  const cuts = fc.integer({ min: header + '2. '.length, max: block.indexOf(shortIdOf(id(2))) - 1 });
  fc.assert(
    fc.property(cuts, (at) => {
      expect(without(`Mine before.\n${block.slice(0, at)}\nMine after.`).text).toBe(
        `Mine before.\n[Recalled from Cairn, not stored again: ${id(1)}]\nMine after.`,
      );
    }),
  );
});

it('takes single items of an answer out whose beginning was cut off', () => {
  const rest = overHttp.slice(overHttp.indexOf('{"kind":"memory"', 20));
  const { text, ids } = without(`…${rest}`);

  expect(ids).toEqual(expect.arrayContaining([id(2)]));
  expect(text).not.toContain('Grace owns');
});

it('keeps what is nobody else’s: quotations, JSON of others, ids that it does not know, and texts that are not stored', () => {
  const own = [
    said.map(([title, content]) => `> ${title}: ${content}`).join('\n'),
    `The memory ${id(1)} says that deploys are frozen from Friday noon until Monday.`,
    JSON.stringify({ role: 'user', note: 'my own words', cites: { memoryId: 'x', content: said[0][1] } }),
    JSON.stringify({ memoryId: id(1), content: 'Something else altogether that I wrote about it.' }),
    block.replaceAll(shortIdOf(id(1)), shortIdOf(id(7))).replaceAll(shortIdOf(id(2)), shortIdOf(id(8))),
  ];

  for (const text of own) expect(without(text)).toEqual({ text, ids: [] });
  expect(quotedIds(own[0]!)).toEqual([]);
});

it('keeps the words of somebody around an item in their own JSON', () => {
  const own = JSON.stringify({ role: 'user', text: 'my own words', seen: [hits[0]] });

  expect(without(own).text).toContain('my own words');
  expect(without(own).text).not.toContain('frozen from Friday');
});

it('changes no other text, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '{"hits":[', '[[cairn:', '"injectionBlock":"'),
      (text, begun) => {
        expect(without(begun + text)).toEqual({ text: begun + text, ids: [] });
      },
    ),
  );
});
