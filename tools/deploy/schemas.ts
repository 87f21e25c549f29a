import { join } from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service, ServiceAccount } from 'kubernetes-models/v1';
import ts from 'typescript';
import { root } from '../common/program.ts';
import { nameOf } from './manifests.ts';
import type { Manifests, Resource } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

const models = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  ScaledObject,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
];

/** Kinds whose schemas are not available: only our own rules check them. */
export const operatorKinds: readonly string[] = [
  'monitoring.coreos.com/v1 PodMonitor',
  'monitoring.coreos.com/v1 PrometheusRule',
  'monitoring.coreos.com/v1 ServiceMonitor',
];

const kindOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }) => `${apiVersion} ${kind}`;
const modelsByKind = new Map(models.map((model) => [kindOf(model), model]));

/** Finds values that Kubernetes or KEDA would refuse, unknown kinds, and unknown fields. */
export const schemaProblems = ({ all }: Manifests): Problem[] => [...all.flatMap(refusalOf), ...fieldProblems(all)];

function refusalOf(resource: Resource): Problem[] {
  if (operatorKinds.includes(kindOf(resource))) return [];
  const model = modelsByKind.get(kindOf(resource));
  if (!model)
    return [problem('schema', nameOf(resource), `is of the kind ${kindOf(resource)}, which nothing here checks`)];
  try {
    new model(resource as never).validate();
    return [];
  } catch (error) {
    return [problem('schema', nameOf(resource), (error as Error).message)];
  }
}

/**
 * Finds unknown fields, such as a misspelt probe: the schemas accept them, but the TypeScript types do not. Each resource is
 * written as a literal of its type and compiled.
 */
function fieldProblems(all: readonly Resource[]): Problem[] {
  const known = all.filter((resource) => modelsByKind.has(kindOf(resource)));
  const source = programOf(known.map(literalOf).join('\n'));
  return diagnosticsOf(source).map(({ line, says }) => problem('field', nameOf(known[line]!), says));
}

/** Literal on a single line, so that the line number is the resource's index. */
const literalOf = (resource: Resource, index: number) =>
  `export const r${index}: import('${moduleOf(resource)}').I${resource.kind} = ${JSON.stringify(resource)};`;

const moduleOf = ({ apiVersion }: Resource) =>
  apiVersion.startsWith('keda.sh/') ? `@kubernetes-models/keda/${apiVersion}` : `kubernetes-models/${apiVersion}`;

const file = join(root, 'tools', 'deploy', 'manifests.generated.ts');
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};
const parsed = new Map<string, ts.SourceFile | undefined>();

function programOf(text: string): ts.Program {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) => {
    if (name === file) return ts.createSourceFile(name, text, target);
    if (!parsed.has(name)) parsed.set(name, read(name, target));
    return parsed.get(name);
  };
  return ts.createProgram([file], options, host);
}

function diagnosticsOf(program: ts.Program) {
  const source = program.getSourceFile(file)!;
  return program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => ({
    line: source.getLineAndCharacterOfPosition(start).line,
    says: ts.flattenDiagnosticMessageText(messageText, ' ').split('. ').at(-1)!,
  }));
}
