import { createHmac, randomBytes } from 'node:crypto';
import { CairnError } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Time in ms within which a client must exchange its authorization code. */
export const CODE_LIFETIME_MS = 60_000;
/** Time in ms for which an access token works. */
export const ACCESS_LIFETIME_MS = 3_600_000;
/** Time in ms after which an unused refresh token ends. */
export const REFRESH_LIFETIME_MS = 30 * 86_400_000;
/**
 * Time in ms for which a used refresh token still answers with the tokens that it gave, since the client may have lost
 * the answer.
 */
const LOST_ANSWER_MS = 30_000;

const SEED_BYTES = 24;

export const newSeed = (): string => randomBytes(SEED_BYTES).toString('base64url');

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/**
 * Derives the pair of tokens that follows a refresh token. The same token and seed give the same pair, so that a repeated
 * request gets the same answer; neither the stored hash with the seed, nor the token alone, is enough to derive it.
 */
export function nextPair(token: string, seed: string): TokenPair {
  const derive = (use: string) => createHmac('sha256', token).update(`${use} ${seed}`).digest('base64url');
  return { access: `cairn_${derive('access')}`, refresh: `cairn_refresh_${derive('refresh')}` };
}

interface UsedToken {
  readonly used_at: number | null;
}

/**
 * Judges a presented refresh token: `first` use, `repeated` by a client that lost the answer, or `stolen`: somebody else
 * has used it, or its successor is in use already.
 */
export function judgeRefresh(
  token: UsedToken,
  next: UsedToken | undefined,
  now: number,
): 'first' | 'repeated' | 'stolen' {
  if (token.used_at === null) return 'first';
  const isRecent = now - token.used_at <= LOST_ANSWER_MS;
  return isRecent && next?.used_at === null ? 'repeated' : 'stolen';
}

/** Refuses an agent: only a person connects a client, which is then an agent of that person. */
export function requirePerson({ kind }: Pick<Principal, 'kind'>): void {
  if (kind === 'person') return;
  throw new CairnError('auth/forbidden', 'An agent connects no client; a person does, signed in to the console.');
}
