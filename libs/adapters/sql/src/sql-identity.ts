import { createHash, randomBytes } from 'node:crypto';
import type { KeyId, OrganisationSettings, OrgId, Principal } from '@cairn/contracts';
import { type Clock, Identity, type KeySummary, type NewKey } from '@cairn/ports';
import { LRUCache } from 'lru-cache';
import type { CreateKeyCommand, FirstOrganisationCommand, RevokeKeyCommand } from './keys.ts';
import type { SettingsCommand } from './settings.ts';

const KEY_BYTES = 32;
const KEY_SHAPE = /^cairn_[A-Za-z0-9_-]{43}$/;
/** `cairn_` and six letters: enough to tell keys apart, far too few to guess one. */
const PREFIX_LENGTH = 12;
const CACHE_MS = 5000;
const CACHED_KEYS = 10_000;

/** What a dialect does with keys. */
export interface KeyStore {
  principalOfKey(hash: string): Promise<Principal | undefined>;
  createKey(command: CreateKeyCommand): Promise<KeySummary>;
  listKeys(orgId: OrgId): Promise<KeySummary[]>;
  revokeKey(command: RevokeKeyCommand): Promise<boolean>;
  settings(orgId: OrgId): Promise<OrganisationSettings>;
  changeSettings(command: SettingsCommand): Promise<void>;
  firstOrganisation(command: FirstOrganisationCommand): Promise<{ orgId: OrgId; created: boolean }>;
}

export interface SqlIdentityOptions {
  readonly store: KeyStore;
  readonly clock: Clock;
  /** Channel prefixes whose concrete channels belong to one peer, for the first organisation. Absent: as they were. */
  readonly peerPrefixes?: readonly string[] | undefined;
}

/** Who is who, by keys that are kept as hashes and remembered for seconds. */
export class SqlIdentity extends Identity {
  private readonly store: KeyStore;
  private readonly clock: Clock;
  private readonly peerPrefixes: readonly string[] | undefined;
  /** Known keys by their hash; the keys themselves are kept nowhere. */
  private principals = new LRUCache<string, { principal: Principal; until: number }>({ max: CACHED_KEYS });

  constructor({ store, clock, peerPrefixes }: SqlIdentityOptions) {
    super();
    this.store = store;
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
    const summary = await this.store.createKey({ key, author, hash: sha256(secret), prefix, now: this.clock.now() });
    return { key: secret, summary };
  }

  keys(orgId: OrgId): Promise<KeySummary[]> {
    return this.store.listKeys(orgId);
  }

  async revokeKey(
    { orgId, principalId }: Principal,
    keyId: KeyId,
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<boolean> {
    const author = { orgId, principalId };
    const isRevoked = await this.store.revokeKey({ author, keyId, force, now: this.clock.now() });
    this.forgetPrincipals();
    return isRevoked;
  }

  settings(orgId: OrgId): Promise<OrganisationSettings> {
    return this.store.settings(orgId);
  }

  async changeSettings({ orgId, principalId }: Principal, settings: OrganisationSettings): Promise<void> {
    await this.store.changeSettings({ author: { orgId, principalId }, settings, now: this.clock.now() });
    this.forgetPrincipals();
  }

  async firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }> {
    const first = await this.store.firstOrganisation({ peerPrefixes: this.peerPrefixes, now: this.clock.now() });
    this.forgetPrincipals();
    return first;
  }

  /** An answer that was asked for before a revocation must not outlive it, so it is kept only where it belongs. */
  private async lookUp(hash: string): Promise<Principal | undefined> {
    const cache = this.principals;
    const until = this.clock.now() + CACHE_MS;
    const principal = await this.store.principalOfKey(hash);
    if (principal) cache.set(hash, { principal, until });
    else cache.delete(hash);
    return principal;
  }

  private forgetPrincipals(): void {
    this.principals = new LRUCache({ max: CACHED_KEYS });
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
