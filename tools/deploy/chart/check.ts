import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { problem } from '../../common/problem.ts';
import type { Problem } from '../../common/problem.ts';
import { root } from '../../common/program.ts';
import { cacheFolder, findOnPath, thisMachine } from '../../servers/machine.ts';
import { built, Manifests, nameOf, nameWithoutHash } from '../manifests.ts';
import type { Resource } from '../manifests.ts';
import { CHART } from './chart.ts';

/** Version of Helm that tools/servers/install.sh builds; it has the same number. */
const HELM = 'helm-4.3.1';

/** Helm as install.sh built it, or that of this machine. */
export function helmProgram(): string | undefined {
  const own = join(cacheFolder(), HELM, 'helm');
  return existsSync(own) ? own : findOnPath('helm', thisMachine());
}

const helm = (...args: readonly string[]): string =>
  execFileSync(helmProgram()!, args, {
    encoding: 'utf8',
    timeout: 60_000,
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', KUBECONFIG: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Overlays that the chart can give, by namespace, with the values for it. */
const twins = {
  cairn: { overlay: 'production', values: [] },
  'cairn-dev': { overlay: 'dev', values: ['--values', `${CHART}/values-dev.yaml`] },
} as const satisfies Record<string, { overlay: string; values: readonly string[] }>;

/** Another installation, which has no twin: no KEDA, a ServiceMonitor, stores outside the cluster, another registry. */
const others: Readonly<Record<string, readonly string[]>> = {
  elsewhere: [
    ...['autoscaling.keda=false', 'monitoring.serviceMonitor=true', 'monitoring.labels.release=prometheus'],
    ...[
      'image.repository=registry.example.org/team/cairn',
      'image.pullPolicy=Always',
      'image.pullSecrets[0].name=registry',
    ],
    ...['publicUrl=https://memory.example.com', 'ingress.className=traefik', 'secretName=cairn-secrets'],
    ...['networkPolicy.outside.redis.cidrs[0]=192.0.2.16/28', 'networkPolicy.outside.redis.ports[0]=6380'],
    ...[
      'pods.nodeSelector.pool=memory',
      'pods.annotations.team=platform',
      'services.ingest.settings.CAIRN_LOG_LEVEL=debug',
    ],
  ].flatMap((one) => ['--set', one]),
};

const rendered = (namespace: string, values: readonly string[]): string =>
  helm('template', 'cairn', CHART, '--namespace', namespace, '--kube-version', '1.29.0', ...values);

/** Texts that the chart renders for each overlay and for another installation. Throws when Helm's linter has an objection. */
export function renderedCharts(): Readonly<Record<string, string>> {
  for (const { values } of Object.values(twins)) helm('lint', '--strict', '--quiet', CHART, ...values);
  return Object.fromEntries([
    ...Object.entries(twins).map(([namespace, { values }]) => [namespace, rendered(namespace, values)]),
    ...Object.entries(others).map(([namespace, values]) => [namespace, rendered(namespace, values)]),
  ]) as Record<string, string>;
}

/** Requires that a rendered chart has the objects of its overlay, field by field. */
export function twinProblems(manifests: Manifests): Problem[] {
  const twin = Object.entries(twins).find(([namespace]) => namespace === namespaceOf(manifests));
  if (!twin) return [];
  const wanted = byName(new Manifests(built(twin[1].overlay)));
  const given = byName(manifests);
  return [
    ...[...wanted.keys()]
      .filter((name) => !given.has(name))
      .map((name) => problem('chart', name, 'is not in the chart')),
    ...[...given].flatMap(([name, object]) => {
      if (!wanted.has(name)) return [problem('chart', name, `is not in the overlay ${twin[1].overlay}`)];
      const at = differenceOf(wanted.get(name), object);
      return at === undefined ? [] : [problem('chart', name, `differs from the overlay ${twin[1].overlay} at ${at}`)];
    }),
  ];
}

const namespaceOf = (manifests: Manifests): string | undefined =>
  (manifests.all[0]?.metadata as { namespace?: string } | undefined)?.namespace;

/** Objects by kind and name, without what each tool adds: the namespace itself, hashes in names, a hash of the settings. */
function byName(manifests: Manifests): ReadonlyMap<string, unknown> {
  const hashed = manifests.all.filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret');
  const names = new Map(hashed.map(({ metadata: { name } }) => [name, nameWithoutHash(name)]));
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => key !== 'checksum/settings');
    const entries = kept.map(([key, one]) => [key, plain(one)] as const);
    return Object.fromEntries(entries.filter(([key, one]) => key !== 'annotations' || !isDeepStrictEqual(one, {})));
  };
  return new Map(
    manifests.all
      .filter(({ kind }) => kind !== 'Namespace')
      .map((resource) => [nameOf(plain(resource) as Resource), plain(resource)]),
  );
}

/** Path of the first difference. */
function differenceOf(wanted: unknown, given: unknown): string | undefined {
  if (isDeepStrictEqual(wanted, given)) return undefined;
  if (typeof wanted !== 'object' || typeof given !== 'object' || !wanted || !given)
    return `: ${JSON.stringify(given)} in place of ${JSON.stringify(wanted)}`;
  const keys = new Set([...Object.keys(wanted), ...Object.keys(given)]);
  for (const key of keys) {
    const at = differenceOf(wanted[key as keyof typeof wanted], given[key as keyof typeof given]);
    if (at !== undefined) return `/${key}${at}`;
  }
  return '';
}
