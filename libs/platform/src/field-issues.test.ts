import { ListMemoriesRequest, MemoriesRequest, MessagesRequest, RecallRequest, TimeInput } from '@cairn/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import { fieldIssues } from './field-issues.ts';
import { fromText } from './from-text.ts';

const issuesOf = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? [] : fieldIssues({ schema, value, place: 'body' }, result.error.issues);
};

it('names field, value and range', () => {
  expect(issuesOf(RecallRequest, { query: 'x', limit: 900 })).toEqual([
    {
      field: 'limit',
      message: 'must be a whole number from 1 to 100',
      value: 900,
      allowed: 'a whole number from 1 to 100',
    },
  ]);
  expect(issuesOf(RecallRequest, { query: '', minScore: -1 })).toEqual([
    {
      field: 'query',
      message: 'must be text of 1 to 10000 characters',
      value: '',
      allowed: 'text of 1 to 10000 characters',
    },
    { field: 'minScore', message: 'must be a number from 0 to 1', value: -1, allowed: 'a number from 0 to 1' },
  ]);
});

it('lists the valid names for an unknown one', () => {
  expect(issuesOf(RecallRequest, { query: 'x', mode: 'magic', stores: ['semantic', 'attic'] })).toEqual([
    expect.objectContaining({
      field: 'mode',
      value: 'magic',
      allowed: 'general, decision, project, people, workflow, conversation',
    }),
    expect.objectContaining({
      field: 'stores[1]',
      value: 'attic',
      allowed: 'sensory, episodic, semantic, procedural, prospective',
    }),
  ]);
});

it.each(['gossip', ['gossip']])(
  'lists the valid names for the unknown one of a list in a query, sent as %j',
  (categories) => {
    expect(issuesOf(fromText(ListMemoriesRequest), { categories })).toEqual([
      {
        field: 'categories[0]',
        message: expect.stringMatching(/^must be one of decision, lesson/),
        value: 'gossip',
        allowed: expect.stringMatching(/^decision, lesson/),
      },
    ]);
  },
);

it.each(['team', 'team:', 'channel', 'world'])('takes no visibility %s, at any item', (visibility) => {
  const allowed = 'private, peer, org, or team:NAME with a team of yours';
  const refused = { value: visibility, message: allowed, allowed };

  expect(issuesOf(MessagesRequest, { content: 'c', visibility })).toEqual([{ field: 'visibility', ...refused }]);
  expect(issuesOf(MemoriesRequest, [{ title: 't', content: 'c', visibility }])).toEqual([
    { field: '[0].visibility', ...refused },
  ]);
});

it('shows what an id looks like', () => {
  expect(issuesOf(z.object({ id: z.uuid() }), { id: 'nope' })).toEqual([
    { field: 'id', message: 'is no id', value: 'nope', allowed: expect.stringMatching(/such as [0-9a-f]{8}-/) },
  ]);
});

it('says what is missing and what is not known', () => {
  expect(issuesOf(RecallRequest, { querry: 'x' })).toEqual([
    { field: 'query', message: 'is required', allowed: 'text of 1 to 10000 characters' },
    {
      field: 'querry',
      message: 'is not a known field',
      value: 'x',
      allowed: expect.stringContaining('query, mode, sources'),
    },
  ]);
});

it('explains a batch by its own items, and one item as one', () => {
  const allowed = 'text of 1 to 1048576 characters';

  expect(issuesOf(MessagesRequest, [{ content: 'a' }, { content: 5 }, {}])).toEqual([
    { field: '[1].content', message: `must be ${allowed}`, value: 5, allowed },
    { field: '[2].content', message: 'is required', allowed },
  ]);
  expect(issuesOf(MemoriesRequest, { title: 't', content: 'c', tags: [''] })).toEqual([
    expect.objectContaining({ field: 'tags[0]', allowed: 'text of 1 to 100 characters' }),
  ]);
  expect(issuesOf(MessagesRequest, [])).toEqual([
    {
      field: 'body',
      message: 'must be a list of 1 to 500 items',
      value: 'an array of 0',
      allowed: 'a list of 1 to 500 items',
    },
  ]);
  expect(issuesOf(MessagesRequest, 'hello')).toEqual([
    { field: 'body', message: 'must be object or array', value: 'hello', allowed: 'object or array' },
  ]);
  expect(issuesOf(MessagesRequest, undefined)).toEqual([
    { field: 'body', message: 'is required', allowed: 'object or array' },
  ]);
});

it('says of a time what it can be', () => {
  const allowed =
    'epoch milliseconds (not seconds) from 1973-03-04 to 9999, ISO 8601 with seconds and a zone, such as 2026-03-01T09:00:00Z, or a day, week, month or year, such as 2026-03-01, 2026-W10, 2026-03, 2026';

  for (const timestamp of ['yesterday', '2026-03-01T09:00:00', true])
    expect(issuesOf(MessagesRequest, [{ content: 'a' }, { content: 'a', timestamp }])).toEqual([
      { field: '[1].timestamp', message: `must be ${allowed}`, value: timestamp, allowed },
    ]);
});

it('cuts long values and names', () => {
  const issues = issuesOf(MessagesRequest, { content: 'x', role: 'r'.repeat(5_000), ['k'.repeat(5_000)]: 1 });

  expect(JSON.stringify(issues.map(({ field, value }) => ({ field, value }))).length).toBeLessThan(400);
});

it('explains anything that JSON can say', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const schema of [MessagesRequest, MemoriesRequest, RecallRequest]) {
        const accepted = schema.safeParse(value).success;
        const issues = issuesOf(schema, value);
        expect(issues.length > 0).toBe(!accepted);
        expect(issues.every((issue) => issue.field !== '' && issue.message !== '')).toBe(true);
      }
    }),
  );
});

it.each([
  [{ forbids: [{ words: ['x'], environments: ['prod'] }, { names: [] }] }, 'forbids[1].names', 'needs at least one of'],
  [{ forbids: [{ names: ['a'], strength: 'strong' }] }, 'forbids[0].strength', 'must, advice, step'],
  [{ forbids: [{ names: ['a', ''] }] }, 'forbids[0].names[1]', '1 to 200 characters'],
  [{ forbids: [{ names: ['a'], number: { above: 1, below: 2 } }] }, 'forbids[0].number', 'either above or below'],
  [{ forbids: [{ names: ['a'], place: ['b'] }] }, 'forbids[0].place', 'within'],
  [{ instead: [' '] }, 'instead[0]', 'blank'],
  [{ decides: {} }, 'decides', 'reasons, alternatives, consequences, reverses'],
  [{ decides: { alternatives: [{ whyNot: 'x' }] } }, 'decides.alternatives[0].what', '1 to 1000 characters'],
])('names the place of a meaning that is none: %j', (meaning, field, words) => {
  for (const [body, prefix] of [
    [{ title: 'Title', content: 'x', ...meaning }, ''],
    [[{ title: 'Title', content: 'x', ...meaning }], '[0].'],
  ] as const) {
    const issues = issuesOf(MemoriesRequest, body);
    expect(issues).toMatchObject([{ field: `${prefix}${field}` }]);
    expect(JSON.stringify(issues)).toContain(words);
  }
});

it('reads a year in a query as a year, and epoch milliseconds as a number', () => {
  const Query = z.object({ at: TimeInput });

  expect(fromText(Query).parse({ at: '1974' })).toEqual({ at: Date.UTC(1974, 0, 1) });
  expect(fromText(Query).parse({ at: '1700000000000' })).toEqual({ at: 1_700_000_000_000 });
  expect(fromText(Query).safeParse({ at: '1700' }).success).toBe(false);
});
