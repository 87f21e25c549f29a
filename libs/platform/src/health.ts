import { Readiness, type PartState } from '@cairn/ports';
import { Injectable } from '@nestjs/common';
import { Drain } from './drain.ts';

export interface Health {
  readonly ready: boolean;
  readonly parts: readonly PartState[];
}

/** Health of this process: whether it reaches its dependencies, one by one, and is not stopping. */
@Injectable()
export class HealthOfProcess {
  constructor(
    private readonly readiness: Readiness,
    private readonly drain: Drain,
  ) {}

  async now(): Promise<Health> {
    const parts = this.drain.isStopping ? STOPPING_PARTS : await this.readiness.parts();
    return { ready: parts.every((part) => part.ready), parts };
  }
}

const STOPPING_PARTS = [{ name: 'process', ready: false, problem: 'It is stopping.' }];
