import { RecallRequest } from '@cairn/contracts';
import { englishReader, normaliseName } from '@cairn/graph';
import { RouteCaller } from '@cairn/ports';
import { z } from 'zod';
import { count, newTally, tallyText, type Tally } from './answers-tally.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { untilHandled, untilIndexed } from './load.ts';
import { rowsOf, type MeaningRun } from './meaning-set.ts';

const Names = z.array(z.string());
const Relation = z.object({ from: Names, type: Names, to: Names, says: z.enum(['holds', 'ends', 'denies']) });
const StatementSaid = z.object({
  id: z.string(),
  category: z.string(),
  text: z.string(),
  title: z.string().optional(),
  relations: z.array(Relation).optional(),
  kind: z.string().optional(),
  entity: z.string().optional(),
  answer: Names.optional(),
});
type StatementSaid = z.infer<typeof StatementSaid>;

/** Relation as returned by the reader. */
interface Read {
  readonly from: readonly string[];
  readonly type: string;
  readonly to: readonly string[];
  readonly says: string;
}

/** Reads the statements of a set and counts right relations by category, then asks the product the set's questions. */
export async function measureStatements({ folder, tell }: MeaningRun): Promise<void> {
  const rows = rowsOf(folder, 'statements').map((row) => StatementSaid.parse(row));
  await measureReading(rows, tell);
  const server = await startBenchServer({ remember: true });
  try {
    await measureQuestions(server, rows, tell);
  } finally {
    await server.close();
  }
}

interface Counted {
  readonly found: number;
  readonly right: number;
  readonly said: number;
  readonly hit: number;
}

async function measureReading(rows: readonly StatementSaid[], tell: MeaningRun['tell']): Promise<void> {
  const read = await englishReader();
  const counted = rows.flatMap(({ id, category, text, title, relations }) => {
    if (relations === undefined) return [];
    const found = read({
      content: text,
      ...(title !== undefined && { title }),
      saidAt: 0,
      evidence: { memoryId: id },
    }).map(({ from, type, to, says }): Read => ({ from: namesOf(from), type, to: namesOf(to), says }));
    const right = found.filter((one) => relations.some((gold) => isSame(gold, one)));
    const hit = relations.filter((gold) => found.some((one) => isSame(gold, one)));
    tell({ part: 'statements', id, text, found, missed: relations.filter((gold) => !hit.includes(gold)) });
    return [{ category, found: found.length, right: right.length, said: relations.length, hit: hit.length }];
  });
  for (const [category, some] of Map.groupBy(counted, (one) => one.category)) print(category, some);
  print('statements', counted);
}

function print(name: string, counted: readonly Counted[]): void {
  const sum = (of: keyof Counted) => counted.reduce((all, one) => all + one[of], 0);
  const share = (part: number, all: number) => (all === 0 ? '   -' : (part / all).toFixed(3));
  console.log(
    `${name.padEnd(14)} precision ${share(sum('right'), sum('found'))} of ${sum('found')}, recall ${share(sum('hit'), sum('said'))} of ${sum('said')}`,
  );
}

const namesOf = ({ name, aliases = [] }: { readonly name: string; readonly aliases?: readonly string[] }): string[] => [
  name,
  ...aliases,
];

const isSame = (gold: z.infer<typeof Relation>, { from, type, to, says }: Read): boolean =>
  gold.type.includes(type) && gold.says === says && isNamed(gold.from, from) && isNamed(gold.to, to);

/** Compares names without articles and without nouns that name their kind. */
const isNamed = (gold: readonly string[], told: readonly string[]): boolean => {
  const wanted = new Set(gold.map(bare));
  return told.some((name) => wanted.has(bare(name)));
};
const KIND =
  'team|service|group|squad|crew|repository|repo|project|package|library|module|system|database|folder|directory|file';
const bare = (name: string): string =>
  normaliseName(name)
    .replace(/[`"'@]/gu, '')
    .replace(/^(?:the|our|a|an|all|each|every) /u, '')
    .replace(new RegExp(`^(?:${KIND}) | (?:${KIND})$`, 'gu'), '');

/** Asks the graph by name and relation, and by the question as worded; then asks recall the same questions. */
async function measureQuestions(
  server: BenchServer,
  rows: readonly StatementSaid[],
  tell: MeaningRun['tell'],
): Promise<void> {
  const api = server.service.app.get(RouteCaller);
  const stored = await storeStatements(server, rows);
  const questions = rows.filter(({ answer }) => answer !== undefined);
  let [byName, byQuestion] = [0, 0];
  for (const { id, text, kind = 'owns', entity = text, answer = [] } of questions) {
    const isRight = async (asked: { readonly entity: string; readonly relation?: string }) => {
      const { owners } = await api.call('graphOwners', server.principal, { body: asked });
      return owners.length > 0 && isNamed(answer, [owners[0]!.label]);
    };
    const [named, worded] = [await isRight({ entity, relation: kind }), await isRight({ entity: text })];
    byName += Number(named);
    byQuestion += Number(worded);
    tell({ part: 'questions', id, text, named, worded });
  }
  console.log(
    `questions answered: ${byName} of ${questions.length} by name and relation, ${byQuestion} as they are worded`,
  );
  const tally = newTally();
  for (const question of questions) await measureRecall(server, question, { stored, tally, tell });
  console.log(tallyText('put to recall', tally));
}

/** Stores the statements as memories, and returns them by memory id. */
async function storeStatements(
  { service, principal }: BenchServer,
  rows: readonly StatementSaid[],
): Promise<ReadonlyMap<string, StatementSaid>> {
  const api = service.app.get(RouteCaller);
  const stored = new Map<string, StatementSaid>();
  for (const row of rows) {
    const { text, title = text.slice(0, 80) } = row;
    const body = [{ title, content: text, store: 'semantic' as const, category: 'fact' as const, tags: [] }];
    if (row.relations === undefined) continue;
    stored.set((await api.call('addMemories', principal, { body })).items[0]!.id, row);
  }
  await untilIndexed(api, principal);
  await untilHandled(service);
  return stored;
}

interface Recalling {
  readonly stored: ReadonlyMap<string, StatementSaid>;
  readonly tally: Tally;
  readonly tell: MeaningRun['tell'];
}

/** Counts whether an answering statement is the first hit. Questions without a stored answer are skipped. */
async function measureRecall(
  { service, principal }: BenchServer,
  question: StatementSaid,
  { stored, tally, tell }: Recalling,
): Promise<void> {
  const expect = [...stored].filter(([, row]) => answers(row, question)).map(([id]) => id);
  if (expect.length === 0) return;
  const body = RecallRequest.parse({ query: question.text });
  const { hits } = await service.app.get(RouteCaller).call('recall', principal, { body });
  const shown = hits.map((hit) => (hit.kind === 'memory' ? hit.memoryId : ''));
  count(tally, shown, { expect });
  const texts = shown.slice(0, 3).map((id) => stored.get(id)?.text);
  tell({ part: 'recall', id: question.id, text: question.text, first: expect.includes(shown[0] ?? ''), shown: texts });
}

/** Tells whether a statement contains the requested relation with the expected answer. */
function answers(
  { relations = [] }: StatementSaid,
  { kind = 'owns', answer = [], entity = '' }: StatementSaid,
): boolean {
  const words = new Set(bare(entity).split(' '));
  const sharesWord = (names: readonly string[]) =>
    names.some((name) =>
      bare(name)
        .split(' ')
        .some((one) => words.has(one)),
    );
  return relations.some(
    ({ from, type, to, says }) =>
      says !== 'ends' &&
      type.includes(kind) &&
      ((isNamed(answer, from) && sharesWord(to)) || (isNamed(answer, to) && sharesWord(from))),
  );
}
