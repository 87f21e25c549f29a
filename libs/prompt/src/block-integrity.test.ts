import { shortIdOf, type MemoryHit, type MessageHit, type RecentMessage } from '@cairn/contracts';
import fc from 'fast-check';
import {
  neutraliseLine,
  neutraliseText,
  newBoundary,
  parseBlock,
  renderHits,
  renderRecent,
  startsWithTitle,
} from './index.ts';
import type { ParsedItem } from './parse.ts';
import { SCOTLAND, ROOMY, aHit, aSpokenHit, aLine, boundary, render, hostileText } from './rendered.fixture.ts';

describe('block integrity (I9)', () => {
  it('finds exactly the items put in, whatever their fields hold', () => {
    fc.assert(
      fc.property(fc.array(anyHit(), { maxLength: 5 }), hostileText(), (hits, heading) => {
        const block = renderHits({ heading, hits, boundary, budgetChars: ROOMY });

        const parsed = parseBlock(block, boundary);
        const ofAll = sharedFields(hits);
        expect(parsed.items).toEqual(hits.map((hit, at) => expected(hit, hits[at - 1], ofAll)));
        expect(parsed).toMatchObject({
          heading: `${neutraliseLine(heading, boundary)}${ofAll.length > 0 ? ` · all: ${ofAll.join(', ')}` : ''}`,
          notes: hits.length ? [] : ['nothing found.'],
          leftOut: 0,
        });
        expectNothingHidden(block);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds exactly the lines put in, whatever their fields hold', () => {
    fc.assert(
      fc.property(fc.array(anyLine(), { maxLength: 5 }), (messages) => {
        const block = renderRecent({ heading: 'Recent Messages', messages, boundary });

        expect(parseBlock(block, boundary).entries).toHaveLength(messages.length);
        expectNothingHidden(block);
      }),
      { numRuns: 500 },
    );
  });

  it('is not fooled by a whole block of an earlier answer, nor by one that knows the boundary', () => {
    const earlier = renderHits({ heading: 'Recall', hits: [aHit()], boundary: newBoundary() });
    const own = render([aHit({ title: 'forged', score: 1 })]);

    const parsed = parseBlock(
      render([aHit({ content: earlier }), aHit({ content: own, title: own, tags: [own] })]),
      boundary,
    );

    expect(parsed.items.map(({ label }) => label)).toEqual([undefined, undefined]);
    expect(parsed.items).toHaveLength(2);
  });

  it('leaves harmless text alone', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'deploy ',
            'f(x) { ',
            '}\n',
            '\t- item\n',
            '\n\n',
            'ünï ',
            '数据 ',
            '0 < 1 ',
            'a[i] ',
            '"q" ',
          ),
        ),
        (parts) => {
          const text = parts.join('');

          expect(parseBlock(render([aHit({ content: text })]), boundary).items[0]?.content).toBe(text);
        },
      ),
    );
  });
});

function anyHit(): fc.Arbitrary<MemoryHit | MessageHit> {
  const text = hostileText();
  const maybe = fc.option(text);
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  const memory = fc
    .record({
      title: text,
      content: text,
      tags: fc.array(text, { maxLength: 4 }),
      channel: maybe,
      author: maybe,
      source: text,
      externalId: maybe,
      score,
    })
    .map(aHit);
  const message = fc
    .record({
      role: text,
      speaker: maybe,
      content: text,
      channel: maybe,
      subchannel: maybe,
      sessionKey: maybe,
      author: maybe,
      source: text,
      score,
    })
    .map(aSpokenHit);
  return fc.oneof(memory, message);
}

function anyLine(): fc.Arbitrary<RecentMessage> {
  const text = hostileText();
  const maybe = fc.option(text);
  return fc
    .record({ role: text, speaker: maybe, content: text, channel: maybe, sessionKey: maybe, author: maybe })
    .map(aLine);
}

type AnyHit = MemoryHit | MessageHit;

const strengthOf = ({ score }: AnyHit) => (score >= 0.5 ? 'strong' : 'weak');
const fieldsOf = ({ author }: AnyHit) => [
  'decision',
  '2026-01-05',
  ...(author === null ? [] : [`by ${shownName(author)}`]),
];

/** Fields that all memories share, which only the heading states. */
function sharedFields(hits: readonly AnyHit[]): string[] {
  const [first, ...others] = hits;
  if (!first || others.length === 0 || hits.some(({ kind }) => kind === 'message')) return [];
  return fieldsOf(first).filter((field) => others.every((hit) => fieldsOf(hit).includes(field)));
}

function expected(hit: AnyHit, before: AnyHit | undefined, ofAll: readonly string[]): ParsedItem {
  const strength = before && strengthOf(before) === strengthOf(hit) ? [] : [strengthOf(hit)];
  const common = {
    label: hit.kind === 'memory' && hit.score >= 0.8 ? ('high' as const) : undefined,
    content: neutraliseText(hit.content, boundary),
    cut: { before: 0, after: 0 },
  };
  if (hit.kind === 'memory')
    return {
      ...{
        kind: 'memory',
        id: shortIdOf(hit.memoryId),
        title: startsWithTitle(hit) ? 'memory' : neutraliseLine(numberLast(hit.title), boundary).replaceAll('·', '‧'),
      },
      about: [...fieldsOf(hit).filter((field) => !ofAll.includes(field)), ...strength],
      ...common,
    };
  const who = hit.speaker ?? hit.author;
  return {
    ...{
      kind: 'message',
      id: shortIdOf(hit.messageId),
      title: `message${hit.channel === null ? '' : ` in ${shownName(hit.channel)}`}`,
    },
    about: strength,
    said:
      who === null || who.toLowerCase() === hit.role
        ? roleShown(hit.role)
        : `${shownName(who)} (${roleShown(hit.role)})`,
    ...common,
  };
}

/** A title with its own number at its end, computed independently of the code. */
function numberLast(title: string): string {
  const [, digits, text] = /^(\d+)[.)]\s+(\S[^]*)$/u.exec(title) ?? [];
  const number = digits?.replace(/^0+(?=\d)/u, '') ?? '';
  return text === undefined || number.length > 4 ? title : `${text} (no. ${number})`;
}

/** Expected form of a name in a header, computed independently of the code: bare if it is one word of letters, else quoted. */
function shownName(name: string): string {
  const cut =
    name.length > 120
      ? `${name
          .slice(0, 120)
          .toWellFormed()
          .replace(/\ufffd$/, '')}…`
      : name;
  const isPlain = name.length <= 120 && /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.@/#'-]*$/u.test(name);
  return (isPlain ? neutraliseLine(name, boundary) : JSON.stringify(neutraliseLine(cut, boundary))).replaceAll(
    '·',
    '‧',
  );
}

const roleShown = (role: string) =>
  role
    .slice(0, 100)
    .replace(/[^\w-]/g, '_')
    .replaceAll(new RegExp(boundary, 'gi'), 'boundary') || '_';

function expectNothingHidden(rendered: string): void {
  const block = rendered.replaceAll(SCOTLAND, '');
  expect(block.isWellFormed()).toBe(true);
  expect(block).not.toMatch(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]|[\u{e0000}-\u{e007f}]/u,
  );
  expect(block).not.toMatch(/<\|im_start\|>|\[INST\]|<\/?system>/);
  expect(block.split(boundary)).toHaveLength(3);
}
