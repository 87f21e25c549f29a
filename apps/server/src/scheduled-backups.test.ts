import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_SCHEDULE_FILE, BACKUP_STATE_FILE } from '@cairn/contracts';
import { ScheduledBackups } from './scheduled-backups.ts';

const HOUR_MS = 3_600_000;
let dataDir: string;
let now: number;
let made: string[];
let problem: string | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-schedule-'));
  [now, made, problem] = [100 * 24 * HOUR_MS, [], undefined];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const daily = { every: '1d', keep: 3, to: '/backups' };
const backups = (schedule?: typeof daily) =>
  new ScheduledBackups({
    ...{ dataDir, schedule, now: () => now },
    backUp: async ({ to }) => {
      if (problem !== undefined) throw new Error(problem);
      made.push(to);
    },
  });
const state = () => JSON.parse(readFileSync(join(dataDir, BACKUP_STATE_FILE), 'utf8')) as object;

test('makes one when none is known, and the next one when its time has come, also after a restart', async () => {
  const running = backups(daily);

  await running.run();
  now += 23 * HOUR_MS;
  await running.run();
  await backups(daily).run();
  expect(made).toEqual(['/backups']);
  now += HOUR_MS;
  await backups(daily).run();

  expect(made).toEqual(['/backups', '/backups']);
  expect(state()).toEqual({ ...daily, lastAt: now, problem: null });
});

test('follows the schedule that is left in the folder, to its end', async () => {
  const running = backups();
  await running.run();
  expect(made).toEqual([]);

  writeFileSync(join(dataDir, BACKUP_SCHEDULE_FILE), JSON.stringify({ ...daily, to: '/first' }));
  await running.run();
  now += HOUR_MS;
  writeFileSync(join(dataDir, BACKUP_SCHEDULE_FILE), JSON.stringify({ ...daily, to: '/second' }));
  await running.run();
  rmSync(join(dataDir, BACKUP_SCHEDULE_FILE));
  now += 48 * HOUR_MS;
  await running.run();

  expect(made).toEqual(['/first', '/second']);
  expect(state).toThrow('ENOENT');
});

test('tries a failed backup again within minutes, and notes why it failed', async () => {
  const running = backups(daily);
  problem = 'the disk is full';
  await expect(running.run()).rejects.toThrow('the disk is full');
  expect(state()).toEqual({ ...daily, lastAt: null, problem });

  problem = undefined;
  now += 60_000;
  await running.run();
  expect(made).toEqual([]);
  now += 600_000;
  await running.run();

  expect(made).toEqual(['/backups']);
  expect(state()).toMatchObject({ lastAt: now, problem: null });
});
