import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { Document, stringify } from 'yaml';
import { root } from '../../common/program.ts';
import { built, Manifests } from '../manifests.ts';
import { templatesOf } from './templates.ts';
import { developmentValues, schemaOf, valuesOf } from './values.ts';

export const CHART = 'k8s/chart';

const SOURCE = 'k8s/overlays';
const MADE = `Made from ${SOURCE} by \`npm run docs\`. Change it there, or in tools/deploy/chart.`;

/** Sentences above the values, by their path. */
const comments: Readonly<Record<string, string>> = {
  image: 'Image of Cairn, which holds every app. An empty tag is the version of the chart.',
  secretName:
    'Secret with the addresses of the stores and CAIRN_SERVICE_SECRET, which you make (docs/operate/kubernetes.md).',
  publicUrl: 'Address by which people and agents call Cairn.',
  services:
    'Replicas count only where no scaler sizes the service. Settings: docs/reference/config.md, values in quotation marks; null takes one away.',
  pods: "Fields of every pod of Cairn's own.",
  ingress: 'An empty host is that of publicUrl, an empty tlsSecretName means no TLS.',
  router: 'A router in the cluster, for clusters without an ingress controller.',
  stores: 'One pod a store with passwords that everybody knows: for trying it out alone.',
  autoscaling: 'Without KEDA the workers are sized by their processor, as recall-api is.',
  networkPolicy:
    'Ranges and ports of stores outside the cluster; in the cluster you mark their namespace with cairn-stores=allowed.',
  monitoring: 'Objects of the Prometheus operator, which selects them by these labels, and a dashboard for Grafana.',
};

const NOTES = `Cairn {{ .Chart.AppVersion }} is being installed in {{ .Release.Namespace }}.

Its first administrator's key, once the pods are ready:
  kubectl -n {{ .Release.Namespace }} exec deploy/ingest -- node dist/ingest.mjs --first-key
{{- if .Values.publicUrl }}

Then open {{ .Values.publicUrl }}
{{- else }}

Then open http://127.0.0.1:7070 beside
  kubectl -n {{ .Release.Namespace }} port-forward service/{{ if .Values.router.enabled }}router{{ else }}mcp-gateway{{ end }} 7070
{{- end }}
{{- if .Values.stores.bundled }}

The stores of this release have passwords that everybody knows. Do not keep anything in them.
{{- end }}
`;

interface MadeFile {
  readonly file: string;
  readonly source: string;
  text(): Promise<string>;
}

/** Files of the Helm chart. Needs kubectl, which builds the overlays that the chart is made from. */
export function chartFiles(): readonly MadeFile[] {
  const production = new Manifests(built('production'));
  const development = new Manifests(built('dev'));
  const values = valuesOf(production);
  const made = (file: string, text: () => string | Promise<string>): MadeFile => ({
    file: `${CHART}/${file}`,
    source: SOURCE,
    text: async () => text(),
  });
  const templates = Object.entries(templatesOf(production, development));
  return [
    made('Chart.yaml', () => yamlOf(MADE, descriptionOf())),
    made('values.yaml', () => withComments(values)),
    made('values-dev.yaml', () =>
      yamlOf(
        `${MADE}\nOne replica of everything, stores and a router included: a cluster on a laptop.`,
        developmentValues(development, values),
      ),
    ),
    made('values.schema.json', () =>
      format(JSON.stringify(schemaOfValues(values)), { parser: 'json', printWidth: 120 }),
    ),
    ...templates.map(([file, text]) => made(`templates/${file}`, () => `{{- /* ${MADE} */ -}}\n${text}`)),
    made('templates/NOTES.txt', () => NOTES),
  ];
}

function schemaOfValues(values: object): object {
  const schema = schemaOf(values) as { properties: object };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schema,
    properties: { ...schema.properties, global: {} },
  };
}

function descriptionOf(): object {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  return {
    apiVersion: 'v2',
    name: 'cairn',
    description,
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.29.0-0',
  };
}

const commented = (text: string) => text.replaceAll(/^/gm, '# ');
const pretty = (text: string) => format(text, { parser: 'yaml', singleQuote: true, printWidth: 120 });
const yamlOf = (says: string, object: object) => pretty(`${commented(says)}\n${stringify(object, { lineWidth: 0 })}`);

function withComments(values: object): Promise<string> {
  const document = new Document(values);
  document.commentBefore = ` ${MADE}`;
  for (const [key, says] of Object.entries(comments)) {
    const pair = (document.contents as unknown as { items: { key: { value: string; commentBefore?: string } }[] })
      .items;
    const found = pair.find((one) => one.key.value === key);
    if (!found) throw new Error(`The chart has no value ${key}, which a comment explains.`);
    found.key.commentBefore = ` ${says}`;
  }
  return pretty(document.toString({ lineWidth: 0 }));
}
