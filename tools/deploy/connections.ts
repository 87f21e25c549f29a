import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { settings } from '../../libs/platform/src/config.ts';
import type { SettingName } from '../../libs/platform/src/config.ts';
import { root } from '../common/program.ts';
import { variablesOf } from './app-manifests.ts';
import { appOf } from './app-rules.ts';
import type { Variable } from './app-rules.ts';
import { containersOf, nameOf } from './manifests.ts';
import type { Manifests, Workload } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

/** Default limit of connections in Postgres, and the share reserved for superusers. */
const DEFAULT_MAX = 100;
const RESERVED = 3;
/** Connections of a process beside its pool: one for readiness probes, and one that listens in relaying processes. */
const PROBE = 1;
const LISTENER = 1;

interface Scaler {
  readonly spec?: {
    readonly scaleTargetRef: { readonly name?: string };
    readonly maxReplicaCount?: number;
    readonly maxReplicas?: number;
  };
}

/** Requires that all replicas of the autoscalers, with one more during each rollout, fit into the connections of Postgres. */
export function connectionProblems(manifests: Manifests): Problem[] {
  const each = manifests.workloads.flatMap((workload) => connectionsOf(manifests, workload));
  const needed = each.reduce((sum, { connections }) => sum + connections, 0);
  const has = connectionsMax(manifests);
  if (needed <= has - RESERVED) return [];
  const parts = each.map(({ where, connections }) => `${where} ${connections}`).join(', ');
  return [
    problem(
      'connections',
      'Postgres',
      `takes ${has} connections, ${RESERVED} of them reserved; needed: ${needed} (${parts})`,
    ),
  ];
}

function connectionsOf(manifests: Manifests, workload: Workload) {
  return containersOf(workload).flatMap((container) => {
    const app = appOf(container);
    if (!app) return [];
    const pool = Number(valueOf('POSTGRES_POOL_MAX', variablesOf(manifests, container)));
    const process = pool + PROBE + (app === 'ingest' ? LISTENER : 0);
    return [{ where: nameOf(workload.resource), connections: process * replicasMax(manifests, workload) }];
  });
}

const valueOf = (setting: SettingName, variables: readonly Variable[]): string =>
  variables.find(({ name }) => name === setting)?.value ?? settings.find(({ name }) => name === setting)!.default;

function replicasMax(manifests: Manifests, { resource, spec }: Workload): number {
  const scalers = [
    ...manifests.ofKind<Pick<IHorizontalPodAutoscaler, 'spec'>>('HorizontalPodAutoscaler'),
    ...manifests.ofKind<Scaler>('ScaledObject'),
  ] as Scaler[];
  const scaler = scalers.find(({ spec: of }) => of?.scaleTargetRef.name === resource.metadata.name)?.spec;
  const surge = (spec as IDeployment['spec'])?.strategy?.rollingUpdate?.maxSurge;
  return (
    (scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? spec.replicas ?? 1) + (typeof surge === 'number' ? surge : 0)
  );
}

/** Connection limit: of the overlay's own Postgres as started, else as docs/operate/stores.md recommends. */
function connectionsMax(manifests: Manifests): number {
  const own = manifests.workloads.find(({ labels }) => labels['cairn-store'] === 'postgres');
  if (!own) return documentedMax();
  const args = containersOf(own).flatMap(({ args: given = [] }) => given);
  return maxIn(args.join(' ')) ?? DEFAULT_MAX;
}

const documentedMax = (): number => maxIn(readFileSync(join(root, 'docs/operate/stores.md'), 'utf8')) ?? DEFAULT_MAX;

function maxIn(text: string): number | undefined {
  const [, max] = /max_connections\W+(\d+)/.exec(text) ?? [];
  return max === undefined ? undefined : Number(max);
}
