import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Minutes for which a link is valid; a browser must open it in that time. */
export const LINK_MINUTES = 5;
const LINKS_MAX = 1_000;

/**
 * Links that sign a browser in once: the one that the server opens at its first start, and those of `cairn open`. A link
 * contains a code rather than the key, since other users of the machine can read command lines of programs. The process
 * that made a link must receive it.
 */
@Injectable()
export class SignInLinks {
  private readonly keys = new LRUCache<string, string>({ max: LINKS_MAX, ttl: LINK_MINUTES * 60_000 });

  /** Returns the path that signs a browser in with this key. */
  pathFor(key: string): string {
    const code = randomBytes(24).toString('base64url');
    this.keys.set(sha256(code), key);
    return `/console/session/first?code=${code}`;
  }

  /** Returns the key to the first caller who presents the code; undefined to all others. */
  keyFor(code: string): string | undefined {
    const hash = sha256(code);
    const key = this.keys.get(hash);
    this.keys.delete(hash);
    return key;
  }
}

/** The code is looked up by its hash, so that no comparison takes longer the more of it was guessed. */
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
