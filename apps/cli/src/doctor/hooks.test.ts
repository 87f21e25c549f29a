import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hookRunFiles, type HookRun, type Machine } from '@cairn/connect';
import { checkHooks } from './hooks.ts';

const NOW_MS = Date.UTC(2026, 2, 10);
const DAY_MS = 86_400_000;

let machine: Machine;
beforeEach(() => {
  machine = { home: mkdtempSync(join(tmpdir(), 'cairn-runs-')), env: {}, platform: 'linux', project: '.' };
});
afterEach(() => rmSync(machine.home, { recursive: true, force: true }));

function ran(...runs: Partial<HookRun>[]): void {
  const { newest } = hookRunFiles(machine);
  mkdirSync(dirname(newest), { recursive: true });
  const lines = runs.map((run) => JSON.stringify({ at: NOW_MS, event: 'prompt', outcome: 'answered', ms: 90, ...run }));
  writeFileSync(newest, `${lines.join('\n')}\n{"at": 17`);
}

const answered = Array.from({ length: 97 }, () => ({}));

it('says nothing of hooks that never ran lately', async () => {
  ran({ at: NOW_MS - 8 * DAY_MS, outcome: 'late' });

  expect(await checkHooks(machine, NOW_MS)).toEqual([]);
});

it('counts the runs that came too late, by their event', async () => {
  ran(...answered, { event: 'pre-tool', outcome: 'late' }, { event: 'pre-tool', outcome: 'late' }, { outcome: 'late' });

  expect(await checkHooks(machine, NOW_MS)).toMatchObject([
    {
      state: 'warn',
      message: '100 runs in 7 days: 97 answered, 3 late, 0 away, 0 refused (late: 2 of 2 pre-tool, 1 of 98 prompt)',
      todo: expect.stringContaining('tells the agent nothing'),
    },
  ]);
});

it.each([
  ['ok', [{ outcome: 'late' }]],
  ['warn', [{ outcome: 'refused' }]],
  ['warn', [{ outcome: 'away' }, { outcome: 'away' }, { outcome: 'away' }]],
] as const)('is %s with %j among many that were answered', async (state, runs) => {
  ran(...answered, ...runs);

  expect(await checkHooks(machine, NOW_MS)).toMatchObject([{ state }]);
});
