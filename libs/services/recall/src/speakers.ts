import { Injectable } from '@nestjs/common';
import type { Scope } from '@cairn/contracts';
import { Truth } from '@cairn/ports';
import { LRUCache } from 'lru-cache';

/** Who speaks changes slowly; a new speaker is known after this long. */
const FRESH_MS = 5_000;

/** The speakers that a scope knows, remembered for a few seconds. */
@Injectable()
export class Speakers {
  private readonly remembered = new LRUCache<string, Promise<string[]>>({ max: 1_000, ttl: FRESH_MS });

  constructor(private readonly truth: Truth) {}

  of(scope: Scope, channel: string | undefined): Promise<string[]> {
    const key = [scope.orgId, scope.principalId, scope.peerChannel ?? '', channel ?? ''].join('\n');
    const known = this.remembered.get(key);
    if (known) return known;

    const speakers = this.truth.speakers(scope, channel);
    this.remembered.set(key, speakers);
    speakers.catch(() => this.remembered.delete(key));
    return speakers;
  }
}
