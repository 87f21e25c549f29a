import { finished } from 'node:stream';
import { CairnError, limits } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Callers, callerOf } from './auth.ts';

const LOOK_MS = 1_000;

/** Answers that stay open while their caller listens: a few for each key, and none longer than its key is valid. */
@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly countByKey = new Map<string, number>();
  private readonly all = new Set<AbortController>();

  constructor(private readonly callers: Callers) {}

  /**
   * Returns a signal that aborts when the answer ends, and within seconds after the key was revoked. `seen` is called with the current
   * principal and role. Throws `rate/streams` when the key has too many.
   */
  open(request: FastifyRequest, reply: FastifyReply, seen: (caller: Principal) => void = () => undefined): AbortSignal {
    const { keyId } = callerOf(request);
    const count = this.countByKey.get(keyId) ?? 0;
    const { max } = limits.streamsOfKey;
    if (count >= max) throw new CairnError('rate/streams', `This key listens to ${max} streams already. Close one.`);
    this.countByKey.set(keyId, count + 1);
    const ending = new AbortController();
    this.all.add(ending);
    const timer = setInterval(() => void this.look(request, ending, seen), LOOK_MS);
    finished(reply.raw, () => {
      clearInterval(timer);
      ending.abort();
      this.all.delete(ending);
      this.forget(keyId);
    });
    return ending.signal;
  }

  /** Ends open streams, which would keep the server from closing. */
  beforeApplicationShutdown(): void {
    for (const ending of this.all) ending.abort();
  }

  /** Checks the key; asks again later when the store fails. */
  private async look(request: FastifyRequest, ending: AbortController, seen: (caller: Principal) => void) {
    try {
      const caller = await this.callers.find(request);
      if (caller) seen(caller.principal);
      else ending.abort();
    } catch {
      // The next check asks again.
    }
  }

  private forget(keyId: string): void {
    const count = (this.countByKey.get(keyId) ?? 0) - 1;
    if (count > 0) this.countByKey.set(keyId, count);
    else this.countByKey.delete(keyId);
  }
}
