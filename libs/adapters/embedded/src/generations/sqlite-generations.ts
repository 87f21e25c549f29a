import type { Author, GenerationAct } from '@cairn/adapter-sql';
import type { IndexTarget } from '@cairn/contracts';
import { Generations, type Clock, type Filling, type Generation, type GenerationName } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** The generations of the indexes, in the file of the truth. */
export class SqliteGenerations extends Generations {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super();
    this.threads = threads;
    this.clock = clock;
  }

  of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]> {
    return this.threads.read('generationsOf', target) as Promise<Generation<Target>[]>;
  }

  ensureFirst(target: IndexTarget, builtBy: string, dims: number | null): Promise<void> {
    return this.threads.write('ensureFirstGeneration', { target, builtBy, dims, now: this.clock.now() });
  }

  begin(author: Author, target: IndexTarget, builtBy: string, dims: number | null): Promise<Generation> {
    const start = { target, builtBy, dims, now: this.clock.now() };
    return this.threads.write('beginGeneration', start, this.actOf(author));
  }

  claim(target: IndexTarget, owner: string, leaseMs: number): Promise<Filling | undefined> {
    return this.threads.write('claimGeneration', { target, owner, leaseMs, now: this.clock.now() });
  }

  advance(filling: Filling, cursor: number, options: { isFilled: boolean; leaseMs: number }): Promise<boolean> {
    const now = this.clock.now();
    const filledAt = options.isFilled ? now : null;
    return this.threads.write('advanceGeneration', filling, { cursor, filledAt, until: now + options.leaseMs });
  }

  switchTo(author: Author, { target, number }: GenerationName): Promise<void> {
    return this.threads.write('switchGeneration', { target, number }, this.actOf(author));
  }

  retire(author: Author, { target, number }: GenerationName): Promise<Generation> {
    return this.threads.write('retireGeneration', { target, number }, this.actOf(author));
  }

  private actOf({ orgId, principalId }: Author): GenerationAct {
    return { author: { orgId, principalId }, now: this.clock.now() };
  }
}
