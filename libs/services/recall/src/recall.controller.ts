import { Controller } from '@nestjs/common';
import {
  routes,
  type MessageSearchRequest,
  type MessageSearchResponse,
  type Principal,
  type RecallRequest,
  type RecallResponse,
  type RecentRequest,
  type RecentResponse,
  type StatsResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Recall } from './recall.ts';

@Controller()
export class RecallController {
  constructor(private readonly service: Recall) {}

  @Serves(routes.recall)
  recall(@Caller() principal: Principal, @Validated() request: RecallRequest): Promise<RecallResponse> {
    return this.service.recall(principal, request);
  }

  @Serves(routes.searchMessages)
  searchMessages(
    @Caller() principal: Principal,
    @Validated() request: MessageSearchRequest,
  ): Promise<MessageSearchResponse> {
    return this.service.searchMessages(principal, request);
  }

  @Serves(routes.recent)
  recent(@Caller() principal: Principal, @Validated() request: RecentRequest): Promise<RecentResponse> {
    return this.service.recent(principal, request);
  }

  @Serves(routes.stats)
  stats(@Caller() principal: Principal): Promise<StatsResponse> {
    return this.service.stats(principal);
  }
}
