import type { Vectors } from './peer.ts';

/** Figures of one system, as far as they were measured. */
export interface PeerFigures {
  readonly vectors: Vectors;
  /** Load of the machine when it began. */
  readonly load: number;
  /** Items that it held when it was asked. */
  readonly stored: number;
  readonly itemsPerSecond: number;
  /** Questions that its figures are of. */
  readonly asked: number;
  /** Processor time for one stored item, of its processes, the shared model and the client. */
  readonly cpuMsPerItem: number;
  readonly p50: number;
  readonly p95: number;
  /** Processor time for one question, likewise. */
  readonly cpuMs: number;
  readonly residentMb: number;
  /** Mean tokens of an answer; undefined without a tokenizer. */
  readonly tokens: number | undefined;
  readonly recall: number;
  readonly mrr: number;
}

export interface PeerRow {
  readonly name: string;
  readonly version: string;
  readonly vectors: Vectors;
  /** Size of its packages on disk. */
  readonly installedMb: number | undefined;
  readonly note: string;
  /** Figures, or why there are none. */
  readonly result: { readonly figures: PeerFigures } | { readonly skipped: string };
}

export interface PeersReport {
  readonly about: Readonly<Record<string, string | number>>;
  readonly items: number;
  /** Questions of the run, without those that warm up. */
  readonly questions: number;
  readonly rows: readonly PeerRow[];
}

const HEAD = [
  ...['system', 'version', 'vectors', 'R@10', 'MRR', 'p50 ms', 'p95 ms', 'cpu ms', 'tokens'],
  ...['items/s', 'cpu ms an item', 'resident MB', 'installed MB', 'load'],
];

/** Report as Markdown: a table with a row for every system, those without figures with their reason, and what to know of each. */
export function peersText({ about, items, questions, rows }: PeersReport): string {
  const facts = Object.entries(about).map(([name, value]) => `${name}: ${value}`);
  const table = [HEAD, HEAD.map(() => '---'), ...rows.map((row) => cellsOf(row, { items, questions }))];
  return [
    facts.join('\n'),
    table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    rows.map(({ name, note }) => `- ${name}: ${note}`).join('\n'),
  ].join('\n\n');
}

function cellsOf(
  { name, version, vectors, installedMb, result }: PeerRow,
  whole: Pick<PeersReport, 'items' | 'questions'>,
): string[] {
  const size = installedMb === undefined ? '' : rounded(installedMb);
  if ('skipped' in result) {
    const empty = HEAD.slice(4).map(() => '');
    return [name, version, vectors, `skipped: ${oneLine(result.skipped)}`, ...empty].with(-2, size);
  }
  const of = result.figures;
  const stops = [
    ...(of.stored < whole.items ? [`${of.stored} items`] : []),
    ...(of.asked < whole.questions ? [`${of.asked} questions`] : []),
  ];
  const named = stops.length > 0 ? `${name} (stopped at ${stops.join(' and ')})` : name;
  return [
    ...[named, version, of.vectors, share(of.recall), share(of.mrr), some(of.p50), some(of.p95), some(of.cpuMs)],
    ...[of.tokens === undefined ? '' : rounded(of.tokens), rounded(of.itemsPerSecond), some(of.cpuMsPerItem)],
    ...[rounded(of.residentMb), size, of.load.toFixed(1)],
  ];
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 200);
const share = (value: number): string => value.toFixed(3).replace(/^0/, '');
const rounded = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '');
const some = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 1 : 0) : '');
