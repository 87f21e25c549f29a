import type { estypes } from '@elastic/elasticsearch';
import { CairnError, type ItemKind, type OrgId } from '@cairn/contracts';
import { closedChannelsOf, type Scope } from '@cairn/domain';
import { AskedTogether } from '@cairn/ports';
import {
  errorFrom,
  errorType,
  isNotReadyFor,
  isTransientStatus,
  NOT_READY_STATUS,
  type Connection,
} from './connection.ts';
import { lookedUpIn, lookupRequest, type LookedUp, type Lookup } from './lookup.ts';
import {
  luceneStatisticsFrom,
  luceneStatisticsRequest,
  countRequests,
  mergeKinds,
  statisticsFrom,
  type LuceneStatistics,
  type StatisticsScope,
  type Statistics,
  type TokensOfKind,
} from './statistics.ts';

interface Counted extends TokensOfKind {
  readonly scope: StatisticsScope;
}

interface Round {
  readonly requests: estypes.SearchSearchRequestBody[];
  readonly answers: Promise<estypes.MsearchResponseItem[]>;
}

/** Answers of the truth about the index of one organisation. */
export interface IndexCompleteness {
  /** Throws `index/unavailable` if the index was lost and is not complete again. */
  requireWhole(): Promise<void>;
  /** True if an item of the organisation was ever indexed. */
  hasIndexed(): Promise<boolean>;
  /** Waits a moment for an index that is not ready; returns whether it is ready then. */
  hasStarted(): Promise<boolean>;
}

/**
 * Reads the index of one organisation for one question, and its statistics once. If nothing has been indexed, a missing
 * or starting index counts as empty. Otherwise the index is lost or cannot start, which is `index/unavailable`. An
 * index that was created again is refused until it is complete. This is checked after each answer, since a slow search
 * may have reached an index that had become empty.
 */
export class Reader {
  private readonly connection: Connection;
  private readonly index: string;
  private readonly orgId: OrgId;
  private readonly whole: IndexCompleteness;
  private indexed: Promise<boolean> | undefined;
  private round: Round | undefined;
  private readonly counted = new Map<string, Promise<Statistics>>();
  private readonly believed = new Map<string, Promise<LuceneStatistics>>();
  private readonly lookups = new AskedTogether((asked: readonly (Lookup & { readonly scope: Scope })[]) =>
    this.askLookups(asked),
  );
  private readonly counts = new AskedTogether((asked: readonly Counted[]) => this.count(asked));
  private readonly termVectors = new AskedTogether((asked: readonly TokensOfKind[]) =>
    this.askForBeliefs(mergeKinds(asked)),
  );

  constructor(connection: Connection, index: string, orgId: OrgId, whole: IndexCompleteness) {
    this.connection = connection;
    this.index = index;
    this.orgId = orgId;
    this.whole = whole;
  }

  /** Sends a search; concurrent searches share a round trip. Partial answers are refused. */
  async ask(request: estypes.SearchSearchRequestBody): Promise<estypes.SearchResponseBody> {
    const response = await this.response(request);
    if (!isNotReady(response)) return this.wholeAnswer(response);
    if (!(await this.hasIndexed())) return EMPTY_RESPONSE;
    return this.wholeAnswer((await this.whole.hasStarted()) ? await this.response(request) : response);
  }

  /** Returns the statistics for a reader; what is asked for at the same time is counted together. */
  statistics(scope: StatisticsScope, kind: ItemKind, tokens: readonly string[]): Promise<Statistics> {
    return readOnce(this.counted, `${scope.closedChannels} ${keyOf(kind, tokens)}`, async () => {
      const { answers, asked } = await this.counts.add(String(scope.closedChannels), { scope, kind, tokens });
      return statisticsFrom(answers, asked, kind);
    });
  }

  /** Returns Lucene's own statistics of these tokens. */
  beliefs(kind: ItemKind, tokens: readonly string[]): Promise<LuceneStatistics> {
    return readOnce(this.believed, keyOf(kind, tokens), async () =>
      luceneStatisticsFrom(kind, await this.termVectors.add('', { kind, tokens })),
    );
  }

  /** Reads documents and groups that the scope may see; what is asked for at the same time is read by one search. */
  lookUp(scope: Scope, lookup: Lookup): Promise<LookedUp> {
    return this.lookups.add(JSON.stringify([scope.readers, closedChannelsOf(scope)]), { scope, ...lookup });
  }

  private async askLookups(asked: readonly (Lookup & { readonly scope: Scope })[]): Promise<LookedUp> {
    return lookedUpIn(await this.ask(lookupRequest(asked[0]!.scope, asked)), asked);
  }

  private async count(together: readonly Counted[]) {
    const asked = mergeKinds(together);
    const requests = countRequests(together[0]!.scope, asked);
    return { asked, answers: await Promise.all(requests.map((each) => this.ask(each))) };
  }

  private async response(request: estypes.SearchSearchRequestBody): Promise<estypes.MsearchResponseItem> {
    this.round ??= this.beginRound();
    const { requests, answers } = this.round;
    const at = requests.push(request) - 1;
    return (await answers)[at]!;
  }

  private async wholeAnswer(response: estypes.MsearchResponseItem): Promise<estypes.SearchResponseBody> {
    const answer = requireAnswer(response);
    if (answer._shards.total === 0) await this.requireNothingIndexed();
    return answer;
  }

  private beginRound(): Round {
    const requests: estypes.SearchSearchRequestBody[] = [];
    const answers = Promise.resolve().then(() => {
      this.round = undefined;
      return this.send(requests);
    });
    return { requests, answers };
  }

  private async send(requests: readonly estypes.SearchSearchRequestBody[]): Promise<estypes.MsearchResponseItem[]> {
    const header = {
      index: this.index,
      routing: this.orgId,
      preference: this.orgId,
      ignore_unavailable: true,
      allow_partial_search_results: false,
    };
    const searches = requests.flatMap((request) => [header, request]);
    const { responses } = await this.connection.read((client, options) => client.msearch({ searches }, options));
    await this.whole.requireWhole();
    return responses;
  }

  private async askForBeliefs(asked: readonly TokensOfKind[]): Promise<estypes.TermvectorsResponse> {
    try {
      return await this.beliefsNow(asked);
    } catch (cause) {
      if (errorType(cause) === 'index_not_found_exception') await this.requireNothingIndexed();
      else if (!isNotReadyFor(cause)) throw cause;
      else if (await this.hasIndexed()) {
        if (!(await this.whole.hasStarted())) throw cause;
        return this.beliefsNow(asked);
      }
      return {} as never;
    }
  }

  private async beliefsNow(asked: readonly TokensOfKind[]): Promise<estypes.TermvectorsResponse> {
    // Routing is in the query string, since the client would put it into the body, where the server ignores it.
    const querystring = { routing: this.orgId, preference: this.orgId };
    const request = { index: this.index, ...luceneStatisticsRequest(asked) };
    const answer = await this.connection.read((client, options) =>
      client.termvectors(request, { ...options, querystring }),
    );
    await this.whole.requireWhole();
    return answer;
  }

  private async requireNothingIndexed(): Promise<void> {
    if (await this.hasIndexed()) throw new CairnError('index/unavailable', `The index ${this.index} is gone.`);
  }

  private hasIndexed(): Promise<boolean> {
    return (this.indexed ??= this.whole.hasIndexed());
  }
}

/** Answer of an index without documents. */
const EMPTY_RESPONSE = {
  took: 0,
  timed_out: false,
  _shards: { total: 0, successful: 0, failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, hits: [] },
} satisfies estypes.SearchResponseBody;

/**
 * Tells whether an index has no shard that can be searched, which is so for a moment after the creation of the index.
 */
const isNotReady = (response: estypes.MsearchResponseItem): boolean =>
  'error' in response && response.status === NOT_READY_STATUS;

const keyOf = (kind: ItemKind, tokens: readonly string[]): string => [kind, ...tokens].join(' ');

function readOnce<Value>(known: Map<string, Promise<Value>>, key: string, find: () => Promise<Value>): Promise<Value> {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

function requireAnswer(response: estypes.MsearchResponseItem): estypes.SearchResponseBody {
  if (!('error' in response)) return response;
  const cause = new Error(response.error.reason ?? response.error.type, { cause: response.error });
  if (isTransientStatus(response.status ?? 500))
    throw new CairnError('index/unavailable', 'A search failed.', { cause });
  throw errorFrom(cause);
}
