import { Controller } from '@nestjs/common';
import {
  CairnError,
  MemoryInput,
  type FoundMemory,
  type LearnedPattern,
  type Memory,
  type MemoryId,
  type ParsedInput,
  type RouteOutput,
  type SavePatternRequest,
} from '@cairn/contracts';
import { effectiveTime, scopeOf, type Principal } from '@cairn/domain';
import {
  memoryOfPattern,
  PATTERN_SOURCE,
  patternOfMemory,
  patternIdentity,
  placeTag,
  raiseConfidence,
} from '@cairn/notes';
import { maskedCountsOf, Serves, Uses } from '@cairn/platform';
import { ChangeQueue, Clock, ItemWriter, ItemReader } from '@cairn/ports';
import { patterns, type Patterns, newMemory, sha256 } from '@cairn/store';
import { overwriteOf } from './items/overwrite.ts';
import { cursorOf, placeOf } from './items/cursor.ts';

/** Routes of Forge's learned patterns, which are stored as procedural memories. */
@Controller()
export class PatternsController {
  private readonly changes = new ChangeQueue();

  constructor(
    private readonly writer: ItemWriter,
    private readonly items: ItemReader,
    @Uses(patterns) private readonly patterns: Patterns,
    private readonly clock: Clock,
  ) {}

  /**
   * Saves a pattern. Its external id is made of place and text. So one of several concurrent saves stores the pattern,
   * and the other saves raise its confidence.
   */
  @Serves('savePattern')
  async savePattern(
    author: Principal,
    { query, body }: ParsedInput<'savePattern'>,
  ): Promise<RouteOutput<'savePattern'>> {
    const item = this.itemOf(author, body);
    const masked = maskedCountsOf(body);
    const [receipt] = await this.writer.write(
      author,
      [item],
      undefined,
      overwriteOf(author, query.overwrite === 'true'),
    );
    const id = receipt!.id as MemoryId;
    if (!receipt!.created) await this.raise(author, id, body);
    const found = (await this.items.find(scopeOf(author), 'memory', id)) as FoundMemory | undefined;
    const saved = found && learnedPatternOf(found);
    if (!saved) throw goneError();
    return { saved, created: receipt!.created, ...(masked && { masked }) };
  }

  @Serves('listPatterns')
  async listPatterns(
    principal: Principal,
    { query }: ParsedInput<'listPatterns'>,
  ): Promise<RouteOutput<'listPatterns'>> {
    const { limit, cursor } = query;
    const filter = { kind: 'memory', source: PATTERN_SOURCE, tags: [placeTag(query)] } as const;
    const after = cursor === undefined ? undefined : placeOf(cursor, 'stored');
    const page = { order: 'stored', limit: limit + 1, after } as const;
    const found = (await this.items.list(scopeOf(principal), filter, page)) as FoundMemory[];
    const last = found.length > limit ? found[limit - 1] : undefined;
    return {
      patterns: found.slice(0, limit).flatMap((memory) => learnedPatternOf(memory) ?? []),
      nextCursor: last ? cursorOf('stored', { id: last.id, time: effectiveTime(last) }) : null,
    };
  }

  private itemOf(author: Principal, body: SavePatternRequest) {
    const now = this.clock.now();
    const timestamp = body.timestamp ?? new Date(now).toISOString();
    const own = memoryOfPattern(body, body, { id: body.id ?? freshId(now), timestamp });
    const input = MemoryInput.parse({ ...own, timestamp });
    const key = sha256(patternIdentity(body, { ...body, pattern: input.content }));
    const item = newMemory(author, { ...input, externalId: key }, '');
    return { ...item, derived: { ...item.derived, contentHash: key, statement: undefined } };
  }

  private async raise(author: Principal, id: MemoryId, body: SavePatternRequest): Promise<void> {
    const raised = await this.changes.run([author.orgId, id], () => this.raiseOnce(author, id, body));
    if (!raised) throw new CairnError('item/stale-version', 'The pattern is saved by too many at once. Try again.');
  }

  /** Raises the confidence of a stored pattern. Returns undefined after a concurrent change. */
  private async raiseOnce(author: Principal, id: MemoryId, body: SavePatternRequest): Promise<true | undefined> {
    const scope = scopeOf(author);
    const found = (await this.items.find(scope, 'memory', id)) as FoundMemory | undefined;
    if (!found) throw goneError();
    const { version, declaredConfidence, tags, provenance } = found;
    const timestamp = body.timestamp ?? new Date(this.clock.now()).toISOString();
    const move = {
      from: { id, version, declaredConfidence },
      confidence: raiseConfidence(declaredConfidence, body.confidence),
      tags: [...new Set([...tags, ...body.tags])].slice(0, TAGS_MAX),
      provenance: { ...provenance, timestamp },
    };
    return (await this.patterns.move({ scope, id, move })) || undefined;
  }
}

const TAGS_MAX = 50;

function learnedPatternOf(memory: Memory): LearnedPattern | undefined {
  const found = patternOfMemory(memory);
  if (!found) return undefined;
  const { tags, ...pattern } = found;
  return { ...pattern, ...(tags && { tags: [...tags] }), memoryId: memory.id };
}

/** Makes an id in the form that Forge uses. */
const freshId = (now: number): string => `mem_${now}_${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`;

const goneError = () =>
  new CairnError('item/stale-version', 'The pattern was forgotten while it was saved. Save it again.');
