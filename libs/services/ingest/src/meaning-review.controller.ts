import { Controller } from '@nestjs/common';
import type { ItemId, MeaningReviewItem, Memory, ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal, type Scope } from '@cairn/domain';
import { englishReader, repositoryOf, type StatementReader } from '@cairn/graph';
import { inTurns, Serves } from '@cairn/platform';
import { Histories, ItemReader } from '@cairn/ports';

/** The number of the newest memories of a kind that are searched. */
const SCANNED = 500;
/** How many of the newest statements are read. */
const READ = 100;
/** A relation that is read less surely may name another thing. */
const SURE = 0.8;

/** Lists what a person or an agent can give the meaning of. */
@Controller()
export class MeaningReviewController {
  constructor(
    private readonly items: ItemReader,
    private readonly histories: Histories,
  ) {}

  @Serves('meaningReview')
  async meaningReview(
    principal: Principal,
    { query: { channel, limit } }: ParsedInput<'meaningReview'>,
  ): Promise<RouteOutput<'meaningReview'>> {
    const scope = scopeOf(principal, channel);
    const newest = async (categories: Memory['category'][]) => {
      const filter = { kind: 'memory', channel, categories } as const;
      return (await this.items.list(scope, filter, { order: 'newest', limit: SCANNED })) as Memory[];
    };
    const [rules, statements] = await Promise.all([newest(['rule', 'decision']), newest(['fact', 'person'])]);
    const items = [
      ...[...rules, ...statements].flatMap((memory) => reviewed(memory, lackOf(memory))),
      ...(await this.unsure(scope, statements.filter((memory) => lackOf(memory) === undefined).slice(0, READ))),
    ];
    return { items: items.toSorted((one, other) => other.strength - one.strength).slice(0, limit) };
  }

  /** The statements without given relations in which English reads none surely. */
  private async unsure(scope: Scope, statements: readonly Memory[]): Promise<MeaningReviewItem[]> {
    if (statements.length === 0) return [];
    const [histories, read] = await Promise.all([
      this.histories.of(
        scope,
        statements.map(({ id }) => id as ItemId),
      ),
      englishReader(),
    ]);
    const given = new Set(histories.filter(({ relations }) => relations?.length).map(({ id }) => id as string));
    const bare = statements.filter(({ id }) => !given.has(id));
    const unsure = await inTurns(bare, (memory) => (isUnsure(memory, read) ? reviewed(memory, 'relations') : []));
    return unsure.flat();
  }
}

/** A fact need say nothing of who or what; a memory of a person does. */
function isUnsure({ id, category, title, content, channel }: Memory, read: StatementReader): boolean {
  const statements = read({ title, content, evidence: { memoryId: id }, saidAt: 0, ...repositoryOf(channel) });
  return statements.length === 0 ? category === 'person' : statements.every(({ confidence }) => confidence < SURE);
}

function reviewed(memory: Memory, lacks: MeaningReviewItem['lacks'] | undefined): MeaningReviewItem[] {
  const { id: memoryId, category, title, content, strength, version } = memory;
  return lacks === undefined ? [] : [{ memoryId, category, title, content, strength, version, lacks }];
}

function lackOf({ category, forbids, actionTriggers, decides, subject, attribute, value }: Memory) {
  if (category === 'rule') return forbids || actionTriggers ? undefined : 'forbids';
  if (category === 'decision') return decides ? undefined : 'decides';
  return subject !== null && attribute !== null && value === undefined ? 'value' : undefined;
}
