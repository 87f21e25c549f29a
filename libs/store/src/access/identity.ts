import type { KeyId, OrganisationSettings, OrgId, PrincipalId, SettingsRequest } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { type Clock, Identity, type KeySummary, type NewKey, type Rotation } from '@cairn/ports';
import { LRUCache } from 'lru-cache';
import { callsOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import { KeyLookups } from './key-lookups.ts';
import { keyStore, type FoundKey } from './keys.ts';
import type { KeyMaker } from './key-rules.ts';
import { hashOfKey, createSecret } from '../kit/create-secret.ts';
import { settingsStore } from './settings.ts';
import { signInStore } from './sign-ins.ts';

const KEY_SHAPE = /^cairn_[A-Za-z0-9_-]{43}$/;
const CACHE_MS = 2000;
/** The last use of a key is stored to the minute, so that a busy key does not cause a write at every request. */
const USE_NOTED_MS = 60_000;
const CACHED_KEYS = 10_000;

export interface SqlIdentityOptions {
  readonly store: SqlStore;
  readonly clock: Clock;
  /**
   * Channel prefixes of the first organisation: a channel with such a prefix belongs to one peer. Absent: the stored
   * prefixes stay.
   */
  readonly peerPrefixes?: readonly string[] | undefined;
  /** Runs after this process has changed a principal or a key, to inform other processes. */
  readonly changed?: () => void;
}

const makerOf = ({ orgId, principalId, keyId, kind, role, peers }: Principal): KeyMaker => ({
  orgId,
  principalId,
  keyId,
  kind,
  role,
  peers,
});

/** Authentication by keys, which are stored as hashes and cached for seconds. */
export class SqlIdentity extends Identity {
  private readonly keyCalls: CallsOf<typeof keyStore>;
  private readonly lookups = new KeyLookups((hashes) => this.keyCalls.knownAmong('all', { hashes }));
  private readonly signInCalls: CallsOf<typeof signInStore>;
  private readonly settingsCalls: CallsOf<typeof settingsStore>;
  private readonly clock: Clock;
  private readonly changed: () => void;
  private readonly peerPrefixes: readonly string[] | undefined;
  /** Principals by the hash of their key, or by organisation and key id. The keys themselves are never stored. */
  private principals = new LRUCache<string, { principal: Principal; until: number }>({ max: CACHED_KEYS });

  constructor({ store, clock, peerPrefixes, changed = () => undefined }: SqlIdentityOptions) {
    super();
    this.changed = changed;
    this.keyCalls = callsOf(keyStore, store);
    this.signInCalls = callsOf(signInStore, store);
    this.settingsCalls = callsOf(settingsStore, store);
    this.clock = clock;
    this.peerPrefixes = peerPrefixes;
  }

  async authenticate(key: string): Promise<Principal | undefined> {
    if (!KEY_SHAPE.test(key)) return undefined;
    const hash = hashOfKey(key);
    return this.remembered(hash, () => this.lookups.find(hash, () => this.keyCalls.ofHash('all', { hash })));
  }

  current({ orgId, keyId: id }: Pick<Principal, 'orgId' | 'keyId'>): Promise<Principal | undefined> {
    return this.remembered(`${orgId} ${id}`, async () => {
      const found = (await this.keyCalls.ofId('all', { id })) ?? (await this.signInCalls.ofId('all', { id }));
      return found?.principal.orgId === orgId ? found : undefined;
    });
  }

  async createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }> {
    const { secret, hash, prefix } = createSecret();
    const summary = await this.keyCalls.create(key.orgId, { key, author: author && makerOf(author), hash, prefix });
    this.principalsChanged();
    return { key: secret, summary };
  }

  async rotateKey(
    author: Principal,
    keyId: KeyId,
    rotation: Rotation,
  ): Promise<{ key: string; summary: KeySummary } | undefined> {
    const { secret, hash, prefix } = createSecret();
    const command = { author: makerOf(author), keyId, ...rotation, hash, prefix };
    const summary = await this.keyCalls.rotate(author.orgId, command);
    this.principalsChanged();
    return summary && { key: secret, summary };
  }

  keys(orgId: OrgId, whose?: PrincipalId): Promise<KeySummary[]> {
    return this.keyCalls.list(orgId, { orgId, whose });
  }

  async revokeKey(
    author: Principal,
    keyId: KeyId,
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<boolean> {
    const isRevoked = await this.keyCalls.revoke(author.orgId, { author: makerOf(author), keyId, force });
    this.principalsChanged();
    return isRevoked;
  }

  settings(orgId: OrgId): Promise<OrganisationSettings> {
    return this.settingsCalls.find('all', { orgId });
  }

  async changeSettings({ orgId, principalId, keyId }: Principal, changes: SettingsRequest): Promise<void> {
    await this.settingsCalls.change('all', { author: { orgId, principalId, keyId }, changes });
    this.principalsChanged();
  }

  async firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }> {
    const first = await this.keyCalls.firstOrganisation('all', { peerPrefixes: this.peerPrefixes });
    this.forgetPrincipals();
    return first;
  }

  /**
   * Stores a principal only in the cache that was in use when the look-up began: `forgetPrincipals` replaces the cache, and
   * a principal read before a revocation must not outlive the revocation.
   */
  private async remembered(name: string, find: () => Promise<FoundKey | undefined>): Promise<Principal | undefined> {
    const cache = this.principals;
    const now = this.clock.now();
    const cached = cache.get(name);
    if (cached && now < cached.until) return cached.principal;
    const key = await find();
    if (!key || (key.expiresAt ?? Infinity) <= now) {
      cache.delete(name);
      return undefined;
    }
    const { principal, expiresAt } = key;
    cache.set(name, { principal, until: Math.min(now + CACHE_MS, expiresAt ?? Infinity) });
    if (now - (key.lastUsedAt ?? 0) >= USE_NOTED_MS) this.noteUse(principal.keyId, now);
    return principal;
  }

  /** Records the last use without waiting; if the store fails, the request still succeeds. */
  private noteUse(keyId: KeyId, at: number): void {
    this.keyCalls.touch('all', { keyId, at }).catch(() => undefined);
  }

  /** Clears the cache and informs other processes. */
  principalsChanged(): void {
    this.forgetPrincipals();
    this.changed();
  }

  /** Clears the cache, so that keys are looked up again. */
  forgetPrincipals(): void {
    this.principals = new LRUCache({ max: CACHED_KEYS });
  }
}
