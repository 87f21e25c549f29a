import type { estypes } from '@elastic/elasticsearch';
import { CairnError, type ItemKind, type OrgId } from '@cairn/contracts';
import { errorFrom, errorType, isPassing, type Connection } from './connection.ts';
import { beliefsFrom, beliefsRequest, type Believed } from './statistics.ts';

/** Asks the index that holds one organisation. An index that is not there yet holds nothing. */
export class Reader {
  private readonly connection: Connection;
  private readonly index: string;
  private readonly orgId: OrgId;

  constructor(connection: Connection, index: string, orgId: OrgId) {
    this.connection = connection;
    this.index = index;
    this.orgId = orgId;
  }

  /** The answers to several searches, in one round; a part of an answer is none. */
  async ask(requests: readonly estypes.SearchSearchRequestBody[]): Promise<estypes.SearchResponseBody[]> {
    const header = {
      index: this.index,
      routing: this.orgId,
      preference: this.orgId,
      ignore_unavailable: true,
      allow_partial_search_results: false,
    };
    const searches = requests.flatMap((request) => [header, request]);
    const { responses } = await this.connection.read((client, options) => client.msearch({ searches }, options));
    return responses.map(answered);
  }

  /** What Lucene believes of these tokens. */
  async beliefs(kind: ItemKind, tokens: readonly string[]): Promise<Believed> {
    // The client would put the routing into the body, where it is not read.
    const querystring = { routing: this.orgId, preference: this.orgId };
    const request = { index: this.index, ...beliefsRequest(kind, tokens) };
    try {
      const answer = await this.connection.read((client, options) =>
        client.termvectors(request, { ...options, querystring }),
      );
      return beliefsFrom(kind, answer);
    } catch (cause) {
      if (errorType(cause) === 'index_not_found_exception') return beliefsFrom(kind, {} as never);
      throw cause;
    }
  }
}

function answered(response: estypes.MsearchResponseItem): estypes.SearchResponseBody {
  if (!('error' in response)) return response;
  const cause = new Error(response.error.reason ?? response.error.type, { cause: response.error });
  if (isPassing(response.status ?? 500)) throw new CairnError('index/unavailable', 'A search failed.', { cause });
  throw errorFrom(cause);
}
