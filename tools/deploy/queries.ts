import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import type { FoundMeasure } from '../common/measures.ts';
import { defaultMeasures, measuresInCode } from '../common/measures.ts';
import { root } from '../common/program.ts';
import { nameOf } from './manifests.ts';
import type { Manifests, Resource } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

/** Labels that Prometheus and our PodMonitor add to every series. */
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

/** Requires that every query of an alert, a panel or a scaler uses existing series and labels. */
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
    targets.flatMap(({ expr }) => expressionProblems(`${where}: ${title}`, withoutVariables(expr))),
  );

/** Replaces the interval variable, which Grafana fills in before Prometheus sees it. */
const withoutVariables = (expression: string) => expression.replaceAll('$__rate_interval', '5m');

/** Parses a query with Prometheus's own grammar, and checks its series and labels. */
function expressionProblems(where: string, expression: string): Problem[] {
  const { selected, grouped, slip } = readExpression(expression);
  if (slip !== undefined) return [problem('query', where, `is no PromQL at "${slip}": ${expression}`)];
  const strange = grouped.filter(
    (label) => !added.includes(label) && !selected.some(({ name }) => exposed().get(name)?.labels.includes(label)),
  );
  return [
    ...selected.flatMap(({ name, labels }) => seriesProblems(where, name, labels)),
    ...strange.map((label) => problem('query', where, `groups by ${label}, which none of its series has`)),
  ];
}

interface Expression {
  readonly selected: readonly { readonly name: string; readonly labels: string[] }[];
  /** Labels by which the query groups and joins. */
  readonly grouped: readonly string[];
  /** Rest of the text from the first syntax error on. */
  readonly slip: string | undefined;
}

function readExpression(text: string): Expression {
  const selected: { name: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  let slip: string | undefined;
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const said = text.slice(from, to);
      if (type.isError) slip ??= text.slice(from) || 'its end';
      if (type.name === 'VectorSelector') selected.push({ name: '', labels: [] });
      if (type.name === 'Identifier' && selected.length > 0) selected.at(-1)!.name = said;
      if (type.name !== 'LabelName') return;
      if (node.parent?.name === 'GroupingLabels') grouped.push(said);
      else selected.at(-1)?.labels.push(said);
    },
  });
  return { selected, grouped, slip };
}

function seriesProblems(where: string, name: string, labels: readonly string[]): Problem[] {
  const measure = exposed().get(name);
  if (!measure) return [problem('query', where, `asks for ${name}, which nothing exposes`)];
  return labels
    .filter((label) => !measure.labels.includes(label) && !added.includes(label))
    .map((label) => problem('query', where, `asks ${name} for the label ${label}, which it does not have`));
}

let series: Map<string, FoundMeasure> | undefined;

/** Series by their scraped names: a histogram makes three. */
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
