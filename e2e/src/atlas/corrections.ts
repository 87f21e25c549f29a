import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Client } from '../client.ts';
import { until } from '../until.ts';
import { must, promptOf, remember, say, unqualified, type AtlasWorld } from './world.ts';

interface Shape {
  readonly name: string;
  readonly said: string;
  readonly question: string;
  /** The question for what held before. */
  readonly past: string;
  /** Words of the value that held before. */
  readonly stale: string;
  /** Words of the value that holds now; undefined for a retraction, which nothing replaces. */
  readonly now: string | undefined;
  correct(who: Client, id: string): Promise<Answer>;
}

const supersede = (content: string) => (who: Client, id: string) =>
  who.post(`/v1/memories/${id}/supersede`, { title: 'Wendell', content });

const FOREMAN = 'Wendell works at the Kessel Mills as the foreman.';

export const shapes: readonly Shape[] = [
  {
    name: 'replacement',
    said: 'Wendell lives in Brask Harbour.',
    question: 'Where does Wendell live?',
    past: 'Where did Wendell use to live?',
    ...{ stale: 'Brask Harbour', now: 'Tolmin Ferry' },
    correct: supersede('Wendell moved to Tolmin Ferry.'),
  },
  {
    name: 'polarity',
    said: 'Wendell loves pickled zandro roots.',
    question: 'Does Wendell like pickled zandro roots?',
    past: 'What did Wendell think of pickled zandro roots before?',
    ...{ stale: 'loves pickled zandro', now: 'cannot stand' },
    correct: supersede('Wendell cannot stand pickled zandro roots any more.'),
  },
  {
    name: 'retraction',
    said: 'Wendell has a twin brother named Oskit.',
    question: 'Who is the brother of Wendell?',
    past: 'Which brother was Wendell said to have?',
    ...{ stale: 'twin brother', now: undefined },
    correct: (who, id) => who.post(`/v1/memories/${id}/archive`, { reason: 'I misspoke: there is no brother.' }),
  },
  {
    name: 'partial',
    said: 'Wendell works at the Kessel Mills as a dyer.',
    question: 'What does Wendell work as at the Kessel Mills?',
    past: 'What did Wendell work as before at the Kessel Mills?',
    ...{ stale: 'as a dyer', now: 'Kessel Mills as the foreman' },
    correct: (who, id) => who.post(`/v1/memories/${id}/update`, { content: FOREMAN }),
  },
  {
    name: 'bounded',
    said: 'Wendell sails the ketch Halcor every winter.',
    question: 'What does Wendell sail in winter?',
    past: 'What did Wendell sail in winter before?',
    ...{ stale: 'ketch Halcor', now: 'sloop Merin' },
    correct: supersede('Wendell sails the sloop Merin every winter since 2026.'),
  },
];

/** Columns of the contradiction test. */
export const columns = {
  A: 'answer',
  B: 'prompt',
  C: 'after background passes',
  "C'": 'after re-entry',
  D: 'history',
  E: 'derived',
} as const;

const LACKS = 'lacks ';

/** The contradiction test: each shape is corrected, asked about, met by background passes and sent again. */
export class Corrections {
  static readonly DAY_ONE = Date.UTC(2026, 2, 1);
  /** Faults by column and shape; an empty list holds. */
  readonly failures = new Map<string, readonly string[]>();
  private readonly world: AtlasWorld;

  constructor(world: AtlasWorld) {
    this.world = world;
  }

  async beforePasses(): Promise<void> {
    await Promise.all(shapes.map((shape) => this.correct(shape)));
  }

  private async correct(shape: Shape): Promise<void> {
    const { ada, bo } = this.world;
    const { name, said, question, stale } = shape;
    const timestamp = Corrections.DAY_ONE;
    const source = await say(ada, said, { sessionKey: `day-one-${name}`, speaker: 'Wendell', timestamp });
    const id = await remember(ada, said, { title: 'Wendell', sourceIds: [source], timestamp, validFrom: timestamp });
    const wasFound = (await promptOf(ada, question)).includes(stale);
    await must(shape.correct(ada, id));
    this.failures.set(`A ${name}`, wasFound ? [] : ['was never found']);
    await until(async () => (await this.wrongIn(shape, [bo])).every((one) => !one.startsWith(LACKS)));
    const wrong = await this.wrongIn(shape);
    this.failures.set(`A ${name}`, [
      ...this.failures.get(`A ${name}`)!,
      ...wrong.filter((one) => one.startsWith(LACKS)),
    ]);
    this.failures.set(
      `B ${name}`,
      wrong.filter((one) => !one.startsWith(LACKS)),
    );
    this.failures.set(`D ${name}`, await this.wrongInHistory(shape, id));
  }

  async afterPasses(): Promise<void> {
    await this.lookAgain('C');
    await this.sendAgain();
    const [derived] = await Promise.all([this.derived(), this.lookAgain("C'")]);
    for (const shape of shapes) this.failures.set(`E ${shape.name}`, wrongInDerived(shape, derived));
  }

  private async lookAgain(column: keyof typeof columns): Promise<void> {
    const look = async (shape: Shape) => this.failures.set(`${column} ${shape.name}`, await this.wrongIn(shape));
    await Promise.all(shapes.map(look));
  }

  /** Sends what was said on the first day by every other way in. */
  private async sendAgain(): Promise<void> {
    const { ada, botOfBo, folder, cairn } = this.world;
    const file = join(folder, 'day-one.jsonl');
    const timestamp = Corrections.DAY_ONE;
    const lines = shapes.flatMap(({ name, said }) => [
      { kind: 'message', id: randomUUID(), sessionKey: `again-${name}`, content: said, timestamp },
      { kind: 'memory', id: randomUUID(), title: 'Wendell', content: said, timestamp },
    ]);
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { json } = await cairn('import', 'jsonl', file, '--json');
    if (json.failed > 0 || json.forgotten > 0) throw new Error(`Not all is sent again: ${JSON.stringify(json)}`);
    const chunks = shapes.map(({ said }) => ({ content: said }));
    await must(ada.post('/v1/knowledge-imports', { knowledgeBaseName: 'Wendell', chunks }));
    await Promise.all(
      shapes.flatMap(({ name, said }) => [
        must(ada.call('PUT', '/v1/notes', { path: `wendell/${name}.md`, text: said, workspace: 'atlas' })),
        ...[ada, botOfBo].map((who) => remember(who, said, { title: 'Wendell' })),
      ]),
    );
  }

  /** Names items that state the stale value without a qualifier, and answers without the value that holds now. */
  private async wrongIn({ question, stale, now }: Shape, readers?: readonly Client[]): Promise<string[]> {
    const { ada, bo, botOfAda } = this.world;
    const blocks = await Promise.all((readers ?? [ada, bo, botOfAda]).map((who) => promptOf(who, question)));
    return blocks.flatMap((block) => [
      ...unqualified(block, stale),
      ...(now === undefined || block.includes(now) ? [] : [`${LACKS}${now}: ${block}`]),
    ]);
  }

  private async wrongInHistory({ past, stale }: Shape, id: string): Promise<string[]> {
    const block = await promptOf(this.world.ada, past, { includeArchived: true });
    const revisions = await must(this.world.ada.get(`/v1/memories/${id}/revisions`));
    return block.includes(stale) || JSON.stringify(revisions).includes(stale) ? [] : [block];
  }

  private async derived(): Promise<Derived> {
    const { ada, folder, cairn } = this.world;
    const [overview, wake, graph] = await Promise.all([
      must(ada.post('/v1/recall/overview', { topic: 'Wendell' })),
      must(ada.get('/v1/recall/wake')),
      must(ada.post('/v1/graph/explore', { entity: 'Wendell' })),
    ]);
    const file = join(folder, 'wendell.jsonl');
    await cairn('export', '--file', file);
    return {
      blocks: [overview.injectionBlock, wake.injectionBlock],
      graph: JSON.stringify(graph),
      exported: readFileSync(file, 'utf8').split('\n'),
    };
  }
}

interface Derived {
  readonly blocks: readonly string[];
  readonly graph: string;
  /** Lines of an export. */
  readonly exported: readonly string[];
}

/** Names what states the stale value of a shape as one that holds. */
function wrongInDerived({ stale }: Shape, { blocks, graph, exported }: Derived): string[] {
  const memories = exported.filter((line) => line.includes('"kind":"memory"') && line.includes(stale));
  return [
    ...blocks.flatMap((block) => unqualified(block, stale)),
    // A chunk of the document that was sent again keeps its words.
    ...memories.filter((line) => line.includes('"state":"active"') && !line.includes('knowledgeBase')),
    ...(graph.includes(stale) ? [graph] : []),
  ];
}
