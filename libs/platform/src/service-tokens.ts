import { KeyId, OrgId, PrincipalId, Role, type Principal } from '@cairn/contracts';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { AppName } from './config.ts';

export interface ServiceTokenOptions {
  /** The service that this process is: who signs, and whom a token must be meant for. */
  readonly self: AppName;
  /** The first signs, each verifies: a new secret is put in front, and the old one leaves when every service has both. */
  readonly secrets: readonly string[];
}

const ALGORITHM = 'HS256';
/** Marks our tokens, so that no other JWT under the same secret is taken for one. */
const TYPE = 'cairn-service+jwt';
const LIFE_S = 60;
/** By how much the clocks of two services may differ. */
const SKEW_S = 5;

const Claims = z.object({
  iss: z.string().min(1),
  principal: z.object({
    orgId: OrgId,
    principalId: PrincipalId,
    keyId: KeyId,
    name: z.string(),
    kind: z.enum(['person', 'agent']),
    role: Role,
    peers: z.array(z.string()),
    peerPrefixes: z.array(z.string()),
  }),
});

/**
 * How services prove to each other on whose behalf they call: a token that lives for a minute, is meant for one service and
 * carries the principal whose key the first of them has checked. The key itself is never passed on.
 */
export class ServiceTokens {
  private readonly self: AppName;
  private readonly secrets: readonly Uint8Array[];

  constructor({ self, secrets }: ServiceTokenOptions) {
    this.self = self;
    this.secrets = secrets.map((secret) => new TextEncoder().encode(secret));
  }

  sign(principal: Principal, audience: AppName): Promise<string> {
    return new SignJWT({ principal })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(this.self)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFE_S}s`)
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
        audience: this.self,
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
