import type { Worth } from './ablation.ts';
import type { BaselineRow } from './baseline.ts';
import { comparedMetrics, type Changes, type Comparison } from './comparison.ts';
import type { ForeignTopic } from './foreign-topic.ts';
import { metricNames } from './metrics.ts';
import { isCertain, type Change } from './paired-bootstrap.ts';
import type { ViewResult } from './quality-run.ts';
import type { Reliability } from './reliability.ts';

const NAME_WIDTH = 28;
const CHANGE_WIDTH = 27;

const figure = (value: number): string => value.toFixed(3).padStart(8);

/** Table of a view's metrics by kind of question, with plain BM25 where measured. */
export function metricsText(
  title: string,
  { meanMs, byKind }: ViewResult,
  baseline: (kind: string) => BaselineRow | undefined,
): string {
  const head = `${'kind'.padEnd(NAME_WIDTH)}${'n'.padStart(6)}${metricNames.map((name) => name.padStart(8)).join('')}`;
  const rows = Object.entries(byKind).map(([kind, metrics]) => {
    const plain = baseline(kind);
    const beside = plain ? `${figure(plain['R@10'])} /${figure(plain.MRR)} /${figure(plain['nDCG@10'])}` : '';
    const figures = metricNames.map((name) => figure(metrics[name])).join('');
    return `${kind.padEnd(NAME_WIDTH)}${String(metrics.n).padStart(6)}${figures}   ${beside}`;
  });
  return lines([`${title} (${meanMs.toFixed(1)} ms a query)`, `${head}   plain BM25: R@10 / MRR / nDCG@10`, ...rows]);
}

/** Changes of one view in points with their intervals; a star marks an interval without 0. */
export function comparisonText(title: string, { n, changes, onlyOld, onlyNew }: Comparison): string {
  const lone = [...countOf(onlyOld, 'only in the old run'), ...countOf(onlyNew, 'only in this run')];
  const notes = lone.length > 0 ? ` (${lone.join(', ')})` : '';
  return `${title.padEnd(NAME_WIDTH)}${String(n).padStart(6)}  ${changes ? changesText(changes) : 'no question in both'}${notes}`;
}

const countOf = (count: number, where: string): string[] => (count > 0 ? [`${count} ${where}`] : []);

/** Gain of each part of the recipe in one view, in points. */
export function worthText(title: string, worths: readonly Worth[]): string {
  return lines([
    `${title}: worth of each part of the recipe`,
    changeHead('left out'),
    ...worths.map((worth) => comparisonText(worth.part, worth)),
  ]);
}

/** Header of a table of changes. */
export const changeHead = (of: string): string =>
  `${of.padEnd(NAME_WIDTH)}${'n'.padStart(6)}  ${comparedMetrics.map((name) => `${name}, points`.padEnd(CHANGE_WIDTH)).join('')}* 95% interval without 0`;

const changesText = (changes: Changes): string =>
  comparedMetrics
    .map((metric) => changeText(changes[metric]).padEnd(CHANGE_WIDTH))
    .join('')
    .trimEnd();

function changeText(change: Change): string {
  const { mean, low, high } = change;
  return `${points(mean)} [${points(low)}, ${points(high)}]${isCertain(change) ? ' *' : ''}`;
}

const points = (share: number): string => {
  const text = (100 * share).toFixed(2);
  return share > 0 && text !== '0.00' ? `+${text}` : text === '-0.00' ? '0.00' : text;
};

/** Line on the reliability of confidence in one view. */
export function reliabilityText(title: string, { n, auroc, quarters }: Reliability): string {
  const groups = quarters.map(({ predicted, right }) => `${predicted.toFixed(2)} ${right.toFixed(2)}`.padStart(12));
  return `${title.padEnd(NAME_WIDTH)}${String(n).padStart(6)}${auroc === undefined ? '       -' : figure(auroc)}${groups.join('')}`;
}

export const reliabilityHead = `${'rank 1 is right'.padEnd(NAME_WIDTH)}${'n'.padStart(6)}   AUROC   by quarter of confidence: mean confidence, share right`;

/** Line on the separation of foreign topics in one view. */
export function foreignTopicText(title: string, { n, auroc, leftEmpty, ownLeftEmpty }: ForeignTopic): string {
  const shares = [leftEmpty, ownLeftEmpty].map((share) => share.toFixed(3).padStart(14)).join('');
  return `${title.padEnd(NAME_WIDTH)}${String(n).padStart(6)}${auroc === undefined ? '       -' : figure(auroc)}${shares}`;
}

export const foreignTopicHead = `${'foreign topic'.padEnd(NAME_WIDTH)}${'n'.padStart(6)}   AUROC foreign empty     own empty`;

const lines = (all: readonly string[]): string => all.join('\n');
