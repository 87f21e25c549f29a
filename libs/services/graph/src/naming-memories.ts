import { entityTypes, type GraphReader, type MemoryHit, type NamedElsewhere } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { contentTokens, entitiesNamedIn, normaliseName, peopleReader } from '@cairn/graph';
import { RouteCaller } from '@cairn/ports';
import { analyse, sentencesOf } from '@cairn/text';
import { Injectable, Logger } from '@nestjs/common';

/** The most memories that are searched. Further memories are not counted. */
const MEMORIES_MAX = 20;
const QUOTES_MAX = 5;
/** Time in ms to wait for recall, which may be in another process. The graph's own answer must not wait longer. */
const RECALL_TIMEOUT_MS = 2_000;
/** A memory contains a name if it contains at least this fraction of the idf of the name's words. */
const NAMES_IT = 0.5;

interface AskedName {
  readonly name: string;
  readonly channel?: string | undefined;
  readonly reader: GraphReader;
}

type Quote = NamedElsewhere['quotes'][number];

/**
 * Finds memories that contain a name which the graph does not know, and the people in their sentences. Returns
 * quotations of these memories, since no relation is known. The graph has no word index, so it calls recall; if recall
 * fails, the graph answers without these memories.
 */
@Injectable()
export class MemoriesByName {
  private readonly log = new Logger(MemoriesByName.name);

  constructor(private readonly caller: RouteCaller) {}

  async of(principal: Principal, { name, channel, reader }: AskedName): Promise<NamedElsewhere> {
    const body = { query: name, channel, recipe: 'words', minScore: NAMES_IT, limit: MEMORIES_MAX } as const;
    try {
      const input = { body: { ...body, includeAssociations: false } };
      const { hits } = await this.caller.call('recall', principal, input, { timeoutMs: RECALL_TIMEOUT_MS });
      const naming = hits.flatMap((hit) => (hit.kind === 'memory' ? (quoteOf(hit, name) ?? []) : []));
      const quotes = naming.slice(0, QUOTES_MAX).map((quote) => this.withPeople(quote, { name, reader }));
      return { count: naming.length, isMore: hits.length === MEMORIES_MAX, quotes: await Promise.all(quotes) };
    } catch (error) {
      this.log.warn(`The memories that name something could not be asked for: ${String(error)}`);
      return { count: 0, isMore: true, quotes: [], degraded: true };
    }
  }

  private async withPeople(quote: Quote, { name, reader }: Omit<AskedName, 'channel'>): Promise<Quote> {
    const [entities, peopleIn] = await Promise.all([entitiesNamedIn(reader, quote.text), peopleReader()]);
    const known = entities.filter(({ type }) => type === 'person').map((person) => person.name);
    const things = new Set(entities.filter(({ type }) => !isSomebody(type)).map((thing) => normaliseName(thing.name)));
    const named = [...known, ...peopleIn(quote.text), ...peopleIn(quote.title)].filter(
      (one) => !things.has(normaliseName(one)),
    );
    const people = [...new Map(named.map((one) => [normaliseName(one), one])).values()];
    return { ...quote, people: people.filter((one) => normaliseName(one) !== normaliseName(name)) };
  }
}

const isSomebody = (type: string): boolean => type === 'person' || type === 'unknown';

/** Finds the best sentence of a memory for a name; undefined if the memory lacks one of the name's words. */
function quoteOf(
  { memoryId, title, content, author, timestamp, createdAt }: MemoryHit,
  name: string,
): Quote | undefined {
  const wanted = wantedTerms(name);
  const has = (text: string) => {
    const { terms } = analyse(text);
    return wanted.filter((term) => terms.includes(term)).length;
  };
  if (wanted.length === 0 || has(`${title}\n${content}`) < wanted.length) return undefined;
  const sentences = sentencesOf(content).map(({ text }) => ({ text, shared: has(text) }));
  const [best] = sentences.sort((a, b) => b.shared - a.shared);
  const text = best && best.shared > 0 ? best.text : title;
  return { memoryId: memoryId as Quote['memoryId'], title, text, at: timestamp ?? createdAt, by: author, people: [] };
}

const ENTITY_TYPE_TERMS = new Set(entityTypes.flatMap((type) => analyse(type).terms));

/**
 * Returns the terms to search for a name. Leaves out stop words and words for kinds of things, unless nothing else
 * remains: for `the ledgerd service`, returns `ledgerd`.
 */
function wantedTerms(name: string): string[] {
  const terms = [...new Set(analyse(contentTokens(name).join(' ')).terms)];
  const own = terms.filter((term) => !ENTITY_TYPE_TERMS.has(term));
  return own.length > 0 ? own : terms;
}
