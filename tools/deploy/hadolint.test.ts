import { spawnSync } from 'node:child_process';
import { isProgram, linter } from '../servers/machine.ts';
import { dockerfileText } from './dockerfile.ts';

const isThere = isProgram(linter('hadolint'));

/** Rules of hadolint that a Dockerfile breaks. */
function brokenRules(dockerfile: string): unknown[] {
  const { stdout } = spawnSync(linter('hadolint'), ['--format', 'json', '-'], { input: dockerfile, encoding: 'utf8' });
  return (JSON.parse(stdout) as { readonly code: string }[]).map(({ code }) => code);
}

(isThere ? it : it.skip)(
  `hadolint finds nothing in the Dockerfile, and a base image without a version${isThere ? '' : ' [skipped: needs hadolint]'}`,
  () => {
    expect(brokenRules(dockerfileText())).toEqual([]);
    expect(brokenRules('FROM debian\n')).toContain('DL3006');
  },
);
