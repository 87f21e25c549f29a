import type { AnswersSet, Question } from './answers-set.ts';
import { toolCaller, type ToolAnswer, type ToolCaller } from './answers-client.ts';
import { hitsOf, violationsIn, type ShownHit } from './answers-hits.ts';
import { ModeEffects, modeOf } from './answers-modes.ts';
import { count, newTally, tallyText, type Tally } from './answers-tally.ts';
import type { LoadedTeam } from './answers-team.ts';
import { tokensOf, tokensText, type TokensOf } from './answers-text-share.ts';
import type { CountTokens } from './answers-tokens.ts';
import { briefedBy, coverageOf, whyVerdict, type Briefed, type Coverage, type WhyVerdict } from './answers-told.ts';

/** Inputs of a run: the set, the loaded team, and the client that asks. */
export interface AnswersRun {
  readonly set: AnswersSet;
  readonly team: LoadedTeam;
  readonly asker: ToolCaller;
  readonly url: string;
  readonly countTokens: CountTokens;
  /** True to print the single questions that failed. */
  readonly isOpen: boolean;
}

const NEGATIVE = 'negative';
const CONVERSATION = 'conversation';

/** Asks all questions by recall; prints hit rates, lengths of the answers, and whether scores fall monotonically. */
export async function measureQuestions(run: AnswersRun): Promise<void> {
  const byKind = new Map<string, Tally>();
  const modes = { plain: newTally(), mode: newTally() };
  const effects = new ModeEffects();
  const tokens: TokensOf[] = [];
  const wrong: string[] = [];
  let violations = 0;
  let [quiet, negatives] = [0, 0];
  for (const question of run.set.questions) {
    const answer = await recall(run, question, question.mode);
    const hits = hitsOf(answer, run.team);
    violations += violationsIn(hits);
    if (hits.length > 0) tokens.push(...recallTokens(run, answer, hits));
    if (question.kind === NEGATIVE) {
      negatives += 1;
      quiet += Number(hits.length === 0);
      continue;
    }
    const keys = hits.map(({ key }) => key);
    const tally = byKind.get(question.kind) ?? newTally();
    byKind.set(question.kind, tally);
    const before = tally.first;
    count(tally, keys, question);
    if (tally.first === before) wrong.push(`${question.id} ${question.text}: ${keys.slice(0, 3).join(' ')}`);
    await measureMode(run, question, effects);
    if (question.mode === undefined) continue;
    count(modes.mode, keys, question);
    count(modes.plain, await keysOf(run, question, undefined), question);
  }
  const total = [...byKind.values()].reduce(sum, newTally());
  console.log('questions');
  for (const [kind, tally] of byKind) console.log(tallyText(kind, tally));
  console.log(tallyText('all', total));
  console.log(tallyText('with their mode', modes.mode));
  console.log(tallyText('the same without', modes.plain));
  for (const line of effects.lines) console.log(line);
  console.log(`  negatives: nothing shown for ${quiet} of ${negatives}`);
  console.log(`  order violations: ${violations}`);
  if (run.isOpen) for (const line of wrong) console.log(`  not first: ${line}`);
  printTokens('tokens of recall', run, tokens);
}

/** Asks once without a mode and once in that of the question's kind. */
async function measureMode(run: AnswersRun, question: Question, effects: ModeEffects): Promise<void> {
  const mode = modeOf(question);
  if (mode === undefined) return;
  const [plain, moded] = [await keysOf(run, question, undefined), await keysOf(run, question, mode)];
  effects.add(mode, question, { plain, moded });
}

const keysOf = async (run: AnswersRun, question: Question, mode: string | undefined) =>
  hitsOf(await recall(run, question, mode), run.team).map(({ key }) => key);

const recall = ({ asker, set }: AnswersRun, { text }: Pick<Question, 'text'>, mode: string | undefined) =>
  asker.call('crystal_recall', {
    query: text,
    askedAtMs: Date.parse(set.team.now),
    ...(mode !== undefined && { mode }),
    ...(mode === CONVERSATION && { sources: 'without-notes' }),
  });

function sum(one: Tally, other: Tally): Tally {
  return {
    asked: one.asked + other.asked,
    first: one.first + other.first,
    three: one.three + other.three,
    missing: one.missing + other.missing,
  };
}

function recallTokens({ countTokens, set }: AnswersRun, answer: ToolAnswer, hits: readonly ShownHit[]): TokensOf[] {
  if (!countTokens) return [];
  const keys = new Set(hits.map(({ key }) => key));
  const memories = set.team.memories.filter(({ key }) => keys.has(key));
  const messages = set.team.messages.filter(({ key }) => keys.has(key));
  const texts = [...memories.flatMap(({ title, content }) => [title, content]), ...messages.map(({ text }) => text)];
  return [tokensOf(answer, { texts, items: hits.length }, countTokens)];
}

function printTokens(title: string, { countTokens }: AnswersRun, tokens: readonly TokensOf[]): void {
  if (!countTokens) return console.log(`skipped: ${title} (gpt-tokenizer is not installed)`);
  console.log(title);
  console.log(tokensText('all', tokens));
  const few = tokens.filter(({ items }) => items >= 3 && items <= 8);
  console.log(tokensText('of 3 to 8 hits', few));
  const within = few.filter(({ parts }) => parts.reduce((all, part) => all + part, 0) <= 500).length;
  console.log(`  of 3 to 8 hits within 500: ${within} of ${few.length}`);
}

/** Measures the newest messages of each channel and of all: tokens of the answer compared with those of the texts. */
export async function measureRecent(run: AnswersRun): Promise<void> {
  const { countTokens, asker, set } = run;
  if (!countTokens) return console.log('skipped: tokens of recent (gpt-tokenizer is not installed)');
  const tokens: TokensOf[] = [];
  for (const channel of [undefined, ...new Set(set.team.messages.map((message) => message.channel))]) {
    const answer = await asker.call('crystal_recent', { limit: 20, ...(channel !== undefined && { channel }) });
    const shown = answer.fields['messages'] as { content: string }[];
    tokens.push(tokensOf(answer, { texts: shown.map(({ content }) => content), items: shown.length }, countTokens));
  }
  console.log('tokens of recent');
  console.log(tokensText('limit 20', tokens));
}

/** Measures message search. */
export async function measureMessages(run: AnswersRun): Promise<void> {
  const tally = newTally();
  const tokens: TokensOf[] = [];
  let violations = 0;
  for (const question of run.set.questions) {
    const expect = question.expect.filter((key) => key.startsWith('s'));
    if (expect.length === 0) continue;
    const answer = await run.asker.call('crystal_search_messages', { query: question.text });
    const hits = hitsOf(answer, run.team);
    violations += violationsIn(hits);
    count(tally, hits.map(({ key }) => key), { expect }); // prettier-ignore
    tokens.push(...recallTokens(run, answer, hits));
  }
  console.log('message search');
  console.log(tallyText('all', tally));
  console.log(`  order violations: ${violations}`);
  if (run.countTokens) console.log(tokensText('tokens', tokens));
}

/** Measures updated values: the newest must come first, and no similar text may be moved before a right one. */
export async function measureUpdates(run: AnswersRun): Promise<void> {
  let [first, outdated, moved] = [0, 0, 0];
  for (const update of run.set.updates) {
    const keys = hitsOf(await recall(run, update, undefined), run.team).map(({ key }) => key);
    first += Number(keys[0] === update.expect);
    outdated += Number(update.old !== null && keys[0] === update.old);
    moved += Number(keys[0] !== undefined && update.decoys.includes(keys[0]));
  }
  console.log(
    `updates: right first ${first} of ${run.set.updates.length}, outdated first ${outdated}, look-alike first ${moved}`,
  );
}

/** Measures values that are asked for right after they were written, before their vectors exist. */
export async function measureValues(
  { set, isOpen }: Pick<AnswersRun, 'set' | 'isOpen'>,
  asker: ToolCaller,
): Promise<void> {
  const keyById = new Map<string, string>();
  for (const { id, write } of set.values) {
    const { fields } = await asker.call('crystal_remember', { title: write, content: `${write}.` });
    keyById.set(String(fields['memoryId']), id);
  }
  const tally = newTally();
  for (const { id, ask } of set.values) {
    const keys = hitsOf(await asker.call('crystal_recall', { query: ask }), { keyById }).map(({ key }) => key);
    count(tally, keys, { expect: [id] });
    if (isOpen && keys[0] !== id) console.log(`  value not first: ${id} ${ask}: ${keys.slice(0, 3).join(' ')}`);
  }
  console.log('values asked at once');
  console.log(tallyText('all', tally));
}

/** Measures why, overview and briefing by written rules, with their tokens. */
export async function measureTold(run: AnswersRun): Promise<void> {
  const lengths = { why: [] as number[], overview: [] as number[], wake: [] as number[] };
  const weigh = (name: keyof typeof lengths, { parts }: ToolAnswer) => {
    if (run.countTokens) lengths[name].push(parts.reduce((all, part) => all + run.countTokens!(part), 0));
  };
  await tellWhy(run, weigh);
  await tellOverviews(run, weigh);
  await tellBriefings(run, weigh);
  if (!run.countTokens)
    return console.log('skipped: tokens of why, overview and wake (gpt-tokenizer is not installed)');
  for (const [name, all] of Object.entries(lengths)) console.log(`tokens of ${name}: mean ${meanOf(all)}, most ${Math.max(0, ...all)}`); // prettier-ignore
}

const meanOf = (all: readonly number[]) =>
  (all.reduce((one, other) => one + other, 0) / Math.max(1, all.length)).toFixed(0);

type Weigh = (name: 'why' | 'overview' | 'wake', answer: ToolAnswer) => void;

async function tellWhy({ set, asker, team, isOpen }: AnswersRun, weigh: Weigh): Promise<void> {
  const verdicts: Record<WhyVerdict, number> = { right: 0, partly: 0, misleading: 0 };
  for (const decision of set.decisions) {
    const answer = await asker.call('crystal_why_did_we', { decision: decision.question });
    weigh('why', answer);
    const verdict = whyVerdict(decision, answer, team);
    verdicts[verdict] += 1;
    if (isOpen && verdict !== 'right') console.log(`  why ${decision.id}: ${verdict}`);
  }
  console.log(`why: right ${verdicts.right}, partly ${verdicts.partly}, misleading ${verdicts.misleading}`);
}

async function tellOverviews({ set, asker, team }: AnswersRun, weigh: Weigh): Promise<void> {
  const all: Coverage[] = [];
  for (const topic of set.topics) {
    const answer = await asker.call('crystal_what_do_i_know', { topic: topic.topic });
    weigh('overview', answer);
    all.push(coverageOf(topic, answer, team));
  }
  const total = (of: keyof Coverage) => all.reduce((one, other) => one + other[of], 0);
  console.log(
    `overview: ${total('shown')} of ${total('expected')} shown, ${total('notRelevant')} that are not relevant, open questions ${total('open')} of ${total('openExpected')}`,
  );
}

async function tellBriefings({ set, team, url }: AnswersRun, weigh: Weigh): Promise<void> {
  const all: Briefed[] = [];
  for (const briefing of set.briefings) {
    const caller = await toolCaller(url, team.keyByName.get(briefing.who)!);
    const answer = await caller.call('crystal_wake', { channel: briefing.channel });
    await caller.close();
    weigh('wake', answer);
    all.push(briefedBy(briefing, answer, team));
  }
  const total = (of: 'must' | 'mustAsked' | 'mustNot') => all.reduce((one, other) => one + other[of], 0);
  const sessions = all.filter(({ isLastSession }) => isLastSession).length;
  console.log(
    `briefings: ${total('must')} of ${total('mustAsked')} that must be there, ${total('mustNot')} that must not, own last session right in ${sessions} of ${all.length}`,
  );
}
