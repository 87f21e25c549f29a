import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Overview } from './overview/overview.ts';
import { NearSearch } from './preflight/near-search.ts';
import { Preflight } from './preflight/preflight.ts';
import { KnowledgeSearch } from './knowledge-search.ts';
import { NoteLines } from './notes/note-lines.ts';
import { NoteSearch } from './notes/note-search.ts';
import { Wake } from './wake/wake.ts';
import { MemoryLinks } from './hits/memory-links.ts';
import { PatternRecall } from './patterns/pattern-recall.ts';
import { ReadApi } from './read-api.ts';
import { Why } from './why/why.ts';

@Controller()
export class RecallController {
  constructor(
    private readonly service: ReadApi,
    private readonly preflights: Preflight,
    private readonly near: NearSearch,
    private readonly reasons: Why,
    private readonly overviews: Overview,
    private readonly noteSearch: NoteSearch,
    private readonly knowledge: KnowledgeSearch,
    private readonly lines: NoteLines,
    private readonly briefing: Wake,
    private readonly patterns: PatternRecall,
    private readonly links: MemoryLinks,
  ) {}

  @Serves('recall')
  recall(principal: Principal, { body }: ParsedInput<'recall'>): Promise<RouteOutput<'recall'>> {
    return this.service.recall(principal, body);
  }

  @Serves('searchMessages')
  searchMessages(
    principal: Principal,
    { body }: ParsedInput<'searchMessages'>,
  ): Promise<RouteOutput<'searchMessages'>> {
    return this.service.searchMessages(principal, body);
  }

  @Serves('recent')
  recent(principal: Principal, { query }: ParsedInput<'recent'>): Promise<RouteOutput<'recent'>> {
    return this.service.recent(principal, query);
  }

  @Serves('preflight')
  preflight(principal: Principal, { body }: ParsedInput<'preflight'>): Promise<RouteOutput<'preflight'>> {
    return this.preflights.check(principal, body, (request) => this.near.find(principal, request));
  }

  @Serves('overview')
  overview(principal: Principal, { body }: ParsedInput<'overview'>): Promise<RouteOutput<'overview'>> {
    return this.overviews.of(principal, body);
  }

  @Serves('wake')
  wake(principal: Principal, { query }: ParsedInput<'wake'>): Promise<RouteOutput<'wake'>> {
    return this.briefing.of(principal, query);
  }

  @Serves('why')
  why(principal: Principal, { body }: ParsedInput<'why'>): Promise<RouteOutput<'why'>> {
    return this.reasons.tell(principal, body);
  }

  @Serves('memoryLinks')
  memoryLinks(principal: Principal, input: ParsedInput<'memoryLinks'>): Promise<RouteOutput<'memoryLinks'>> {
    return this.links.of(principal, input);
  }

  @Serves('stats')
  stats(principal: Principal): Promise<RouteOutput<'stats'>> {
    return this.service.stats(principal);
  }

  @Serves('searchNotes')
  searchNotes(principal: Principal, { body }: ParsedInput<'searchNotes'>): Promise<RouteOutput<'searchNotes'>> {
    return this.noteSearch.find(principal, body);
  }

  @Serves('queryKnowledge')
  queryKnowledge(
    principal: Principal,
    { body }: ParsedInput<'queryKnowledge'>,
  ): Promise<RouteOutput<'queryKnowledge'>> {
    return this.knowledge.find(principal, body);
  }

  @Serves('noteLines')
  noteLines(principal: Principal, { body }: ParsedInput<'noteLines'>): Promise<RouteOutput<'noteLines'>> {
    return this.lines.read(principal, body);
  }

  @Serves('recallPatterns')
  recallPatterns(
    principal: Principal,
    { body }: ParsedInput<'recallPatterns'>,
  ): Promise<RouteOutput<'recallPatterns'>> {
    return this.patterns.find(principal, body);
  }
}
