import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerRefusal, ServerUnreachable } from '@cairn/client';
import { hookRunFiles, hookRunsIn, type HookRun } from '@cairn/connect/hook-runs';
import { recordRun, outcomeOf } from './note-run.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-runs-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const aRun = (at: number): HookRun => ({ at, event: 'prompt', outcome: 'late', ms: 785 });

it('keeps the newest runs for their owner alone, in two files that never grow beyond their size', () => {
  const place = { home, env: {} };
  for (let at = 1; at <= 100; at += 1) recordRun(place, aRun(at), 500);

  const { newest, older } = hookRunFiles(place);
  const sizes = [newest, older].map((file) => statSync(file).size);
  const kept = [older, newest].flatMap((file) => hookRunsIn(readFileSync(file, 'utf8'), 0));
  expect(Math.max(...sizes)).toBeLessThan(600);
  expect(kept.at(-1)).toEqual(aRun(100));
  expect(kept.map(({ at }) => at)).toEqual(kept.map((_, index) => 101 - kept.length + index));
  expect(statSync(newest).mode & 0o777).toBe(0o600);
});

it('goes on where nothing can be noted', () => {
  expect(() => recordRun({ home: '/dev/null', env: {} }, aRun(1))).not.toThrow();
});

const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
it.each([
  ['late', new ServerUnreachable('http://x', timeout)],
  ['away', new ServerUnreachable('http://x', new Error('ECONNREFUSED'))],
  ['away', new ServerRefusal(503, {})],
  ['refused', new ServerRefusal(401, {})],
])('takes a run for %s by how it failed', (outcome, error) => {
  expect(outcomeOf(error)).toBe(outcome);
});
