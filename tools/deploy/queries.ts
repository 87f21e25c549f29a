import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundMeasure } from '../measures.ts';
import { defaultMeasures, measuresInCode } from '../measures.ts';
import { root } from '../program.ts';
import { nameOf } from './manifests.ts';
import type { Manifests, Resource } from './manifests.ts';
import { problem } from './problem.ts';
import type { Problem } from './problem.ts';

/** What Prometheus adds to every series: by itself, and by our PodMonitor. */
const added = ['job', 'instance', 'namespace', 'pod', 'container', 'endpoint', 'service', 'le'];
const prometheusOwn: FoundMeasure = { name: 'up', type: 'gauge', labels: [], help: '', file: 'Prometheus' };

interface PrometheusRule {
  readonly spec: {
    readonly groups: readonly {
      readonly rules: readonly {
        readonly alert: string;
        readonly expr: string;
        readonly annotations: { readonly runbook: string };
      }[];
    }[];
  };
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}
interface ScaledObject {
  readonly spec: {
    readonly triggers: readonly { readonly type: string; readonly metadata: { readonly query: string } }[];
  };
}

/** Every query of an alert, a panel or a scaler asks for series that the code exposes, by labels that they have. */
export const queryProblems = (manifests: Manifests): Problem[] => [
  ...manifests.ofKind<PrometheusRule>('PrometheusRule').flatMap((rules) => alertProblems(rules)),
  ...manifests.ofKind<{ data: Record<string, string> }>('ConfigMap').flatMap((map) =>
    Object.entries(map.data)
      .filter(([file]) => file.endsWith('dashboard.json'))
      .flatMap(([, text]) => dashboardProblems(nameOf(map), text)),
  ),
  ...manifests
    .ofKind<ScaledObject>('ScaledObject')
    .flatMap((scaler) =>
      scaler.spec.triggers
        .filter(({ type }) => type === 'prometheus')
        .flatMap(({ metadata }) => expressionProblems(nameOf(scaler), metadata.query)),
    ),
];

function alertProblems({ spec, ...resource }: Resource & PrometheusRule): Problem[] {
  const page = readFileSync(join(root, 'docs/operate/runbook.md'), 'utf8');
  return spec.groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, expr, annotations }) => {
      const where = `${nameOf(resource as Resource)}: ${alert}`;
      const isWritten =
        page.includes(`\n## ${alert}\n`) && annotations.runbook.endsWith(`runbook.md#${alert.toLowerCase()}`);
      return [
        ...expressionProblems(where, expr),
        ...(isWritten
          ? []
          : [problem('runbook', where, 'has no section in docs/operate/runbook.md, or does not lead there')]),
      ];
    }),
  );
}

const dashboardProblems = (where: string, text: string): Problem[] =>
  (JSON.parse(text) as Dashboard).panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => expressionProblems(`${where}: ${title}`, expr)),
  );

const functions = new Set(
  'absent and by clamp_max clamp_min count delta histogram_quantile ignoring increase max min offset on or rate sum unless vector without'.split(
    ' ',
  ),
);

/** No parser of PromQL: names, labels and brackets, which is what a rename or a slip breaks. */
export function expressionProblems(where: string, expression: string): Problem[] {
  const bare = expression.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  if (!isBalanced(bare)) return [problem('query', where, `has a bracket too many or too few: ${expression}`)];
  const grouped = [...bare.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, names]) =>
    words(names!),
  );
  const withoutGroups = bare.replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '$1');
  const asked = [...withoutGroups.replaceAll(/\[[^\]]*\]/g, '').matchAll(/([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?/g)]
    .map(([, name, matchers = '']) => ({
      name: name!,
      labels: [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!),
    }))
    .filter(({ name }) => !functions.has(name));
  const strange = grouped.filter(
    (label) => !added.includes(label) && !asked.some(({ name }) => exposed().get(name)?.labels.includes(label)),
  );
  return [
    ...asked.flatMap(({ name, labels }) => seriesProblems(where, name, labels)),
    ...strange.map((label) => problem('query', where, `groups by ${label}, which none of its series has`)),
  ];
}

function seriesProblems(where: string, name: string, labels: readonly string[]): Problem[] {
  const measure = exposed().get(name);
  if (!measure) return [problem('query', where, `asks for ${name}, which nothing exposes`)];
  return labels
    .filter((label) => !measure.labels.includes(label) && !added.includes(label))
    .map((label) => problem('query', where, `asks ${name} for the label ${label}, which it does not have`));
}

let series: Map<string, FoundMeasure> | undefined;

/** By the names that a scrape has: a histogram is three series. */
function exposed(): Map<string, FoundMeasure> {
  series ??= new Map(
    [prometheusOwn, ...defaultMeasures(), ...measuresInCode()].flatMap((measure) =>
      measure.type === 'histogram'
        ? ['_bucket', '_sum', '_count'].map((suffix) => [measure.name + suffix, measure] as const)
        : [[measure.name, measure] as const],
    ),
  );
  return series;
}

const words = (list: string) =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function isBalanced(text: string): boolean {
  const open: string[] = [];
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const sign of text.replaceAll(/[^()[\]{}]/g, '')) {
    if (pairs[sign] === undefined) open.push(sign);
    else if (open.pop() !== pairs[sign]) return false;
  }
  return open.length === 0;
}
