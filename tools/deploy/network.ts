import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { variablesOf } from './app-manifests.ts';
import { isOurs } from './app-rules.ts';
import { containersOf, everyContainerOf, nameOf } from './manifests.ts';
import type { Manifests, PodMaker } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';
import { isEmpty, matches } from './selectors.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Rule = NonNullable<Spec['egress']>[number];
type Peer = NonNullable<Rule['to']>[number];
type Labels = Readonly<Record<string, string>>;

/** The stores, by the setting that holds the address; what Service answers to the label is told by components/network-policy. */
const stores: Readonly<Record<string, { readonly store: string; readonly port: number }>> = {
  POSTGRES_URL: { store: 'postgres', port: 5432 },
  REDIS_URL: { store: 'redis', port: 6379 },
  CAIRN_LIMITS_REDIS_URL: { store: 'redis', port: 6379 },
  ELASTICSEARCH_URL: { store: 'elasticsearch', port: 9200 },
  QDRANT_URL: { store: 'qdrant', port: 6333 },
};
/** The address of NodeLocal DNSCache, wherever it is installed. */
const NODE_LOCAL = '169.254.20.10/32';
const HTTP_PORT = 7070;

/** Where nobody may talk to anybody unless told: each pod of ours reaches the names, the stores and the neighbours that it has addresses of. */
export function networkProblems(manifests: Manifests): Problem[] {
  const policies = manifests.ofKind<INetworkPolicy>('NetworkPolicy').map(({ spec }) => spec!);
  const isClosed = policies.some(
    ({ podSelector, policyTypes = [] }) => isEmpty(podSelector ?? {}) && policyTypes.includes('Egress'),
  );
  if (!isClosed) return [];
  const ours = manifests.podMakers.filter((pods) => containersOf(pods).some(({ image }) => isOurs(image)));
  return ours.flatMap((pods) => podProblems(manifests, policies, pods));
}

function podProblems(manifests: Manifests, policies: readonly Spec[], pods: PodMaker): Problem[] {
  const leaves = (to: (peer: Peer) => boolean, port: number, protocol = 'TCP') =>
    rulesFor(policies, pods.labels, 'egress').some((rule) => lets(rule.to, rule.ports, to, { port, protocol }));
  const refuse = (says: string) => problem('network', nameOf(pods.resource), says);
  const names = ['UDP', 'TCP'].flatMap((protocol) => [
    ...(leaves(isKubeSystem, 53, protocol) ? [] : [refuse(`cannot ask for names by ${protocol}`)]),
    ...(leaves(isNodeLocal, 53, protocol) ? [] : [refuse(`cannot ask the cache of its node for names by ${protocol}`)]),
  ]);
  const variables = everyContainerOf(pods).flatMap((container) => variablesOf(manifests, container));
  return [
    ...names,
    ...variables.flatMap(({ name }) => {
      const { store, port } = stores[name] ?? {};
      if (!store || !port || leaves((peer) => isPod(peer, { 'cairn-store': store }), port)) return [];
      return [refuse(`has the address of ${store} (${name}), and may not reach it`)];
    }),
    ...variables
      .filter(({ name, isHidden }) => !isHidden && /^CAIRN_(INGEST|RECALL)_URL$/.test(name))
      .flatMap(({ value }) => {
        const labels = { 'app.kubernetes.io/name': new URL(value).hostname };
        const enters = rulesFor(policies, labels, 'ingress').some((rule) =>
          lets(rule.from, rule.ports, (peer) => isPod(peer, pods.labels), { port: HTTP_PORT, protocol: 'TCP' }),
        );
        if (enters && leaves((peer) => isPod(peer, labels), HTTP_PORT)) return [];
        return [refuse(`calls ${value}, and may not reach it`)];
      }),
  ];
}

const rulesFor = <Way extends 'egress' | 'ingress'>(
  policies: readonly Spec[],
  labels: Labels,
  way: Way,
): NonNullable<Spec[Way]> =>
  policies
    .filter(({ podSelector = {} }) => isEmpty(podSelector) || matches(podSelector, labels))
    .flatMap((policy) => policy[way] ?? []) as NonNullable<Spec[Way]>;

function lets(
  peers: readonly Peer[] = [],
  ports: Rule['ports'] = [],
  isWanted: (peer: Peer) => boolean,
  { port, protocol }: { readonly port: number; readonly protocol: string },
): boolean {
  const isOpen = ports.some(
    (one) => (one.port === port || (one.port === 'http' && port === HTTP_PORT)) && (one.protocol ?? 'TCP') === protocol,
  );
  return isOpen && peers.some(isWanted);
}

const isKubeSystem = ({ namespaceSelector }: Peer) =>
  namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] === 'kube-system';
const isNodeLocal = ({ ipBlock }: Peer) => ipBlock?.cidr === NODE_LOCAL;
const isPod = ({ podSelector }: Peer, labels: Labels) => podSelector !== undefined && matches(podSelector, labels);
