import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** Time limit for the start of a browser. */
const MINUTES = 5;

/**
 * Signs in the browser that the server opens. Other users of the machine can read the command line of a program, so that the address has
 * no key: it has a one-time code that is valid for some minutes.
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

  /** The key, for the first caller with the code. */
  keyFor(code: string): string | undefined {
    const { hash, key, until } = this.expected ?? {};
    if (!hash || until! < Date.now() || !timingSafeEqual(sha256(code), hash)) return undefined;
    this.expected = undefined;
    return key;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
