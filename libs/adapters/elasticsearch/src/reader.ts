import type { estypes } from '@elastic/elasticsearch';
import { CairnError, type ItemKind, type OrgId } from '@cairn/contracts';
import { errorFrom, errorType, isPassing, type Connection } from './connection.ts';
import {
  beliefsFrom,
  beliefsRequest,
  countRequests,
  statisticsFrom,
  type Believed,
  type Statistics,
} from './statistics.ts';

interface Round {
  readonly requests: estypes.SearchSearchRequestBody[];
  readonly answers: Promise<estypes.MsearchResponseItem[]>;
}

/** What the truth knows of the index of one organisation. */
export interface Whole {
  /** Throws `index/unavailable` if the index went away and is not yet as full as it was. */
  requireWhole(): Promise<void>;
  /** Whether an item of the organisation has ever come to the index. */
  hasIndexed(): Promise<boolean>;
}

/**
 * Asks the index that holds one organisation, for one question: what it counts, it counts once. An index that is not there
 * holds nothing if nothing has been indexed; else it is lost, and `index/unavailable`. So is one that was made again: that
 * is asked after each answer, since a reader that was slow may have been answered by an index that was empty again.
 */
export class Reader {
  readonly layout: number;
  private readonly connection: Connection;
  private readonly index: string;
  private readonly orgId: OrgId;
  private readonly whole: Whole;
  private indexed: Promise<boolean> | undefined;
  private round: Round | undefined;
  private readonly counted = new Map<string, Promise<Statistics>>();
  private readonly believed = new Map<string, Promise<Believed>>();

  constructor(
    connection: Connection,
    { index, layout }: { readonly index: string; readonly layout: number },
    orgId: OrgId,
    whole: Whole,
  ) {
    this.connection = connection;
    this.index = index;
    this.layout = layout;
    this.orgId = orgId;
    this.whole = whole;
  }

  /** A part of an answer is none. Searches that are asked side by side go in one round. */
  async ask(request: estypes.SearchSearchRequestBody): Promise<estypes.SearchResponseBody> {
    this.round ??= this.beginRound();
    const { requests, answers } = this.round;
    const at = requests.push(request) - 1;
    const answer = answered((await answers)[at]!);
    if (answer._shards.total === 0) await this.requireNothingIndexed();
    return answer;
  }

  statistics(kind: ItemKind, tokens: readonly string[]): Promise<Statistics> {
    return once(this.counted, keyOf(kind, tokens), async () => {
      const requests = countRequests(this.orgId, kind, { tokens, layout: this.layout });
      return statisticsFrom(await Promise.all(requests.map((each) => this.ask(each))), tokens);
    });
  }

  /** What Lucene believes of these tokens. */
  beliefs(kind: ItemKind, tokens: readonly string[]): Promise<Believed> {
    return once(this.believed, keyOf(kind, tokens), () => this.askForBeliefs(kind, tokens));
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

  private async askForBeliefs(kind: ItemKind, tokens: readonly string[]): Promise<Believed> {
    // The client would put the routing into the body, where it is not read.
    const querystring = { routing: this.orgId, preference: this.orgId };
    const request = { index: this.index, ...beliefsRequest(kind, tokens) };
    try {
      const answer = await this.connection.read((client, options) =>
        client.termvectors(request, { ...options, querystring }),
      );
      await this.whole.requireWhole();
      return beliefsFrom(kind, answer);
    } catch (cause) {
      if (errorType(cause) !== 'index_not_found_exception') throw cause;
      await this.requireNothingIndexed();
      return beliefsFrom(kind, {} as never);
    }
  }

  private async requireNothingIndexed(): Promise<void> {
    this.indexed ??= this.whole.hasIndexed();
    if (await this.indexed) throw new CairnError('index/unavailable', `The index ${this.index} is gone.`);
  }
}

const keyOf = (kind: ItemKind, tokens: readonly string[]): string => [kind, ...tokens].join(' ');

function once<Value>(known: Map<string, Promise<Value>>, key: string, find: () => Promise<Value>): Promise<Value> {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

function answered(response: estypes.MsearchResponseItem): estypes.SearchResponseBody {
  if (!('error' in response)) return response;
  const cause = new Error(response.error.reason ?? response.error.type, { cause: response.error });
  if (isPassing(response.status ?? 500)) throw new CairnError('index/unavailable', 'A search failed.', { cause });
  throw errorFrom(cause);
}
