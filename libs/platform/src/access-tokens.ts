import { CairnError, OrgId, Role } from '@cairn/contracts';
import { hasRole } from '@cairn/domain';
import type { VerifiedClaims } from '@cairn/store';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { OidcConfig } from './config.ts';

/** Algorithms of accepted signatures. All are asymmetric: a process that verifies such a signature cannot forge one. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Tolerated difference between the issuer's clock and the clock of this process, in seconds. */
const CLOCK_SKEW_S = 5;
const ISSUER_TIMEOUT_MS = 5_000;
const DISCOVERY_CACHE_MS = 3_600_000;
const KEYS_KEPT_MS = 600_000;
/** Least time in ms between two fetches of keys from the issuer, however many tokens name an unknown key. */
const KEY_FETCH_COOLDOWN_MS = 30_000;

const Discovered = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const Texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** Refusal of a token, with a sentence for its sender. */
export class TokenRefusal extends Error {}

/** Verifies access tokens of the company's identity provider, whose keys are found by discovery and cached. */
export class AccessTokens {
  private readonly keys: LRUCache<'keys', JWTVerifyGetKey>;

  constructor(
    readonly config: OidcConfig,
    { cooldownMs = KEY_FETCH_COOLDOWN_MS }: { readonly cooldownMs?: number } = {},
  ) {
    this.keys = new LRUCache<'keys', JWTVerifyGetKey>({
      max: 1,
      ttl: DISCOVERY_CACHE_MS,
      allowStaleOnFetchRejection: true,
      fetchMethod: () => discoverKeys(config.issuer, cooldownMs),
    });
  }

  /**
   * Verifies a token and returns its claims. Throws a `TokenRefusal` for an invalid token, or `sign-in/unavailable` while
   * the issuer cannot be reached.
   */
  async check(token: string): Promise<VerifiedClaims> {
    const { issuer, audiences } = this.config;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (await this.keys.fetch('keys'))!, {
        issuer,
        audience: [...audiences],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_S,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      if (!TOKEN_TYPES.test(protectedHeader.typ ?? 'JWT')) throw new TokenRefusal('This is a token of another type.');
      return verifiedClaimsOf(payload, this.config);
    } catch (error) {
      throw error instanceof TokenRefusal ? error : refusalOf(error, this.config);
    }
  }
}

const TOKEN_TYPES = /^(application\/)?(at\+)?jwt$/i;

async function discoverKeys(issuer: string, cooldownDuration: number): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const discovered = Discovered.parse(await answer.json());
  if (discovered.issuer !== issuer)
    throw new Error(`${address} is of the issuer ${discovered.issuer}; CAIRN_OIDC_ISSUER is ${issuer}`);
  const options = { cooldownDuration, cacheMaxAge: KEYS_KEPT_MS, timeoutDuration: ISSUER_TIMEOUT_MS };
  return createRemoteJWKSet(new URL(discovered.jwks_uri), options);
}

const unavailableError = (cause: unknown) =>
  new CairnError('sign-in/unavailable', 'The identity provider did not answer. A key works meanwhile.', { cause });

function refusalOf(error: unknown, { issuer, audiences }: OidcConfig): Error {
  if (error instanceof errors.JWTExpired) return new TokenRefusal('The access token has expired.');
  if (error instanceof errors.JWTClaimValidationFailed) return new TokenRefusal(claimRefusal(error, issuer, audiences));
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return unavailableError(error);
  // The library throws `ERR_JOSE_GENERIC` if the issuer answers anything but 200 with JSON.
  if (!(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC') return unavailableError(error);
  if (error instanceof errors.JWKSNoMatchingKey)
    return new TokenRefusal('The access token is signed by a key that its issuer does not publish.');
  return new TokenRefusal('This is no access token of the identity provider, or its signature is wrong.');
}

function claimRefusal(
  { claim }: errors.JWTClaimValidationFailed,
  issuer: string,
  audiences: readonly string[],
): string {
  if (claim === 'aud') return `The access token is for another server; its audience must be ${audiences.join(' or ')}.`;
  if (claim === 'iss') return `The access token is of another issuer than ${issuer}.`;
  if (claim === 'nbf') return 'The access token is not valid yet.';
  return `The claim ${claim} of the access token is missing or wrong.`;
}

/** Reads the claims that the settings name. */
function verifiedClaimsOf(payload: JWTPayload, config: OidcConfig): VerifiedClaims {
  const { iss } = payload;
  const subject = subjectIn(payload);
  const { firstRole, roleClaim, teamsClaim, organisationClaim } = config;
  return {
    ...{ issuer: iss!, subject, issuedAt: issuedAtIn(payload), name: nameIn(payload, subject), firstRole },
    ...(organisationClaim !== undefined && { orgId: organisationIn(payload, organisationClaim) }),
    ...(roleClaim !== undefined && { role: roleIn(payload, roleClaim, config) }),
    ...(teamsClaim !== undefined && { teams: [...new Set(textsOfClaim(payload, teamsClaim))].sort() }),
  };
}

const NAME_MAX = 200;
const SUBJECT_MAX = 255;
/** The end of the year 9999, in seconds since 1970. */
const EPOCH_SECONDS_MAX = 253_402_300_799;

/** Refusal that names the allowed values of a claim, since the person who configures the provider reads it. */
const wrongClaimError = (name: string, allowed: string) =>
  new TokenRefusal(`The claim ${name} of the access token must be ${allowed}.`);

function subjectIn({ sub }: Readonly<Record<string, unknown>>): string {
  if (typeof sub === 'string' && sub.trim() !== '' && sub.length <= SUBJECT_MAX) return sub;
  throw wrongClaimError('sub', `a text of 1 to ${SUBJECT_MAX} characters`);
}

function issuedAtIn({ iat }: Readonly<Record<string, unknown>>): number {
  if (typeof iat === 'number' && iat >= 0 && iat <= EPOCH_SECONDS_MAX) return Math.trunc(iat * 1000);
  throw wrongClaimError('iat', 'a time in seconds');
}

/** The first claim among the name claims that is a text. */
const nameIn = (payload: JWTPayload, subject: string): string =>
  ['name', 'preferred_username', 'email']
    .map((name) => payload[name])
    .map((value) => (typeof value === 'string' ? value.trim().slice(0, NAME_MAX) : ''))
    .find((text) => text !== '') ?? subject.slice(0, NAME_MAX);

function organisationIn(payload: JWTPayload, name: string): OrgId {
  const read = OrgId.safeParse(textsOfClaim(payload, name)[0]);
  if (read.success) return read.data;
  throw new TokenRefusal(`The claim ${name} of the access token names no organisation.`);
}

/** Finds the role for the values of a claim. A text may contain several values separated by spaces, as scopes do. */
function roleIn(payload: JWTPayload, name: string, { roles, firstRole }: OidcConfig): Role | 'none' {
  const values = new Set(textsOfClaim(payload, name).flatMap((text) => [text, ...text.split(' ')]));
  const given: readonly (readonly [string, Role])[] =
    roles.length > 0 ? roles : Role.options.map((role) => [role, role] as const);
  const own = given.flatMap(([value, role]) => (values.has(value) ? [role] : []));
  return (
    own.reduce<Role | undefined>((best, role) => (best && hasRole(best, role) ? best : role), undefined) ?? firstRole
  );
}

/**
 * Reads a list of texts from a claim. Refuses a claim of a different form: if the claim were read as an empty list, the
 * person would lose roles and teams.
 */
function textsOfClaim(payload: JWTPayload, name: string): string[] {
  const value = claimAt(payload, name) ?? [];
  const texts = Texts.safeParse(value);
  if (texts.success) return texts.data;
  throw wrongClaimError(name, 'a text or a list of texts');
}

/**
 * Value of the claim with exactly this name. If there is none, the name is a path of claims separated by dots, and the
 * value at this path is returned.
 */
function claimAt(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((at, part) => {
    const isObject = typeof at === 'object' && at !== null && Object.hasOwn(at, part);
    return isObject ? (at as Record<string, unknown>)[part] : undefined;
  }, payload);
}
