import { Controller } from '@nestjs/common';
import type { ParsedInput, PreflightRequest, PreflightResponse } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Answers } from './answers.ts';
import { StopRecorder } from './preflight/stop-recorder.ts';

@Controller()
export class PreflightController {
  constructor(
    private readonly answers: Answers,
    private readonly stops: StopRecorder,
  ) {}

  @Serves('preflight')
  async check(principal: Principal, { body: request }: ParsedInput<'preflight'>): Promise<PreflightResponse> {
    const answer = await this.answers.check(principal, request);
    if (!isTrial(principal, request)) this.stops.record(principal, answer);
    return answer;
  }
}

/** Tells whether a person only tries an action, to see which rules apply. */
const isTrial = ({ kind }: Principal, { explain }: PreflightRequest): boolean => kind === 'person' && explain;
