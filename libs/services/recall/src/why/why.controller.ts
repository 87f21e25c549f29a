import { Controller } from '@nestjs/common';
import {
  limits,
  RecallRequest,
  type ItemId,
  type Memory,
  type WhyRequest,
  type WhyResponse,
  type ParsedInput,
} from '@cairn/contracts';
import { awaitsConfirmation, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { groupOf, headedPart, sectionPathOf, shareOf, topicWords } from '@cairn/text';
import { evidence, type Evidence } from '@cairn/store';
import { hitOf } from '../hits/answer.ts';
import type { DistinctItem } from '../hits/distinct-items.ts';
import { evidenceOf } from '../hits/evidence-of.ts';
import { quotationOf } from '../hits/quotations.ts';
import { isCurrent, WideSearch, type WideFinding } from '../hits/wide-search.ts';
import { quotedDecisionOf } from './quoted-decision.ts';
import { DecisionLines, reversedDecisionsIn, type DecisionLine } from './decision-line.ts';
import { isNamedIn } from './names-asked.ts';
import { reasoningOf, whyBlockOf } from './why-block.ts';

/** Number of memories that are loaded in addition to the shown memories. */
const MORE_MEMORIES = 20;
/**
 * Greatest difference between the `rankScore` of a decision and the best `rankScore` for the decision to count as
 * equally near. Among equally near decisions, the requested name, or arguments, decide which one comes first.
 */
const CLOSE_DIFFERENCE_MAX = 0.15;
/**
 * Least score of the requested decision. Its score must also be at least the fraction `ABOUT_SHARE` of the best score
 * of all items.
 */
const ABOUT_SCORE_MIN = 0.35;
const ABOUT_SHARE = 0.6;
/** If the decision has a lower score, the answer says that another decision may be meant. */
const SURE_SCORE_MIN = 0.5;
/** The most sections of the decision's document that are searched. */
const NOTE_SECTIONS_MAX = 60;
/**
 * A heading is the requested name if at least this fraction of the heading's words is in the request, and at least this
 * fraction of the request's words is in the heading.
 */
const NAMED_SHARE = 0.8;
/** The most messages that are quoted; `RELATED_DECISIONS_MAX` is the most other decisions that are listed. */
const EVIDENCE_MAX = 6;
const RELATED_DECISIONS_MAX = 3;
const RELATED_SHARE = 0.5;

/** Explains a decision. The answer quotes the current decision, and lists the reversed decisions and the sources. */
@Controller()
export class WhyController {
  constructor(
    private readonly search: WideSearch,
    private readonly lines: DecisionLines,
    @Uses(evidence) private readonly evidence: Evidence,
  ) {}

  @Serves('why')
  async tell(principal: Principal, { body }: ParsedInput<'why'>): Promise<WhyResponse> {
    const { decision, limit, channel, budgetChars } = body;
    const request = requestOf(body);
    const wide = await this.search.find(principal, request, { memories: limit + MORE_MEMORIES, messages: 1 });
    const { context, finding, memories, emptiness } = wide;
    const asked = topicWords(decision);
    const lead = leadOf(memories, asked);
    const line = lead && (await this.lines.of(context.scope, lead.item as Memory));
    const own = line && isNamedIn(decision, line) ? line : undefined;
    const related = await this.hitsOf(wide, limit);
    const isSure = lead !== undefined && lead.ranked.score >= SURE_SCORE_MIN;
    const { degraded } = finding.pool;
    const told = {
      decision: own ? quotedDecisionOf(own.living, await this.documentOf(principal, channel, own.living), asked) : null,
      reversed: own ? reversedDecisionsIn(own) : [],
      evidence: (own?.sources ?? [])
        .slice(0, EVIDENCE_MAX)
        .map((item) => quotationOf(item, { from: 0, text: item.content })),
    };
    return {
      ...told,
      reasoning: reasoningOf(told.decision),
      relatedMemories: related,
      injectionBlock: whyBlockOf(
        decision,
        { ...told, related: selectNear(related, own), isSure, degraded },
        budgetChars,
      ),
      degraded,
      ...emptiness,
    };
  }

  /**
   * Finds the other sections of a decision's document. The sections that best match the name of the document come
   * first.
   */
  private async documentOf(principal: Principal, channel: string | undefined, decision: Memory): Promise<Memory[]> {
    const document = groupOf(decision);
    if (document === null) return [];
    const request = RecallRequest.parse({
      query: document,
      limit: NOTE_SECTIONS_MAX,
      channel,
      sources: 'memories',
      includeProposed: false,
    });
    const { memories } = await this.search.find(principal, request, { memories: NOTE_SECTIONS_MAX, messages: 0 });
    const sections = memories.map(({ item }) => item as Memory);
    return sections.filter((section) => section.id !== decision.id && groupOf(section) === document);
  }

  private async hitsOf({ context, finding, memories }: WideFinding, limit: number) {
    const current = memories.filter((each) => isCurrent(each, context)).slice(0, limit);
    const { askedAt } = context;
    const evidence = await evidenceOf(this.evidence, context, current);
    const hits = current.map((each) => {
      const id = each.item.id as ItemId;
      return hitOf(each, { passage: finding.pool.passageOf(id), evidence: evidence.get(id), askedAt });
    });
    return hits.filter((hit) => hit.kind === 'memory');
  }
}

const requestOf = ({ decision, channel, project, limit }: WhyRequest): RecallRequest =>
  RecallRequest.parse({
    ...{ query: decision, channel, project },
    mode: 'decision',
    sources: 'without-notes',
    limit: Math.min(limit + MORE_MEMORIES, limits.limit.max),
    includeArchived: true,
    includeProposed: false,
  });

/**
 * Selects the requested decision. Among the decisions within `CLOSE_DIFFERENCE_MAX` of the best, one that is not
 * archived wins, then one that no import brought without a person's confirmation, then one with the requested name, then
 * one with arguments.
 */
function leadOf(found: readonly DistinctItem[], asked: ReadonlySet<string>): DistinctItem | undefined {
  const best = Math.max(0, ...found.map(({ ranked }) => ranked.score));
  const about = found.filter(
    ({ item, ranked }) => isDecision(item) && ranked.score >= Math.max(ABOUT_SCORE_MIN, best * ABOUT_SHARE),
  );
  const nearest = Math.max(...about.map(({ ranked }) => ranked.rankScore));
  const worth = ({ item }: DistinctItem) =>
    8 * Number(item.state !== 'archived') +
    4 * Number(item.kind !== 'memory' || !awaitsConfirmation(item)) +
    2 * Number(isNamed(item as Memory, asked)) +
    Number(isArgumentSection(item as Memory));
  return about
    .filter(({ ranked }) => ranked.rankScore > nearest - CLOSE_DIFFERENCE_MAX)
    .toSorted((one, other) => worth(other) - worth(one) || other.ranked.rankScore - one.ranked.rankScore)[0];
}

const isDecision = (item: DistinctItem['item']): boolean => item.kind === 'memory' && item.category === 'decision';

function isNamed({ title }: Memory, asked: ReadonlySet<string>): boolean {
  const name = topicWords(sectionPathOf(title).at(-1) ?? title);
  return Math.min(shareOf(name, asked), shareOf(asked, name)) >= NAMED_SHARE;
}

/** Whether a memory is a section of alternatives or reasons. */
function isArgumentSection({ title }: Memory): boolean {
  const part = headedPart(sectionPathOf(title));
  return part === 'alternatives' || part === 'reasons';
}

/** Selects other decisions that are near the found decision. If no decision was found, selects the nearest memories. */
function selectNear(related: WhyResponse['relatedMemories'], line: DecisionLine | undefined) {
  const told = new Set(
    line ? [line.living, ...line.before.map(({ memory }) => memory)].map(({ id }) => id as string) : [],
  );
  const own = line ? (related.find(({ memoryId }) => told.has(memoryId))?.score ?? 1) : 0;
  const least = Math.max(ABOUT_SCORE_MIN, own * RELATED_SHARE);
  return related
    .filter(
      ({ memoryId, score, category }) => !told.has(memoryId) && score >= least && (!line || category === 'decision'),
    )
    .slice(0, RELATED_DECISIONS_MAX);
}
