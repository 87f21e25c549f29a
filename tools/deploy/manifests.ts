import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { IConfigMap, IPodTemplateSpec } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { root } from '../common/program.ts';

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** A resource that creates pods. */
export interface PodMaker {
  readonly resource: Resource;
  readonly template: IPodTemplateSpec;
  readonly labels: Readonly<Record<string, string>>;
}

/** Workload whose pods serve until they are stopped. */
export interface Workload extends PodMaker {
  readonly spec: NonNullable<IDeployment['spec'] | IStatefulSet['spec']>;
}

export type Container = NonNullable<NonNullable<IPodTemplateSpec['spec']>['containers']>[number];

export const overlays = (): string[] => readdirSync(join(root, 'k8s', 'overlays')).sort();

/** Time limit of kubectl, which takes seconds; beside all tests of CI, it took more than a minute. */
const KUBECTL_MS = 180_000;

/** Builds an overlay with `kubectl kustomize`; needs no cluster and no network. */
export const built = (overlay: string): string =>
  execFileSync('kubectl', ['kustomize', join(root, 'k8s', 'overlays', overlay)], {
    encoding: 'utf8',
    timeout: KUBECTL_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Tells whether kubectl is installed. One that fails or is too slow throws, so that nothing is skipped because of it. */
export function hasKubectl(program = 'kubectl', timeoutMs = KUBECTL_MS): boolean {
  try {
    execFileSync(program, ['kustomize', '--help'], { stdio: 'ignore', timeout: timeoutMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Resources that one overlay applies to a cluster. */
export class Manifests {
  readonly all: readonly Resource[];
  readonly workloads: readonly Workload[];
  /** Jobs, whose pods do one thing and end. */
  readonly jobs: readonly PodMaker[];

  constructor(text: string) {
    this.all = parseAllDocuments(text).map((document) => document.toJS() as Resource);
    this.workloads = [...this.ofKind<IDeployment>('Deployment'), ...this.ofKind<IStatefulSet>('StatefulSet')].map(
      workloadOf,
    );
    this.jobs = this.ofKind<IJob>('Job').map((job) => podMakerOf(job, job.spec!.template));
  }

  get podMakers(): readonly PodMaker[] {
    return [...this.workloads, ...this.jobs];
  }

  ofKind<Shape>(kind: string): (Resource & Shape)[] {
    return this.all.filter((resource): resource is Resource & Shape => resource.kind === kind);
  }

  has(kind: string, name: string | undefined): boolean {
    return this.all.some((resource) => resource.kind === kind && resource.metadata.name === name);
  }

  /** Keys and plain values of a ConfigMap or Secret of the overlay. */
  valuesOf(kind: 'ConfigMap' | 'Secret', name: string | undefined): Readonly<Record<string, string>> | undefined {
    const found = this.ofKind<Pick<IConfigMap, 'data'>>(kind).find(({ metadata }) => metadata.name === name);
    if (!found) return undefined;
    const plain =
      kind === 'Secret' ? (value: string) => Buffer.from(value, 'base64').toString() : (value: string) => value;
    return Object.fromEntries(Object.entries(found.data ?? {}).map(([key, value]) => [key, plain(value)]));
  }
}

function workloadOf(resource: Resource & (IDeployment | IStatefulSet)): Workload {
  const spec = resource.spec!;
  return { ...podMakerOf(resource, spec.template!), spec };
}

const podMakerOf = (resource: Resource, template: IPodTemplateSpec): PodMaker => ({
  resource,
  template,
  labels: template.metadata?.labels ?? {},
});

export const containersOf = ({ template }: PodMaker): readonly Container[] => template.spec?.containers ?? [];

/** Containers of a pod, with its init containers. */
export const everyContainerOf = (pods: PodMaker): readonly Container[] => [
  ...(pods.template.spec?.initContainers ?? []),
  ...containersOf(pods),
];

export const nameOf = ({ kind, metadata }: Resource): string => `${kind} ${metadata.name}`;

/** Name of a ConfigMap or Secret without the hash of its content, which kustomize appends. */
export const nameWithoutHash = (name: string): string => name.replace(/-[a-z0-9]{10}$/, '');
