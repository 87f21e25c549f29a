import { CairnError, type ErrorCode } from '@cairn/contracts';
import { callsOf, feature } from './feature.ts';
import type { SqlStore } from './module.ts';

const notes = feature('notes', {
  tables: [],
  reads: { find: async () => 'found' },
  writes: { put: async () => 'kept' },
  acrossOrganisations: ['find', 'put'],
});

const inTrouble = (code: ErrorCode) => {
  const fails = () => Promise.reject(new CairnError(code, 'It is away.', { cause: 'a reason' }));
  return callsOf(notes, { read: fails, write: fails } satisfies SqlStore) as unknown as Record<
    'find' | 'put',
    () => Promise<unknown>
  >;
};

it.each([
  ['truth/unavailable', 'find', 'It is away.'],
  ['truth/unavailable', 'put', 'It is away. Nothing was stored.'],
  ['truth/full', 'put', 'It is away. Nothing was stored.'],
  ['item/conflict', 'put', 'It is away.'],
  ['service/unavailable', 'put', 'It is away.'],
] as const)('says of %s, when %s is asked: %s', async (code, command, message) => {
  const failure = inTrouble(code)[command]();

  await expect(failure).rejects.toMatchObject({ code, message, cause: 'a reason' });
});
