import { KeyHolder } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { SystemClock, type Clock } from '@cairn/ports';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { serviceNames, type ServiceName } from './config.ts';

export interface ServiceTokenOptions {
  /** Name of this service: the issuer of tokens that it signs, and the audience of tokens that it accepts. */
  readonly self: ServiceName;
  /**
   * The secrets of the services. The first secret signs, and every secret verifies. To change a secret, put the new one
   * in front, and remove the old one once every service has both.
   */
  readonly secrets: readonly string[];
  /**
   * Clock for the times in tokens. On a cluster it is the clock of the store, since the clock of a process may be
   * wrong.
   */
  readonly clock?: Clock;
}

const TOKEN_ALGORITHM = 'HS256';
/** Type of our tokens. It prevents that a different JWT with the same secret is accepted. */
const TOKEN_TYPE = 'cairn-service+jwt';
/**
 * Seconds for which a token is valid: long enough for a call that waits its turn. The called service checks again that the
 * key is valid.
 */
const TOKEN_LIFETIME_S = 10;
/** Tolerated difference between the clocks of two services, in seconds. */
const CLOCK_SKEW_S = 5;

const Claims = z.object({
  iss: z.string().min(1),
  principal: KeyHolder.extend({ masking: z.literal('off').optional(), recallLimit: z.number().int().optional() }),
});

/** Whether a token claims to be one of our service tokens; verifies nothing. */
export function isServiceToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === TOKEN_TYPE;
  } catch {
    return false;
  }
}

/**
 * Tokens by which a service proves on whose behalf it calls a second service. A token is valid for ten seconds and for
 * one service. It names the principal whose key the calling service has verified. The key itself is never passed on.
 */
export class ServiceTokens {
  private readonly self: ServiceName;
  private readonly secrets: readonly Uint8Array[];
  private readonly clock: Clock;

  constructor({ self, secrets, clock = new SystemClock() }: ServiceTokenOptions) {
    this.self = self;
    this.clock = clock;
    this.secrets = secrets.map((secret) => new TextEncoder().encode(secret));
  }

  sign(principal: Principal, audience: ServiceName): Promise<string> {
    const now = Math.floor(this.clock.now() / 1000);
    return new SignJWT({ principal })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE })
      .setIssuer(this.self)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_LIFETIME_S)
      .sign(this.secrets[0]!);
  }

  /** Verifies a token and returns its principal; undefined if it is forged, expired or meant for another service. */
  async verify(token: string): Promise<Principal | undefined> {
    for (const secret of this.secrets) {
      const principal = await this.verifyWith(secret, token);
      if (principal) return principal;
    }
    return undefined;
  }

  private async verifyWith(secret: Uint8Array, token: string): Promise<Principal | undefined> {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: [TOKEN_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: serviceNames,
        audience: this.self,
        currentDate: new Date(this.clock.now()),
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: TOKEN_LIFETIME_S,
        clockTolerance: CLOCK_SKEW_S,
      });
      return Claims.safeParse(payload).data?.principal;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
