import { expect, it } from '@jest/globals';
import type { RouteOutput } from '@cairn/contracts';
import { deedsOf, sentenceOf } from './sentence-of.ts';

type Entry = RouteOutput<'listAudit'>['entries'][number];

const entry = (more: Partial<Record<keyof Entry, unknown>> = {}) =>
  ({
    ...{ number: 1, at: 0, principalId: 'ana', keyId: null, act: 'write', kind: 'message', targetId: 'm', version: 1 },
    ...{ requestId: null, outcome: 'done', route: null, reason: null, hash: '' },
    ...more,
  }) as Entry;

it('tells an act on one thing, and an import in one line', () => {
  const entries = [
    entry({ act: 'archive', kind: 'memory' }),
    ...Array.from({ length: 214 }, (_, at) => entry({ at: at * 1_000 })),
    entry({ at: 214_000, principalId: 'bo' }),
    entry({
      outcome: 'denied',
      act: 'call',
      kind: 'route',
      route: 'GET /v1/audit',
      reason: 'auth/forbidden',
      version: 3,
    }),
  ];

  expect(deedsOf(entries).map(sentenceOf)).toEqual([
    'archived a memory',
    'added 214 messages',
    'added a message',
    'was refused GET /v1/audit (auth/forbidden), 3 times',
  ]);
});

it('keeps acts apart that are far from each other', () => {
  const day = 86_400_000;

  expect(deedsOf([entry({ at: 2 * day }), entry({ at: day }), entry({ at: 0 })])).toHaveLength(3);
});
