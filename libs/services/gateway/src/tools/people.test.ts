import type { RouteInput, RouteName } from '@cairn/contracts';
import { RouteCaller, SystemClock } from '@cairn/ports';
import { aMemoryId, aPrincipal } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import { mergePeopleTool } from './people.ts';

const manager = aPrincipal({ role: 'manager' });
const node = (key: string, label: string) => ({ label, nodeType: 'person' as const, key });
const ines = node('person:ines duarte', 'Ines Duarte');
const handle = node('person:@iduarte', '@iduarte');

/** Answers every route with this, and notes what was asked. */
function hostOf(answer: unknown) {
  const asked: [RouteName, unknown][] = [];
  const caller = new (class extends RouteCaller {
    call<Name extends RouteName>(name: Name, _: unknown, input: RouteInput<Name>): Promise<never> {
      asked.push([name, input]);
      return Promise.resolve(answer as never);
    }
  })();
  return { asked, host: { clock: new SystemClock(), caller } };
}

const corrected = (action: 'merge' | 'apart') => ({
  ...{ id: uuidv7(), action, from: handle, to: ines, memoryIds: [], at: 5, by: manager.principalId },
});

it('lists people by the keys that a call takes, with the memories that name them, and nothing twice', async () => {
  const memories = [{ memoryId: aMemoryId(), title: 'Rate store' }];
  const pair = {
    ...{ entity: { ...handle, memories, speaks: true }, into: { ...ines, memories: [], speaks: false } },
    ...{ fit: 'initial-and-last-name' as const, written: 'iduarte', fits: 'Ines Duarte' },
  };
  const { host } = hostOf({ duplicates: [pair], more: 2, truncated: false });

  const { text, answer, beside } = await mergePeopleTool.call(host, manager, {});

  expect(text).toContain(
    '1. initial and last name: @iduarte (person:@iduarte) [named in "Rate store"; speaks] may be Ines Duarte (person:ines duarte)',
  );
  expect(beside).toEqual({ more: 2 });
  expect(answer).toMatchObject({ duplicates: [{ entity: handle.key, into: ines.key }] });
});

it('merges, keeps apart and takes back by the routes of managers', async () => {
  const merge = hostOf(corrected('merge'));
  const apart = hostOf(corrected('apart'));
  const id = uuidv7();

  const merged = await mergePeopleTool.call(merge.host, manager, { mode: 'merge', entity: handle.key, into: ines.key });
  await mergePeopleTool.call(apart.host, manager, { mode: 'apart', entity: handle.key, other: ines.key });
  await mergePeopleTool.call(apart.host, manager, { mode: 'undo', correctionId: id });

  expect(merged.text).toContain('"person:@iduarte" and "person:ines duarte" are one from now on');
  expect(merge.asked).toEqual([
    ['mergeEntities', { body: { entity: handle.key, into: ines.key, channel: undefined } }],
  ]);
  expect(apart.asked).toEqual([
    ['keepApart', { body: { entity: handle.key, other: ines.key, channel: undefined } }],
    ['undoCorrection', { params: { id } }],
  ]);
});

it.each([
  [{ mode: 'merge', entity: 'x' }, ['into']],
  [{ mode: 'apart' }, ['entity', 'other']],
  [{ mode: 'undo' }, ['correctionId']],
])('names the fields that %j lacks', async (args, fields) => {
  const { host, asked } = hostOf({});

  await expect(mergePeopleTool.call(host, manager, args)).rejects.toMatchObject({
    code: 'request/invalid',
    issues: fields.map((field) => expect.objectContaining({ field, message: 'is required' })),
  });
  expect(asked).toEqual([]);
});

it('is for managers', async () => {
  const { host, asked } = hostOf({});

  await expect(mergePeopleTool.call(host, aPrincipal({ role: 'writer' }), {})).rejects.toMatchObject({
    code: 'auth/forbidden',
  });
  expect(asked).toEqual([]);
});
