import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** How long a browser may take to start. */
const MINUTES = 5;

/**
 * Lets the browser in that the server itself opens. Other users of the machine see the address that a program is started with, so
 * that it carries no key: it carries a code that is good once, and for some minutes.
 */
@Injectable()
export class FirstVisit {
  private expected: { readonly hash: Buffer; readonly key: string; readonly until: number } | undefined;

  /** The path that signs in with the key. */
  pathFor(key: string): string {
    const code = randomBytes(24).toString('base64url');
    this.expected = { hash: sha256(code), key, until: Date.now() + MINUTES * 60_000 };
    return `/console/session/first?code=${code}`;
  }

  /** The key, to the first who knows the code. */
  keyFor(code: string): string | undefined {
    const { hash, key, until } = this.expected ?? {};
    if (!hash || until! < Date.now() || !timingSafeEqual(sha256(code), hash)) return undefined;
    this.expected = undefined;
    return key;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
