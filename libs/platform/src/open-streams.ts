import { finished } from 'node:stream';
import { CairnError, limits } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Callers, callerOf } from './auth.ts';

const STREAM_CHECK_INTERVAL_MS = 1_000;

/**
 * Keeps track of answers that stay open while their caller listens. A key may have a limited number of such answers,
 * and none of them lasts longer than its key is valid.
 */
@Injectable()
export class OpenStreams implements BeforeApplicationShutdown {
  private readonly countByKey = new Map<string, number>();
  private readonly all = new Set<AbortController>();

  constructor(private readonly callers: Callers) {}

  /**
   * Returns a signal that aborts when the answer ends, and within seconds after the key was revoked. Calls `seen` with
   * the current principal, since its role may have changed. Throws `rate/streams` if the key has too many streams.
   */
  open(request: FastifyRequest, reply: FastifyReply, seen: (caller: Principal) => void = () => undefined): AbortSignal {
    const { keyId } = callerOf(request);
    const count = this.countByKey.get(keyId) ?? 0;
    const { max } = limits.streamsOfKey;
    if (count >= max) throw new CairnError('rate/streams', `This key listens to ${max} streams already. Close one.`);
    this.countByKey.set(keyId, count + 1);
    const ending = new AbortController();
    this.all.add(ending);
    const timer = setInterval(() => void this.look(request, ending, seen), STREAM_CHECK_INTERVAL_MS);
    finished(reply.raw, () => {
      clearInterval(timer);
      ending.abort();
      this.all.delete(ending);
      this.forget(keyId);
    });
    return ending.signal;
  }

  /** Ends open streams, which would prevent the server from closing. */
  beforeApplicationShutdown(): void {
    for (const ending of this.all) ending.abort();
  }

  /** Checks the key of a stream; if the store fails, the next check asks again. */
  private async look(request: FastifyRequest, ending: AbortController, seen: (caller: Principal) => void) {
    try {
      const caller = await this.callers.find(request);
      if (caller) seen(caller.principal);
      else ending.abort();
    } catch {
      // Leaves the stream open; the next check asks again.
    }
  }

  private forget(keyId: string): void {
    const count = (this.countByKey.get(keyId) ?? 0) - 1;
    if (count > 0) this.countByKey.set(keyId, count);
    else this.countByKey.delete(keyId);
  }
}
