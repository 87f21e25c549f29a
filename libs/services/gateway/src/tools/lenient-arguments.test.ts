import { z } from 'zod';
import { parseLeniently } from './lenient-arguments.ts';

const schema = z.strictObject({
  query: z.string(),
  limit: z.number().int().min(1).max(50).optional(),
  explain: z.boolean().default(false),
  tags: z.array(z.string()).optional(),
  since: z.union([z.number(), z.iso.datetime()]).optional(),
  channel: z.string().optional(),
  reason: z.string().nullable().optional(),
  relations: z.array(z.strictObject({ to: z.string(), weight: z.number().optional() })).optional(),
});

const read = (args: unknown) => parseLeniently(schema, args);

describe('arguments of a tool', () => {
  it.each([
    ['null as not given', { channel: null, limit: null, explain: null, tags: null, since: null }, {}],
    ['null as not given where it could clear', { reason: null }, {}],
    ['an empty text as what clears', { reason: '' }, { reason: null }],
    ['a number in a text', { limit: '3' }, { limit: 3 }],
    ['a boolean in a text', { explain: 'True' }, { explain: true }],
    ['a list in a text', { tags: '["a","b"]' }, { tags: ['a', 'b'] }],
    ['a list as words between commas', { tags: 'a, b' }, { tags: ['a', 'b'] }],
    ['the text of null as not given', { limit: 'null', explain: '' }, {}],
    ['a number where a text is wanted', { channel: 12 }, { channel: '12' }],
    ['a time in a text', { since: '1791100000000' }, { since: 1_791_100_000_000 }],
    [
      'texts in a list in a text',
      { relations: '[{"to":"billing","weight":"0.5"}]' },
      { relations: [{ to: 'billing', weight: 0.5 }] },
    ],
    ['text that looks like a number, where a text is wanted', { channel: '12' }, { channel: '12' }],
  ])('are read with %s', (_, args, meant) => {
    expect(read({ query: 'ibex', ...args })).toMatchObject({
      success: true,
      data: { query: 'ibex', explain: false, ...meant },
    });
    expect(Object.keys(read({ query: 'ibex', ...args }).data ?? {}).toSorted()).toEqual(
      [...new Set(['query', 'explain', ...Object.keys(meant)])].toSorted(),
    );
  });

  it.each([
    ['a number that is too large', { limit: '300' }],
    ['words for a number', { limit: 'three' }],
    ['a list that is no JSON', { tags: '[a, b' }],
    ['a list of objects that are words', { relations: 'a, b' }],
    ['null for what is needed', { query: null }],
    ['a field that nobody knows', { colour: null }],
  ])('are refused with %s, as they were sent', (_, args) => {
    const sent = { query: 'ibex', ...args };

    const refused = read(sent);

    expect(refused.success).toBe(false);
    expect(refused.error?.issues).toEqual(schema.safeParse(sent).error?.issues);
  });

  it('are refused for what cannot be read alone, and not for what can', () => {
    const refused = read({ query: 'ibex', limit: '3', relations: null, colour: 'red' });

    expect(refused.error?.issues.map(({ code }) => code)).toEqual(['unrecognized_keys']);
    expect(read({ query: null, limit: '3' }).error?.issues.map(({ path }) => path.join('.'))).toEqual(['query']);
  });

  it('are left as they were sent, and read no deeper than a few rounds', () => {
    const sent = { query: 'ibex', limit: '3', relations: '['.repeat(50_000) };

    expect(read(sent).success).toBe(false);
    expect(sent.limit).toBe('3');
  });
});
