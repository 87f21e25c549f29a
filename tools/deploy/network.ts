import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { DEFAULT_PORT } from '../../libs/contracts/src/default-address.ts';
import type { SettingName } from '../../libs/platform/src/config.ts';
import { destinations } from '../../libs/platform/src/destinations.ts';
import type { Destination } from '../../libs/platform/src/destinations.ts';
import { variablesOf } from './app-manifests.ts';
import { isOurs } from './app-rules.ts';
import type { Variable } from './app-rules.ts';
import { containersOf, everyContainerOf, nameOf } from './manifests.ts';
import type { Manifests, PodMaker, Resource } from './manifests.ts';
import { called } from './policies.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';
import { isEmpty, matches } from './selectors.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Rule = NonNullable<Spec['egress']>[number];
type Peer = NonNullable<Rule['to']>[number];
type Labels = Readonly<Record<string, string>>;
type Way = 'Ingress' | 'Egress';
type Port = string | number;

const NAME = 'app.kubernetes.io/name';
const STORE = 'cairn-store';
/** Fixed address of NodeLocal DNSCache. */
const NODE_LOCAL = '169.254.20.10/32';
const HTTP: readonly Port[] = ['http', DEFAULT_PORT];

/** Requires that network policies let our pods reach DNS and the destinations whose addresses they have, and no others of ours. */
export function networkProblems(manifests: Manifests): Problem[] {
  const policies = manifests.ofKind<INetworkPolicy>('NetworkPolicy').map(({ spec }) => spec!);
  const net = new Network(policies);
  return [
    ...manifests.podMakers
      .filter(isOfOurs)
      .flatMap((pods) => [
        ...nameProblems(net, pods),
        ...addressProblems(manifests, net, pods),
        ...needlessProblems(manifests, net, pods),
      ]),
    ...manifests.ofKind<IIngress>('Ingress').flatMap((ingress) => entranceProblems(manifests, net, ingress)),
  ];
}

const isOfOurs = (pods: PodMaker) => containersOf(pods).some(({ image }) => isOurs(image));

/** Evaluates policies like Kubernetes: a pod that no policy selects is open, any other is open where a policy permits it. */
class Network {
  private readonly policies: readonly Spec[];

  constructor(policies: readonly Spec[]) {
    this.policies = policies;
  }

  isClosed(labels: Labels, way: Way): boolean {
    return this.policies.some((policy) => policy.policyTypes?.includes(way) && selects(policy, labels));
  }

  /** Tells whether a single policy permits the peer. */
  names(
    labels: Labels,
    way: Way,
    isWanted: (peer: Peer) => boolean,
    ports: readonly Port[],
    protocol = 'TCP',
  ): boolean {
    return this.policies
      .filter((policy) => selects(policy, labels))
      .flatMap(({ ingress = [], egress = [] }) =>
        way === 'Ingress'
          ? ingress.map(({ from, ports: open }) => ({ peers: from, open }))
          : egress.map(({ to, ports: open }) => ({ peers: to, open })),
      )
      .some(
        ({ peers = [], open = [] }) =>
          peers.some(isWanted) &&
          open.some(({ port, protocol: own = 'TCP' }) => own === protocol && ports.includes(port!)),
      );
  }

  lets(...asked: Parameters<Network['names']>): boolean {
    const [labels, way] = asked;
    return !this.isClosed(labels, way) || this.names(...asked);
  }
}

const selects = ({ podSelector = {} }: Spec, labels: Labels) => isEmpty(podSelector) || matches(podSelector, labels);

function nameProblems(net: Network, pods: PodMaker): Problem[] {
  const refuse = (says: string) => problem('network', nameOf(pods.resource), says);
  return ['UDP', 'TCP'].flatMap((protocol) => [
    ...(net.lets(pods.labels, 'Egress', isKubeSystem, [53], protocol)
      ? []
      : [refuse(`cannot ask for names by ${protocol}`)]),
    ...(net.lets(pods.labels, 'Egress', isNodeLocal, [53], protocol)
      ? []
      : [refuse(`cannot ask the cache of its node for names by ${protocol}`)]),
  ]);
}

/** Destination in the cluster: its labels, and its port by number and by name. */
interface Place {
  readonly labels: Labels;
  readonly ports: readonly Port[];
}

function placeOf(destination: Destination | undefined): Place | undefined {
  if (typeof destination !== 'object' || 'namespace' in destination) return undefined;
  if ('service' in destination) return { labels: { [NAME]: destination.service }, ports: HTTP };
  return { labels: { [STORE]: destination.store }, ports: [destination.port, destination.store] };
}

const addressesOf = (manifests: Manifests, pods: PodMaker): (Variable & { readonly destination: Destination })[] =>
  everyContainerOf(pods)
    .flatMap((container) => variablesOf(manifests, container))
    .flatMap((variable) => {
      const destination = destinations[variable.name as SettingName];
      return destination === undefined || variable.value === '' ? [] : [{ ...variable, destination }];
    });

/** Finds addresses that no policy permits: their owner would wait in vain. */
const addressProblems = (manifests: Manifests, net: Network, pods: PodMaker): Problem[] =>
  addressesOf(manifests, pods).flatMap(({ name, value, isHidden, destination }) => {
    const refuse = (says: string) => [problem('network', nameOf(pods.resource), `${says} (${name})`)];
    if (
      typeof destination === 'object' &&
      'service' in destination &&
      !isHidden &&
      new URL(value).hostname !== destination.service
    )
      return refuse(`is given ${value} for the address of ${destination.service}`);
    const place = placeOf(destination);
    if (!place) return [];
    const leaves = net.lets(pods.labels, 'Egress', (peer) => isPod(peer, place.labels), place.ports);
    // A store outside of the overlay has policies of its own.
    const isHere = manifests.podMakers.some(({ labels }) => matches({ matchLabels: place.labels }, labels));
    const enters = !isHere || net.lets(place.labels, 'Ingress', (peer) => isPod(peer, pods.labels), place.ports);
    return leaves && enters ? [] : refuse(`has the address of ${Object.values(place.labels)[0]}, and may not reach it`);
  });

/** Finds permitted destinations that a pod has no address of, since they would help only an intruder. */
function needlessProblems(manifests: Manifests, net: Network, pods: PodMaker): Problem[] {
  const used = addressesOf(manifests, pods).map(({ destination }) => JSON.stringify(placeOf(destination)?.labels));
  return called.flatMap(({ kind, name, port }) => {
    if (kind === 'namespace') return [];
    const labels: Labels = { [kind === 'store' ? STORE : NAME]: name };
    const ports = kind === 'store' ? [port, name] : HTTP;
    if (used.includes(JSON.stringify(labels))) return [];
    const leaves = net.names(pods.labels, 'Egress', (peer) => isPod(peer, labels), ports);
    const enters = net.names(labels, 'Ingress', (peer) => isPod(peer, pods.labels), ports);
    return leaves || enters
      ? [problem('network', nameOf(pods.resource), `may reach ${name} by a policy, but has no address of it`)]
      : [];
  });
}

/** Requires that the ingress controller reaches every service of the Ingress, and no other. */
function entranceProblems(
  { workloads }: Manifests,
  net: Network,
  { spec, ...ingress }: Resource & IIngress,
): Problem[] {
  const behind = new Set(
    (spec?.rules ?? []).flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend.service?.name)),
  );
  return workloads.filter(isOfOurs).flatMap(({ labels }) => {
    const service = labels[NAME]!;
    if (behind.has(service))
      return net.lets(labels, 'Ingress', isController, HTTP)
        ? []
        : [problem('network', nameOf(ingress), `sends requests to ${service}, which lets the controller not in`)];
    return net.names(labels, 'Ingress', isController, HTTP)
      ? [problem('network', `Deployment ${service}`, 'lets the ingress controller in, and has no public path')]
      : [];
  });
}

const isController = ({ namespaceSelector }: Peer) => namespaceSelector?.matchLabels?.['cairn-ingress'] === 'allowed';
const isKubeSystem = ({ namespaceSelector }: Peer) =>
  namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] === 'kube-system';
const isNodeLocal = ({ ipBlock }: Peer) => ipBlock?.cidr === NODE_LOCAL;
const isPod = ({ podSelector }: Peer, labels: Labels) => podSelector !== undefined && matches(podSelector, labels);
