import type {
  MessageSearchRequest,
  MessageSearchResponse,
  Principal,
  RecallRequest,
  RecallResponse,
  RecentRequest,
  RecentResponse,
  StatsResponse,
} from '@cairn/contracts';
import { RecallApi } from '@cairn/ports';
import { RouteClient, type HttpServiceOptions } from './route-client.ts';

/** Recall in another process. */
export class HttpRecallApi extends RecallApi {
  private readonly client: RouteClient;

  constructor(options: HttpServiceOptions) {
    super();
    this.client = new RouteClient(options);
  }

  /** Lets go of its connections. */
  close(): Promise<void> {
    return this.client.close();
  }

  recall(principal: Principal, request: RecallRequest): Promise<RecallResponse> {
    return this.client.call('recall', principal, { body: request });
  }

  searchMessages(principal: Principal, request: MessageSearchRequest): Promise<MessageSearchResponse> {
    return this.client.call('searchMessages', principal, { body: request });
  }

  recent(principal: Principal, request: RecentRequest): Promise<RecentResponse> {
    return this.client.call('recent', principal, { query: request });
  }

  stats(principal: Principal): Promise<StatsResponse> {
    return this.client.call('stats', principal);
  }
}
