import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import ts from 'typescript';
import { root } from './program.ts';

export interface FoundMeasure {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
  readonly file: string;
}

/**
 * Finds every metric in the sources: an object whose `name` begins with cairn_ and that has a `help`, passed to
 * `counter`, `gauge` or `histogram`. Sorted by name, without duplicates.
 */
export function measuresInCode(): FoundMeasure[] {
  const files = globSync('{libs,apps}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.{test,fixture,contract}.ts'],
  });
  const found = files.sort().flatMap(measuresOf);
  return [...new Map(found.map((measure) => [measure.name, measure])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

function measuresOf(file: string): FoundMeasure[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (!text.includes('cairn_')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundMeasure[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) found.push(...measureIn(node, file));
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function measureIn(object: ts.ObjectLiteralExpression, file: string): FoundMeasure[] {
  const name = textOf(valueOf(object, 'name'));
  const help = textOf(valueOf(object, 'help'));
  if (!name?.startsWith('cairn_') || help === undefined) return [];
  const labels = valueOf(object, 'labels');
  const names = labels && ts.isArrayLiteralExpression(labels) ? labels.elements.map((element) => textOf(element)!) : [];
  return [{ name, type: typeFrom(object), labels: names, help, file }];
}

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = object.properties.find((one) => one.name?.getText() === name);
  return property && ts.isPropertyAssignment(property) ? unwrapped(property.initializer) : undefined;
}

const unwrapped = (value: ts.Expression): ts.Expression =>
  ts.isAsExpression(value) || ts.isSatisfiesExpression(value) ? unwrapped(value.expression) : value;

const textOf = (value: ts.Expression | undefined) => (value && ts.isStringLiteralLike(value) ? value.text : undefined);

/** Metric type by the method that receives the object, at any depth: `metrics.gauge({ ... }, read)`. */
function typeFrom(node: ts.Node): string {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const method = node.expression.name.text;
    if (['counter', 'gauge', 'histogram'].includes(method)) return method;
  }
  return node.parent && !ts.isSourceFile(node.parent) ? typeFrom(node.parent) : 'measure';
}

/** Metrics that prom-client adds by itself: process and event loop. */
export function defaultMeasures(): FoundMeasure[] {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry.getMetricsAsArray().map(({ name, help, type }) => ({
    name,
    help,
    type: String(type),
    labels: [],
    file: 'prom-client',
  }));
}
