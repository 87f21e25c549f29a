import { Injectable } from '@nestjs/common';
import type { PreflightRequest, PreflightResponse, RecallRequest, RecallResponse } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Answers } from './answers.ts';
import { Preflights } from './preflight/preflights.ts';
import { Recall } from './recall.ts';

/** Answers in the thread that is asked. */
@Injectable()
export class AnswersHere extends Answers {
  constructor(
    private readonly recall: Recall,
    private readonly preflights: Preflights,
  ) {
    super();
  }

  answer(principal: Principal, request: RecallRequest, usual: number): Promise<RecallResponse> {
    return this.recall.answer(principal, request, usual);
  }

  check(principal: Principal, request: PreflightRequest): Promise<PreflightResponse> {
    return this.preflights.check(principal, request);
  }
}
