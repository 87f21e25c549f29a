import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asleep } from './canary/check-manifests.ts';
import type { BrokenManifest } from './canary/manifests.ts';
import { hasKubectl } from './deploy/manifests.ts';
import { problem } from './common/problem.ts';
import { runProgram } from './common/program.ts';

/** Time limit; the compiler that checks the fields is slow. */
const PATIENCE_MS = 180_000;

const isKubectlThere = hasKubectl();

const misspelt: BrokenManifest = { says: 'a misspelt path', was: '/readyz', became: '/ready', refusedBy: 'probe' };

it('says so when a check lets a broken file through', () => {
  expect(asleep('path: /readyz', () => [], [misspelt])).toEqual([
    'canary: let through: a misspelt path; the rule probe said nothing',
  ]);
});

it('does not take what was wrong before for a refusal', () => {
  const always = () => [problem('probe', 'Deployment ingest', 'has no livenessProbe')];

  expect(asleep('path: /readyz', always, [misspelt])).toHaveLength(1);
});

it('says so when a case no longer breaks anything', () => {
  expect(asleep('path: /healthz', () => [], [misspelt])).toEqual([
    'canary: there is nothing to break for: a misspelt path',
  ]);
});

it(
  'finds the compose file and the Dockerfile sound, and refuses every broken one',
  async () => {
    const { output, exitCode } = await runProgram(['tools/deploy-checks.ts', 'compose', 'dockerfile'], {
      timeoutMs: PATIENCE_MS,
    });

    expect(output).toMatch(/^compose: nothing wrong, \d+ broken ones refused$/m);
    expect(output).toMatch(/^dockerfile: nothing wrong, \d+ broken ones refused$/m);
    expect(exitCode).toBe(0);
  },
  PATIENCE_MS,
);

(isKubectlThere ? it : it.skip)(
  `finds the overlays sound, and refuses every broken one${isKubectlThere ? '' : ' [skipped: needs kubectl]'}`,
  async () => {
    const { output, exitCode } = await runProgram(['tools/deploy-checks.ts', 'schemas', 'manifests'], {
      timeoutMs: PATIENCE_MS,
    });

    expect(output).toMatch(/^schemas: nothing wrong, \d+ broken ones refused$/m);
    expect(output).toMatch(/^manifests: nothing wrong, \d+ broken ones refused$/m);
    expect(exitCode).toBe(0);
  },
  PATIENCE_MS,
);

it('misses kubectl only where there is none: one that fails or is too slow is no reason for a skip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-kubectl-'));
  const program = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return join(folder, name);
  };

  expect(hasKubectl(join(folder, 'none'))).toBe(false);
  expect(hasKubectl(program('sound', 'exit 0'))).toBe(true);
  expect(() => hasKubectl(program('broken', 'exit 1'))).toThrow('broken');
  expect(() => hasKubectl(program('slow', 'exec sleep 60'), 100)).toThrow('ETIMEDOUT');
  rmSync(folder, { recursive: true });
});
