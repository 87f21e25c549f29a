import type { PreflightRequest, PreflightResponse, RecallRequest, RecallResponse } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Answers questions and checks actions, in this thread or in another one. */
export abstract class Answers {
  /** Answers a request. `usual` is the number of hits for a request without a limit. */
  abstract answer(principal: Principal, request: RecallRequest, usual: number): Promise<RecallResponse>;

  /** Checks an action against the rules, lessons and decisions of the team, within the time limit of the request. */
  abstract check(principal: Principal, request: PreflightRequest): Promise<PreflightResponse>;
}
