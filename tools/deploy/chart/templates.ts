import { nameWithoutHash } from '../manifests.ts';
import type { Resource } from '../manifests.ts';
import { Marks } from './marks.ts';
import { servicesOf, STORES, valueName } from './values.ts';
import type { Overlay } from './values.ts';

// Shapes of foreign documents, of which each template changes a few places.
/* eslint-disable @typescript-eslint/no-explicit-any */
type Document = any;

const isOf = (part: string) => (one: Resource) => one.metadata.labels?.['app.kubernetes.io/part-of'] === part;
const isKind =
  (...kinds: readonly string[]) =>
  (one: Resource) =>
    kinds.includes(one.kind);

/** Image of Cairn, which holds every app. */
const IMAGE = 'printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion)';

/** Templates of the chart by file: production's objects, and the router and stores of the development overlay. */
export function templatesOf(production: Overlay, development: Overlay): Readonly<Record<string, string>> {
  const services = servicesOf(production);
  const ours = production.all.filter(isOf('cairn')).filter((one) => !isKind('Ingress')(one));
  const dashboards = production.all.filter((one) => nameWithoutHash(one.metadata.name) === 'cairn-dashboard');
  const scalers = production.all.filter(isKind('HorizontalPodAutoscaler', 'ScaledObject'));
  return {
    'services.yaml': ours.map((one) => template(one, services)).join('---\n'),
    'ingress.yaml': when('.Values.ingress.enabled', production.all.filter(isKind('Ingress')).map(ingress)),
    'router.yaml': when(
      '.Values.router.enabled',
      development.all
        .filter(({ metadata }) => nameWithoutHash(metadata.name) === 'router')
        .map((one) => template(one, services)),
    ),
    'stores.yaml': when(
      '.Values.stores.bundled',
      [
        ...development.all.filter((one) => one.kind === 'Secret' || isOf('cairn-stores')(one) || isStorePolicy(one)),
      ].map((one) => template(one, services)),
    ),
    'autoscaling.yaml': when('.Values.autoscaling.enabled', scalersOf(scalers)),
    'network-policy.yaml': when(
      '.Values.networkPolicy.enabled',
      production.all.filter(isKind('NetworkPolicy')).map(policy),
    ),
    'monitoring.yaml': when('.Values.monitoring.enabled', [
      ...production.all.filter(isKind('PodMonitor')).map(podMonitor),
      serviceMonitor(production),
      ...production.all
        .filter(isKind('PrometheusRule'))
        .map((one) => when('.Values.monitoring.alerts', [labelled(one)])),
      ...dashboards.map((one) => when('.Values.monitoring.dashboard', [template(one, services)])),
    ]),
  };
}

const isStorePolicy = ({ kind, metadata }: Resource) =>
  kind === 'NetworkPolicy' && (STORES as readonly string[]).includes(metadata.name);

/** Documents that exist only where a value says so. */
const when = (condition: string, documents: readonly string[]): string =>
  `{{- if ${condition} }}\n${documents.join('---\n')}{{- end }}\n`;

/** Copies an object without what the installation decides: its namespace and the hash in a generated name. */
function copyOf(resource: Resource, marks: Marks): Document {
  const copy: Document = structuredClone(resource);
  copy.metadata.namespace = marks.value('.Release.Namespace');
  if (isKind('ConfigMap')(resource)) copy.metadata.name = nameWithoutHash(resource.metadata.name);
  if (isKind('Secret')(resource)) copy.metadata.name = marks.value('.Values.secretName');
  return copy;
}

/** Template of one object. */
function template(resource: Resource, services: readonly string[]): string {
  const marks = new Marks();
  const copy = copyOf(resource, marks);
  const name = nameWithoutHash(resource.metadata.name);
  const isService = services.includes(name);
  if (resource.kind === 'ConfigMap' && isService) copy.data = marks.lines(...settingsLines(name));
  if (resource.kind === 'Job') copy.metadata.name = `schema-${marks.value(VERSION_IN_NAME)}`;
  if (resource.kind === 'PodDisruptionBudget')
    copy.spec.maxUnavailable = marks.value('.Values.podDisruptionBudget.maxUnavailable');
  const pod = copy.spec?.template;
  if (pod) copy.spec.template = podTemplate(pod, isService ? name : undefined, marks);
  if (resource.kind === 'Deployment' && isService)
    copy.spec = { ...replicaLines(name, marks), ...without(copy.spec, 'replicas') };
  const text = marks.write(copy);
  return resource.kind === 'PodDisruptionBudget' ? when('.Values.podDisruptionBudget.enabled', [text]) : text;
}

/** Version in the name of the schema's Job, since a Job of the same name cannot be changed. */
const VERSION_IN_NAME =
  '.Values.image.tag | default .Chart.AppVersion | lower | replace "." "-" | replace "_" "-" | trunc 50 | trimSuffix "-"';

function without<Shape extends object>(object: Shape, key: keyof Shape): Partial<Shape> {
  const { [key]: _, ...rest } = object;
  return rest as Partial<Shape>;
}

const settingsLines = (name: string) => [
  `{{- range $name, $value := .Values.services.${valueName(name)}.settings }}`,
  '{{ $name }}: {{ $value | quote }}',
  '{{- end }}',
  ...(name === 'mcp-gateway'
    ? ['{{- with .Values.publicUrl }}', 'CAIRN_PUBLIC_URL: {{ . | quote }}', '{{- end }}']
    : []),
];

/** Services that a scaler sizes have a number of their own only without it. */
const SCALED = ['recall-api', 'embedding-worker', 'graph-service'];

function replicaLines(name: string, marks: Marks): Document {
  const line = `replicas: {{ .Values.services.${valueName(name)}.replicas }}`;
  return SCALED.includes(name)
    ? marks.lines('{{- if not .Values.autoscaling.enabled }}', line, '{{- end }}')
    : marks.lines(line);
}

function podTemplate(pod: Document, service: string | undefined, marks: Marks): Document {
  const copy = structuredClone(pod);
  const containers: readonly Document[] = [...(copy.spec.initContainers ?? []), ...copy.spec.containers];
  const isOurs = containers.some(({ image }) => image.startsWith('cairn/'));
  for (const container of containers) openContainer(container, marks);
  for (const { configMap } of copy.spec.volumes ?? []) if (configMap) configMap.name = nameWithoutHash(configMap.name);
  if (service) {
    copy.spec.containers[0].resources = marks.block(`.Values.services.${valueName(service)}.resources`);
    copy.metadata.annotations = marks.lines(
      `checksum/settings: {{ toJson (list .Values.publicUrl .Values.services.${valueName(service)}.settings) | sha256sum }}`,
      '{{- with .Values.pods.annotations }}',
      '{{- toYaml . | nindent +0 }}',
      '{{- end }}',
    );
  }
  if (isOurs) Object.assign(copy.spec, ...podChoices.map(([field, value]) => choice(field, value, marks)));
  return copy;
}

const podChoices = [
  ['imagePullSecrets', '.Values.image.pullSecrets'],
  ['nodeSelector', '.Values.pods.nodeSelector'],
  ['tolerations', '.Values.pods.tolerations'],
  ['affinity', '.Values.pods.affinity'],
] as const;

/** Puts the image and the names of the Secret and of the ConfigMaps in the hands of the installation. */
function openContainer(container: Document, marks: Marks): void {
  if (container.image.startsWith('cairn/')) {
    container.image = marks.value(IMAGE);
    const policy = marks.lines('{{- with .Values.image.pullPolicy }}', 'imagePullPolicy: {{ . }}', '{{- end }}');
    Object.assign(container, policy);
  }
  for (const { valueFrom } of container.env ?? [])
    if (valueFrom?.secretKeyRef) valueFrom.secretKeyRef.name = marks.value('.Values.secretName');
  for (const { configMapRef } of container.envFrom ?? [])
    if (configMapRef) configMapRef.name = nameWithoutHash(configMapRef.name);
}

/** A field that is there only where its value is not empty. */
const choice = (field: string, value: string, marks: Marks) =>
  marks.lines(`{{- with ${value} }}`, `${field}:`, '{{- toYaml . | nindent +2 }}', '{{- end }}');

function ingress(resource: Resource): string {
  const marks = new Marks();
  const copy = copyOf(resource, marks);
  copy.metadata.annotations = marks.block('.Values.ingress.annotations');
  copy.spec.ingressClassName = marks.value('.Values.ingress.className');
  copy.spec.rules[0].host = marks.value(HOST);
  copy.spec.tls = undefined;
  copy.spec = {
    ...copy.spec,
    ...marks.lines(
      '{{- with .Values.ingress.tlsSecretName }}',
      'tls:',
      `  - hosts: [{{ ${HOST.replaceAll('.Values', '$.Values')} }}]`,
      '    secretName: {{ . }}',
      '{{- end }}',
    ),
  };
  return marks.write(copy);
}

/** Host of the Ingress: that of the public address, unless the values name another. */
const HOST =
  '.Values.ingress.host | default (get (urlParse .Values.publicUrl) "host") | required "ingress.host or publicUrl is needed"';

/** Scalers: KEDA's for the workers, or else one by processor for each. */
function scalersOf(scalers: readonly Resource[]): string[] {
  const byProcessor = scalers.find(isKind('HorizontalPodAutoscaler'))!;
  return scalers.flatMap((scaler) => {
    if (scaler === byProcessor) return [horizontal(byProcessor, scaler.metadata.name)];
    return [
      `{{- if .Values.autoscaling.keda }}\n${keda(scaler)}{{- else }}\n${horizontal(byProcessor, scaler.metadata.name)}{{- end }}\n`,
    ];
  });
}

function horizontal(resource: Resource, name: string): string {
  const marks = new Marks();
  const copy = copyOf(resource, marks);
  copy.metadata.name = name;
  copy.spec.scaleTargetRef.name = name;
  copy.spec.minReplicas = marks.value(`.Values.autoscaling.${valueName(name)}.min`);
  copy.spec.maxReplicas = marks.value(`.Values.autoscaling.${valueName(name)}.max`);
  copy.spec.metrics[0].resource.target.averageUtilization = marks.value('.Values.autoscaling.cpuPercent');
  return marks.write(copy);
}

function keda(resource: Resource): string {
  const marks = new Marks();
  const copy = copyOf(resource, marks);
  const name = valueName(resource.metadata.name);
  copy.spec.minReplicaCount = marks.value(`.Values.autoscaling.${name}.min`);
  copy.spec.maxReplicaCount = marks.value(`.Values.autoscaling.${name}.max`);
  for (const { metadata } of copy.spec.triggers) metadata.serverAddress = marks.value('.Values.autoscaling.prometheus');
  return marks.write(copy);
}

/** Policy; one that lets a service out to a store takes the addresses of a store outside the cluster. */
function policy(resource: Resource): string {
  const marks = new Marks();
  const copy = copyOf(resource, marks);
  const store = STORES.find((one) => resource.metadata.name === `to-${one}`);
  if (store) {
    const [rule] = copy.spec.egress;
    const value = `.Values.networkPolicy.outside.${store}`;
    rule.to.push(marks.items(`{{- range ${value}.cidrs }}`, '- ipBlock: { cidr: {{ . | quote }} }', '{{- end }}'));
    rule.ports.push(marks.items(`{{- range ${value}.ports }}`, '- { port: {{ . }} }', '{{- end }}'));
  }
  return marks.write(copy);
}

/** Labels that a Prometheus operator selects its monitors by. */
function labelled(resource: Resource): string {
  const marks = new Marks();
  const copy = copyOf(resource, marks);
  copy.metadata = { ...copy.metadata, ...choice('labels', '.Values.monitoring.labels', marks) };
  return marks.write(copy);
}

const podMonitor = (resource: Resource) => when('not .Values.monitoring.serviceMonitor', [labelled(resource)]);

/** The same scrape as the PodMonitor's, for operators that watch Services only: a headless one over all of Cairn's pods. */
function serviceMonitor(production: Overlay): string {
  const { spec } = production.ofKind<Document>('PodMonitor')[0]!;
  const [endpoint] = spec.podMetricsEndpoints;
  const labels = { 'app.kubernetes.io/name': 'cairn-metrics' };
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'cairn-metrics', labels },
    spec: {
      clusterIP: 'None',
      selector: { 'app.kubernetes.io/part-of': 'cairn' },
      ports: [{ name: 'metrics', port: 9464, targetPort: 'metrics' }],
    },
  };
  const monitor = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: 'cairn' },
    spec: { selector: { matchLabels: labels }, endpoints: [endpoint] },
  };
  return when('.Values.monitoring.serviceMonitor', [`${labelled(service)}---\n${labelled(monitor)}`]);
}
