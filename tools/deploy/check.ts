import {
  brokenCharts,
  brokenCompose,
  brokenDockerfile,
  brokenManifests,
  brokenQueries,
  brokenSchemas,
} from '../canary/manifests.ts';
import type { BrokenManifest } from '../canary/manifests.ts';
import { asleep, lineOf } from '../canary/check-manifests.ts';
import type { Check } from '../canary/check-manifests.ts';
import { appProblems } from './app-manifests.ts';
import { renderedCharts, twinProblems } from './chart/check.ts';
import { composeProblems, composeText } from './compose.ts';
import { connectionProblems } from './connections.ts';
import { dockerfileProblems, dockerfileText } from './dockerfile.ts';
import { hardeningProblems } from './hardening.ts';
import { built, Manifests, overlays } from './manifests.ts';
import type { Problem } from '../common/problem.ts';
import { networkProblems } from './network.ts';
import { queryProblems } from './queries.ts';
import { referenceProblems } from './references.ts';
import { schemaProblems } from './schemas.ts';
import { selectorProblems } from './selectors.ts';

interface Part {
  /** Texts by the name of their origin. */
  readonly files: () => Readonly<Record<string, string>>;
  readonly check: Check;
  readonly canary: { readonly file: string; readonly cases: readonly BrokenManifest[] };
}

const builtOverlays = () => Object.fromEntries(overlays().map((overlay) => [overlay, built(overlay)]));
const ofOverlays = (check: (manifests: Manifests) => Problem[], cases: readonly BrokenManifest[]): Part => ({
  files: builtOverlays,
  check: (text) => check(new Manifests(text)),
  canary: { file: 'production', cases },
});

const manifestProblems = (manifests: Manifests): Problem[] => [
  ...selectorProblems(manifests),
  ...referenceProblems(manifests),
  ...appProblems(manifests),
  ...hardeningProblems(manifests),
  ...networkProblems(manifests),
  ...connectionProblems(manifests),
];

export const parts = {
  schemas: ofOverlays(schemaProblems, brokenSchemas),
  manifests: ofOverlays(manifestProblems, brokenManifests),
  monitoring: ofOverlays(queryProblems, brokenQueries),
  chart: {
    files: renderedCharts,
    check: (text: string) => {
      const manifests = new Manifests(text);
      return [...twinProblems(manifests), ...schemaProblems(manifests), ...manifestProblems(manifests)];
    },
    canary: { file: 'cairn', cases: brokenCharts },
  },
  compose: {
    files: () => ({ 'docker-compose.yml': composeText() }),
    check: composeProblems,
    canary: { file: 'docker-compose.yml', cases: brokenCompose },
  },
  dockerfile: {
    files: () => ({ Dockerfile: dockerfileText() }),
    check: dockerfileProblems,
    canary: { file: 'Dockerfile', cases: brokenDockerfile },
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

/** Problems in the files of a part, and canary faults that its check accepts. Empty when all is well. */
export function problemsOf({ files, check, canary }: Part): string[] {
  const texts = files();
  const problems = Object.entries(texts).flatMap(([file, text]) => check(text).map((problem) => lineOf(file, problem)));
  return [...problems, ...asleep(texts[canary.file]!, check, canary.cases)];
}
