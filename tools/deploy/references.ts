import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IService } from 'kubernetes-models/v1';
import { everyContainerOf, nameOf } from './manifests.ts';
import type { Container, Manifests, PodMaker } from './manifests.ts';
import { problem } from '../common/problem.ts';
import type { Problem } from '../common/problem.ts';

/** Resources that an operator creates by hand, since they hold secrets (docs/operate/kubernetes.md). */
export const madeByYou: readonly string[] = ['cairn-secrets', 'cairn-tls'];

/** Requires that every named resource exists: config maps, secrets and their keys, accounts, services and ports, scale targets. */
export const referenceProblems = (manifests: Manifests): Problem[] => [
  ...manifests.podMakers.flatMap((pods) => podProblems(manifests, pods)),
  ...manifests.workloads.flatMap(({ resource, spec }) =>
    absent(manifests, nameOf(resource), 'Service', 'serviceName' in spec ? spec.serviceName : undefined),
  ),
  ...manifests.ofKind<IIngress>('Ingress').flatMap((ingress) => ingressProblems(manifests, ingress)),
  ...scaled(manifests).flatMap((scaler) => scalerProblems(manifests, scaler)),
];

function podProblems(manifests: Manifests, pods: PodMaker): Problem[] {
  const where = nameOf(pods.resource);
  const { serviceAccountName, volumes = [] } = pods.template.spec ?? {};
  return [
    ...absent(manifests, where, 'ServiceAccount', serviceAccountName),
    ...volumes.flatMap(({ configMap }) => absent(manifests, where, 'ConfigMap', configMap?.name)),
    ...everyContainerOf(pods).flatMap((container) => containerProblems(manifests, where, container)),
  ];
}

const absent = (manifests: Manifests, where: string, kind: string, name: string | undefined): Problem[] =>
  name === undefined || manifests.has(kind, name)
    ? []
    : [problem('reference', where, `names the ${kind} ${name}, which does not exist`)];

function containerProblems(manifests: Manifests, where: string, { envFrom = [], env = [] }: Container): Problem[] {
  const whole = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...(configMapRef ? keyProblems(manifests, where, 'ConfigMap', configMapRef) : []),
    ...(secretRef ? keyProblems(manifests, where, 'Secret', secretRef) : []),
  ]);
  const single = env.flatMap(({ valueFrom }) => [
    ...(valueFrom?.configMapKeyRef ? keyProblems(manifests, where, 'ConfigMap', valueFrom.configMapKeyRef) : []),
    ...(valueFrom?.secretKeyRef ? keyProblems(manifests, where, 'Secret', valueFrom.secretKeyRef) : []),
  ]);
  return [...whole, ...single];
}

interface Reference {
  readonly name?: string | undefined;
  readonly key?: string;
  readonly optional?: boolean | undefined;
}

function keyProblems(
  manifests: Manifests,
  where: string,
  kind: 'ConfigMap' | 'Secret',
  reference: Reference,
): Problem[] {
  const { name = '', key, optional } = reference;
  const values = manifests.valuesOf(kind, name);
  if (!values) return madeByYou.includes(name) ? [] : absent(manifests, where, kind, name);
  if (key === undefined || key in values || optional) return [];
  return [problem('reference', where, `names the key ${key}, which the ${kind} ${name} does not have`)];
}

function ingressProblems(
  manifests: Manifests,
  ingress: ReturnType<typeof manifests.ofKind<IIngress>>[number],
): Problem[] {
  const where = nameOf(ingress);
  const secrets = (ingress.spec?.tls ?? []).flatMap(({ secretName }) =>
    keyProblems(manifests, where, 'Secret', { name: secretName }),
  );
  const backends = (ingress.spec?.rules ?? []).flatMap(({ http }) =>
    (http?.paths ?? []).map(({ backend }) => backend.service),
  );
  return [
    ...secrets,
    ...backends.flatMap((service) => {
      const ports = manifests.ofKind<IService>('Service').find(({ metadata }) => metadata.name === service?.name)
        ?.spec?.ports;
      if (!ports) return absent(manifests, where, 'Service', service?.name ?? '');
      const isThere = ports.some(({ name, port }) => name === service?.port?.name || port === service?.port?.number);
      return isThere
        ? []
        : [problem('reference', where, `names a port that the Service ${service?.name} does not have`)];
    }),
  ];
}

type Scaler = ReturnType<typeof scaled>[number];
const scaled = (manifests: Manifests) => [
  ...manifests.ofKind<Pick<IHorizontalPodAutoscaler, 'spec'>>('HorizontalPodAutoscaler'),
  ...manifests.ofKind<Pick<IHorizontalPodAutoscaler, 'spec'>>('ScaledObject'),
];

function scalerProblems({ workloads }: Manifests, scaler: Scaler): Problem[] {
  const { kind = 'Deployment', name = '' } = scaler.spec?.scaleTargetRef ?? {};
  const target = workloads.find(({ resource }) => resource.kind === kind && resource.metadata.name === name);
  if (!target) return [problem('reference', nameOf(scaler), `scales the ${kind} ${name}, which does not exist`)];
  if (target.spec.replicas === undefined) return [];
  return [
    problem(
      'replicas',
      nameOf(target.resource),
      `sets replicas, which ${nameOf(scaler)} would be undone by at every apply`,
    ),
  ];
}
