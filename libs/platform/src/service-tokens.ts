import { KeyHolder, type Principal } from '@cairn/contracts';
import { SystemClock, type Clock } from '@cairn/ports';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { serviceNames, type ServiceName } from './config.ts';

export interface ServiceTokenOptions {
  /** The service that this process is: who signs, and whom a token must be meant for. */
  readonly self: ServiceName;
  /** The first signs, each verifies: a new secret is put in front, and the old one leaves when every service has both. */
  readonly secrets: readonly string[];
  /** What the life of a token is counted by; the store's own on a cluster, where each process's may be wrong. */
  readonly clock?: Clock;
}

const ALGORITHM = 'HS256';
/** Marks our tokens, so that no other JWT under the same secret is taken for one. */
const TYPE = 'cairn-service+jwt';
/** Long enough for a call that waits its turn; whether the key still works is asked anew behind every door. */
const LIFE_S = 10;
/** By how much the times of two services may differ. */
const SKEW_S = 5;

const Claims = z.object({
  iss: z.string().min(1),
  principal: KeyHolder.extend({ masking: z.literal('off').optional(), recallLimit: z.number().int().optional() }),
});

/** Whether a token says that it is one of ours; nothing is checked. */
export function isServiceToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === TYPE;
  } catch {
    return false;
  }
}

/**
 * How services prove to each other on whose behalf they call: a token that lives for ten seconds, is meant for one service and
 * carries the principal whose key the first of them has checked. The key itself is never passed on.
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
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(this.self)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFE_S)
      .sign(this.secrets[0]!);
  }

  /** Whom a token speaks for, or nothing if it is forged, expired or meant for another service. */
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
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: serviceNames,
        audience: this.self,
        currentDate: new Date(this.clock.now()),
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: LIFE_S,
        clockTolerance: SKEW_S,
      });
      return Claims.safeParse(payload).data?.principal;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
