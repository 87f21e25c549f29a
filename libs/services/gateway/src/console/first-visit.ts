import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** Minutes for which the code is valid; a browser must start in that time. */
const VISIT_KEY_MINUTES = 5;

/**
 * Signs in the browser that the server opens at its first start. The address contains a one-time code rather than the key,
 * since other users of the machine can read command lines of programs.
 */
@Injectable()
export class FirstVisit {
  private expected: { readonly hash: Buffer; readonly key: string; readonly until: number } | undefined;

  /** Returns the path that signs a browser in with this key. */
  pathFor(key: string): string {
    const code = randomBytes(24).toString('base64url');
    this.expected = { hash: sha256(code), key, until: Date.now() + VISIT_KEY_MINUTES * 60_000 };
    return `/console/session/first?code=${code}`;
  }

  /** Returns the key to the first caller who presents the code; undefined to all others. */
  keyFor(code: string): string | undefined {
    const { hash, key, until } = this.expected ?? {};
    if (!hash || until! < Date.now() || !timingSafeEqual(sha256(code), hash)) return undefined;
    this.expected = undefined;
    return key;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
