import { Controller } from '@nestjs/common';
import type { ItemId, MeaningReviewItem, Memory, ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type ListFilter, type Principal, type Scope } from '@cairn/domain';
import { englishReader, repositoryOf, type StatementReader } from '@cairn/graph';
import { mapYielding, Serves, Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import { ProposedMeaning } from './proposed-meaning.ts';
import { histories, type Histories, useCounts, type UseCounts } from '@cairn/store';

/** For each kind of memory, this many of the most used and this many of the newest memories are searched. */
const MEMORIES_SCANNED = 500;
/** Number of statements that are read, most used first. */
const STATEMENTS_READ = 100;
/**
 * A relation with at least this confidence counts as certain. With less confidence, the text may mean another entity.
 */
const CERTAIN_CONFIDENCE_MIN = 0.8;

/** Lists memories whose meaning is missing, for a person or an agent to add. */
@Controller()
export class MeaningReviewController {
  constructor(
    private readonly items: ItemReader,
    @Uses(histories) private readonly histories: Histories,
    @Uses(useCounts) private readonly uses: UseCounts,
    private readonly proposed: ProposedMeaning,
  ) {}

  @Serves('meaningReview')
  async meaningReview(
    principal: Principal,
    { query: { channel, limit } }: ParsedInput<'meaningReview'>,
  ): Promise<RouteOutput<'meaningReview'>> {
    const scope = scopeOf(principal, channel);
    const found = (categories: Memory['category'][]) => this.found(scope, { kind: 'memory', channel, categories });
    const [rules, statements] = await Promise.all([found(['rule', 'decision']), found(['fact', 'person'])]);
    const lacking = [...rules, ...statements].flatMap((memory) => reviewItemsOf(memory, lackOf(memory)));
    const others = statements.filter((memory) => lackOf(memory) === undefined).slice(0, STATEMENTS_READ);
    return { items: await this.mostUsed(scope, [...lacking, ...(await this.unsure(scope, others))], limit) };
  }

  @Serves('proposeMeaning')
  async proposeMeaning(
    principal: Principal,
    { body: query }: ParsedInput<'proposeMeaning'>,
  ): Promise<RouteOutput<'proposeMeaning'>> {
    const { items } = await this.meaningReview(principal, { query });
    return this.proposed.of(items);
  }

  /** Selects the most used memories, followed by the newest others. */
  private async found(scope: Scope, filter: ListFilter & { kind: 'memory' }): Promise<Memory[]> {
    const [newest, ids] = await Promise.all([
      this.items.list(scope, filter, { order: 'newest', limit: MEMORIES_SCANNED }),
      this.uses.most({ scope, filter, limit: MEMORIES_SCANNED }),
    ]);
    const byId = new Map(newest.map((memory) => [memory.id as ItemId, memory as Memory]));
    const older = ids.filter((id) => !byId.has(id));
    for (const memory of await this.items.hydrate(scope, filter, older))
      byId.set(memory.id as ItemId, memory as Memory);
    const used = ids.flatMap((id) => byId.get(id) ?? []);
    return [...new Set([...used, ...byId.values()])];
  }

  private async mostUsed(scope: Scope, lacking: MeaningReviewItem[], limit: number): Promise<MeaningReviewItem[]> {
    const ids = lacking.map(({ memoryId }) => memoryId as ItemId);
    const usesById = new Map((await this.uses.of({ scope, memoryIds: ids })).map(({ id, ...uses }) => [id, uses]));
    const counted = lacking.map((item) => ({ ...item, uses: usesById.get(item.memoryId as ItemId) }));
    return counted
      .toSorted((one, other) => timesOf(other) - timesOf(one) || other.strength - one.strength)
      .slice(0, limit);
  }

  /** Selects statements without given relations in which the English reader finds no certain relation. */
  private async unsure(scope: Scope, statements: readonly Memory[]): Promise<MeaningReviewItem[]> {
    if (statements.length === 0) return [];
    const [histories, read] = await Promise.all([
      this.histories.of({ scope, ids: statements.map(({ id }) => id as ItemId) }),
      englishReader(),
    ]);
    const given = new Set(histories.filter(({ relations }) => relations?.length).map(({ id }) => id as string));
    const bare = statements.filter(({ id }) => !given.has(id));
    const unsure = await mapYielding(bare, (memory) =>
      isUnsure(memory, read) ? reviewItemsOf(memory, 'relations') : [],
    );
    return unsure.flat();
  }
}

const timesOf = ({ uses }: MeaningReviewItem): number => uses?.times ?? 0;

/**
 * Whether the reader finds only relations below `CERTAIN_CONFIDENCE_MIN`, or finds no relation in a memory about a person. A fact without
 * relations is not unsure, since it need not name a person or entity.
 */
function isUnsure({ id, category, title, content, channel }: Memory, read: StatementReader): boolean {
  const statements = read({ title, content, evidence: { memoryId: id }, saidAt: 0, ...repositoryOf(channel) });
  return statements.length === 0
    ? category === 'person'
    : statements.every(({ confidence }) => confidence < CERTAIN_CONFIDENCE_MIN);
}

function reviewItemsOf(memory: Memory, lacks: MeaningReviewItem['lacks'] | undefined): MeaningReviewItem[] {
  const { id: memoryId, category, title, content, strength, version } = memory;
  return lacks === undefined ? [] : [{ memoryId, category, title, content, strength, version, lacks }];
}

function lackOf({ category, forbids, actionTriggers, decides, subject, attribute, value }: Memory) {
  if (category === 'rule') return forbids || actionTriggers ? undefined : 'forbids';
  if (category === 'decision') return decides ? undefined : 'decides';
  return subject !== null && attribute !== null && value === undefined ? 'value' : undefined;
}
