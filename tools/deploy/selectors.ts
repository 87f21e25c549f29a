import type { IServicePort, IService } from 'kubernetes-models/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { containersOf, nameOf } from './manifests.ts';
import type { Manifests, PodMaker, Workload } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface PodMonitor {
  readonly spec: {
    readonly selector: Selector;
    readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[];
  };
}

/** Label of our own stores, absent in clusters with external stores. */
const STORE = 'cairn-store';

/** Requires that every selector matches pods, and that every named port is one of theirs. */
export function selectorProblems(manifests: Manifests): Problem[] {
  return [
    ...manifests.workloads.flatMap(ownPods),
    ...manifests.ofKind<IService>('Service').flatMap((service) => servicePods(manifests, service)),
    ...manifests
      .ofKind<IPodDisruptionBudget>('PodDisruptionBudget')
      .flatMap((budget) => found(manifests, nameOf(budget), budget.spec?.selector, [])),
    ...manifests.ofKind<PodMonitor>('PodMonitor').flatMap((monitor) =>
      found(
        manifests,
        nameOf(monitor),
        monitor.spec.selector,
        monitor.spec.podMetricsEndpoints.map(({ port }) => port),
      ),
    ),
    ...manifests.ofKind<INetworkPolicy>('NetworkPolicy').flatMap((policy) => policyPods(manifests, policy)),
  ];
}

const ownPods = ({ resource, spec, template, labels }: Workload): Problem[] =>
  [spec.selector, ...(template.spec?.topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector)]
    .filter((selector) => !selector || isEmpty(selector) || !matches(selector, labels))
    .map((selector) =>
      problem('selector', nameOf(resource), `does not select its own pods: ${JSON.stringify(selector)}`),
    );

const servicePods = (manifests: Manifests, service: ReturnType<typeof manifests.ofKind<IService>>[number]): Problem[] =>
  found(
    manifests,
    nameOf(service),
    { matchLabels: service.spec?.selector ?? {} },
    (service.spec?.ports ?? []).map(target),
  );

const target = ({ targetPort, port }: IServicePort): string | number => targetPort ?? port;

function policyPods(
  manifests: Manifests,
  policy: ReturnType<typeof manifests.ofKind<INetworkPolicy>>[number],
): Problem[] {
  const { podSelector = {}, ingress = [], egress = [] } = policy.spec ?? {};
  const where = nameOf(policy);
  const own = isEmpty(podSelector) ? [] : found(manifests, where, podSelector, ingress.flatMap(portsOf));
  const peers = [...ingress.map((rule) => ({ to: rule.from, ports: [] })), ...egress].flatMap(
    ({ to = [], ports = [] }) =>
      to.flatMap((peer) =>
        peer.podSelector && !isForeignStore(manifests, peer.podSelector)
          ? found(manifests, where, peer.podSelector, portsOf({ ports }))
          : [],
      ),
  );
  return [...own, ...peers];
}

const portsOf = ({ ports = [] }: { ports?: { port?: string | number | undefined }[] | undefined }) =>
  ports.flatMap(({ port }) => port ?? []);

const isForeignStore = ({ podMakers }: Manifests, { matchLabels = {} }: Selector) =>
  STORE in matchLabels && !podMakers.some(({ labels }) => STORE in labels);

function found(
  { podMakers }: Manifests,
  where: string,
  selector: Selector | undefined,
  ports: readonly (string | number)[],
): Problem[] {
  const pods = podMakers.filter(({ labels }) => selector && !isEmpty(selector) && matches(selector, labels));
  const unknown = valuesIn(selector).filter(([key, value]) => !podMakers.some(({ labels }) => labels[key] === value));
  if (pods.length === 0 || unknown.length > 0)
    return [problem('selector', where, `selects no pod, or names one in vain: ${JSON.stringify(selector)}`)];
  return pods
    .filter(listens)
    .flatMap((pod) =>
      ports
        .filter((port) => !opens(pod, port))
        .map((port) =>
          problem('reference', where, `asks for the port ${port}, which ${nameOf(pod.resource)} does not open`),
        ),
    );
}

/** Pods without any port need none: a selector of all our pods matches them as well. */
const listens = (pod: PodMaker) => containersOf(pod).some(({ ports = [] }) => ports.length > 0);

const opens = (pod: PodMaker, port: string | number) =>
  containersOf(pod).some(({ ports = [] }) =>
    ports.some(({ name, containerPort }) => name === port || containerPort === port),
  );

const valuesIn = ({ matchExpressions = [] }: Selector = {}) =>
  matchExpressions.flatMap(({ key, values = [] }) => values.map((value) => [key, value] as const));

export const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: Selector) =>
  Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;

export function matches(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => operator === 'In' && values.includes(labels[key] ?? ''))
  );
}
