import { isRepeatable } from './repeatable-command.ts';
import { writerCommands } from './writer-commands.ts';

const call = (name: string, ...args: unknown[]) => ({ number: 0, name, args });
const ofStore = (command: string) => call('writeStore', { command });

it('lets only commands that a delivery sends again skip the disk', () => {
  expect(Object.keys(writerCommands).filter((name) => isRepeatable(call(name, {})))).toEqual([
    'claim',
    'upsertVectors',
  ]);
  expect(['index-states.markIndexed', 'outbox.complete'].every((name) => isRepeatable(ofStore(name)))).toBe(true);
  expect(['writing.write', 'outbox.deadLetter', 'keys.create'].some((name) => isRepeatable(ofStore(name)))).toBe(false);
});
