import type { Principal } from '@cairn/domain';
import type { Clock } from '@cairn/ports';
import { LRUCache } from 'lru-cache';
import { callsOf } from '../kit/feature.ts';
import type { SqlStore } from '../kit/module.ts';
import { authentication, type Authentication } from './authentication.ts';
import type { FoundKey } from './holders.ts';
import { KeyLookups } from './key-lookups.ts';
import { hashOfKey } from '../kit/create-secret.ts';
import { signIns, type SignIns, type VerifiedClaims } from './sign-ins.ts';

const KEY_SHAPE = /^cairn_[A-Za-z0-9_-]{43}$/;
const KEY_CACHE_MS = 2000;
/** The last use is stored to the minute, so that a busy key does not cause a write at every request. */
const USE_NOTED_MS = 60_000;
const CACHED_KEYS_MAX = 10_000;

export interface IdentityOptions {
  readonly store: SqlStore;
  readonly clock: Clock;
  /** Runs after a sign-in has changed a person, their role or their teams, to clear the caches of all processes. */
  readonly changed?: () => void;
}

interface KnownCaller {
  readonly principal: Principal | undefined;
  readonly until: number;
}

/** Finds the principals of keys and of verified claims, and caches each principal for at most `KEY_CACHE_MS`. */
export class Identity {
  private readonly authentication: Authentication;
  private readonly signIns: SignIns;
  private readonly clock: Clock;
  private readonly lookups = new KeyLookups((hashes) => this.authentication.knownAmong({ hashes }));
  /**
   * Maps the hash of a key, an organisation with a key id, or claims to a principal. The keys themselves are never
   * stored.
   */
  private principals = new LRUCache<string, KnownCaller>({ max: CACHED_KEYS_MAX });

  constructor({ store, clock, changed = () => this.forgetPrincipals() }: IdentityOptions) {
    this.authentication = callsOf(authentication, store);
    this.signIns = callsOf(signIns, store, changed);
    this.clock = clock;
  }

  /**
   * Returns the principal of a key; undefined if the key is unknown, expired or revoked. A revocation takes effect within
   * seconds.
   */
  async authenticate(key: string): Promise<Principal | undefined> {
    if (!KEY_SHAPE.test(key)) return undefined;
    const hash = hashOfKey(key);
    return this.remembered(hash, () => this.lookups.find(hash, () => this.authentication.ofHash({ hash })));
  }

  /**
   * Returns the current principal of a key or of an account that another service has verified. Returns undefined if the key
   * was revoked or has expired, or if the principal has left. Changes take effect within seconds.
   */
  current({ orgId, keyId: id }: Pick<Principal, 'orgId' | 'keyId'>): Promise<Principal | undefined> {
    return this.remembered(`${orgId} ${id}`, async () => {
      const found = await this.authentication.ofId({ id });
      return found?.principal.orgId === orgId ? found : undefined;
    });
  }

  /**
   * Returns the principal of verified claims, and creates it, with role and teams, at the first sign-in. The key id of the
   * principal is the id of the account. Returns undefined if the organisation does not exist, the person has left, or the
   * claims refuse the sign-in. Changes by an admin take effect within seconds.
   */
  async signIn(verified: VerifiedClaims): Promise<Principal | undefined> {
    const claims = JSON.stringify(verified);
    const cache = this.principals;
    const now = this.clock.now();
    const known = cache.get(claims);
    if (known && now < known.until) return known.principal;
    const { principal, lastUsedAt } = await this.account(verified);
    cache.set(claims, { principal, until: now + KEY_CACHE_MS });
    if (principal) this.noteUse({ principal, lastUsedAt }, now);
    return principal;
  }

  /** Clears the cache, so that principals are looked up again. */
  forgetPrincipals(): void {
    this.principals = new LRUCache({ max: CACHED_KEYS_MAX });
  }

  private async account(verified: VerifiedClaims) {
    const found = await this.signIns.find({ verified });
    return found.current ? found : this.signIns.enter({ verified });
  }

  /**
   * Stores a principal only in the cache that was in use when the look-up began: `forgetPrincipals` replaces the cache, and
   * a principal read before a revocation must not outlive the revocation.
   */
  private async remembered(name: string, find: () => Promise<FoundKey | undefined>): Promise<Principal | undefined> {
    const cache = this.principals;
    const now = this.clock.now();
    const known = cache.get(name);
    if (known && now < known.until) return known.principal;
    const key = await find();
    if (!key || (key.expiresAt ?? Infinity) <= now) {
      cache.delete(name);
      return undefined;
    }
    cache.set(name, { principal: key.principal, until: Math.min(now + KEY_CACHE_MS, key.expiresAt ?? Infinity) });
    this.noteUse(key, now);
    return key.principal;
  }

  /** Records the last use of a key without waiting; if the store fails, the request still succeeds. */
  private noteUse({ principal, lastUsedAt }: Pick<FoundKey, 'principal' | 'lastUsedAt'>, at: number): void {
    if (at - (lastUsedAt ?? 0) < USE_NOTED_MS) return;
    this.authentication.touch({ id: principal.keyId, at }).catch(() => undefined);
  }
}
