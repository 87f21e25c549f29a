import type { Logger } from '@nestjs/common';
import { until } from '@cairn/testing';
import { PeriodicTasks } from './periodic-tasks.ts';

const warnings: string[] = [];
const logger = { warn: (_facts: object, text: string) => warnings.push(text) } as unknown as Logger;

it('looks on after a failure, which it logs, and rests as long as a look asks for', async () => {
  const looks = new PeriodicTasks(logger);
  let runs = 0;
  const run = async () => {
    if (++runs === 1) throw new Error('away');
    return runs < 3 ? 1 : undefined;
  };

  looks.begin({ task: 'a look', everyMs: 5, run });
  await until(() => runs > 3);
  await looks.end();

  expect(warnings).toEqual(['a look: Error: away']);
});

it('ends a pause at once, and waits for the look that runs', async () => {
  const looks = new PeriodicTasks(logger);
  let isDone = false;
  const run = async () => {
    await looks.pause(3_600_000);
    isDone = looks.isEnded;
  };

  looks.begin({ task: 'a look', everyMs: 3_600_000, run });
  looks.begin({ task: 'a rest', everyMs: 3_600_000, run: async () => undefined });
  const patient = jest.fn(async () => undefined);
  looks.begin({ task: 'a patient look', everyMs: 3_600_000, runsLate: true, run: patient });
  await looks.end();

  expect(isDone).toBe(true);
  expect(patient).not.toHaveBeenCalled();
});
