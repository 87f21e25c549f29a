import { createHash, randomBytes } from 'node:crypto';
import type { KeyId, OrganisationSettings, OrgId, Principal } from '@cairn/contracts';
import { type Clock, Identity, type KeySummary, type NewKey } from '@cairn/ports';
import { LRUCache } from 'lru-cache';
import { callsOf, type CallsOf, type SqlStore } from '../store/module.ts';
import { keyStore } from './keys.ts';
import { settingsStore } from './settings.ts';

const KEY_BYTES = 32;
const KEY_SHAPE = /^cairn_[A-Za-z0-9_-]{43}$/;
/** `cairn_` and six letters: enough to tell keys apart, far too few to guess one. */
const PREFIX_LENGTH = 12;
const CACHE_MS = 5000;
const CACHED_KEYS = 10_000;

export interface SqlIdentityOptions {
  readonly store: SqlStore;
  readonly clock: Clock;
  /** Channel prefixes whose concrete channels belong to one peer, for the first organisation. Absent: as they were. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Who is who, by keys that are kept as hashes and remembered for seconds. */
export class SqlIdentity extends Identity {
  private readonly keyCalls: CallsOf<typeof keyStore>;
  private readonly settingsCalls: CallsOf<typeof settingsStore>;
  private readonly clock: Clock;
  private readonly peerPrefixes: readonly string[] | undefined;
  /** Known keys by their hash; the keys themselves are kept nowhere. */
  private principals = new LRUCache<string, { principal: Principal; until: number }>({ max: CACHED_KEYS });

  constructor({ store, clock, peerPrefixes }: SqlIdentityOptions) {
    super();
    this.keyCalls = callsOf(keyStore, store);
    this.settingsCalls = callsOf(settingsStore, store);
    this.clock = clock;
    this.peerPrefixes = peerPrefixes;
  }

  async authenticate(key: string): Promise<Principal | undefined> {
    if (!KEY_SHAPE.test(key)) return undefined;
    const hash = sha256(key);
    const cached = this.principals.get(hash);
    if (cached && this.clock.now() < cached.until) return cached.principal;
    return this.lookUp(hash);
  }

  async createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }> {
    const secret = `cairn_${randomBytes(KEY_BYTES).toString('base64url')}`;
    const prefix = secret.slice(0, PREFIX_LENGTH);
    const summary = await this.keyCalls.create(key.orgId, { key, author, hash: sha256(secret), prefix });
    return { key: secret, summary };
  }

  keys(orgId: OrgId): Promise<KeySummary[]> {
    return this.keyCalls.list(orgId, { orgId });
  }

  async revokeKey(
    { orgId, principalId }: Principal,
    keyId: KeyId,
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<boolean> {
    const author = { orgId, principalId };
    const isRevoked = await this.keyCalls.revoke(orgId, { author, keyId, force });
    this.forgetPrincipals();
    return isRevoked;
  }

  settings(orgId: OrgId): Promise<OrganisationSettings> {
    return this.settingsCalls.find('all', { orgId });
  }

  async changeSettings({ orgId, principalId }: Principal, settings: OrganisationSettings): Promise<void> {
    await this.settingsCalls.change('all', { author: { orgId, principalId }, settings });
    this.forgetPrincipals();
  }

  async firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }> {
    const first = await this.keyCalls.firstOrganisation('all', { peerPrefixes: this.peerPrefixes });
    this.forgetPrincipals();
    return first;
  }

  /** An answer that was asked for before a revocation must not outlive it, so it is kept only where it belongs. */
  private async lookUp(hash: string): Promise<Principal | undefined> {
    const cache = this.principals;
    const until = this.clock.now() + CACHE_MS;
    const principal = await this.keyCalls.ofHash('all', { hash });
    if (principal) cache.set(hash, { principal, until });
    else cache.delete(hash);
    return principal;
  }

  private forgetPrincipals(): void {
    this.principals = new LRUCache({ max: CACHED_KEYS });
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
