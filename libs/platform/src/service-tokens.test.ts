import type { Principal } from '@cairn/domain';
import { aPrincipal } from '@cairn/testing';
import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { ServiceTokens } from './service-tokens.ts';

const SECRET = 's'.repeat(32);
const bytes = new TextEncoder().encode(SECRET);
const gateway = new ServiceTokens({ self: 'mcp-gateway', secrets: [SECRET] });
const recall = new ServiceTokens({ self: 'recall-api', secrets: [SECRET] });
const ada = aPrincipal({ name: 'Ada', peers: ['coach:5'], peerPrefixes: ['coach'] });

const now = () => Math.floor(Date.now() / 1000);

/** A token that is valid except for the change of a test. */
const forged = (change: (token: SignJWT) => SignJWT, { header = {}, secret = bytes, claims = {} } = {}) =>
  change(
    new SignJWT({ principal: ada, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'cairn-service+jwt', ...header })
      .setIssuer('mcp-gateway')
      .setAudience('recall-api')
      .setIssuedAt()
      .setExpirationTime('60s'),
  ).sign(secret);

const asItIs = (token: SignJWT) => token;

it('carries a principal from one service to another', async () => {
  expect(await recall.verify(await gateway.sign(ada, 'recall-api'))).toEqual(ada);
  expect(await recall.verify(await forged(asItIs))).toEqual(ada);
  const unmasked = { ...ada, masking: 'off' as const };
  expect(await recall.verify(await gateway.sign(unmasked, 'recall-api'))).toEqual(unmasked);
});

it.each<[string, () => Promise<string> | string]>([
  ['for another service', () => gateway.sign(ada, 'ingest')],
  ['that has expired', () => forged((token) => token.setIssuedAt(now() - 40).setExpirationTime(now() - 10))],
  ['that says it lives for ever', () => forged((token) => token.setIssuedAt(now() - 90).setExpirationTime('10y'))],
  ['from the future', () => forged((token) => token.setIssuedAt(now() + 60).setExpirationTime('10m'))],
  ['older than a quarter of a minute', () => forged((token) => token.setIssuedAt(now() - 16).setExpirationTime('60s'))],
  ['of an issuer that is no service', () => forged((token) => token.setIssuer('somebody'))],
  ['of another secret', () => forged(asItIs, { secret: new TextEncoder().encode('x'.repeat(32)) })],
  ['of another algorithm', () => forged(asItIs, { header: { alg: 'HS512' } })],
  ['of another type', () => forged(asItIs, { header: { typ: 'JWT' } })],
  ['without a signature', () => new UnsecuredJWT({ principal: ada }).setAudience('recall-api').encode()],
  ['without a principal', () => forged(asItIs, { claims: { principal: undefined } })],
  ['with half a principal', () => forged(asItIs, { claims: { principal: { ...ada, orgId: undefined } } })],
  ['with a role that is none', () => forged(asItIs, { claims: { principal: { ...ada, role: 'god' } } })],
])('refuses a token %s', async (_, token) => {
  expect(await recall.verify(await token())).toBeUndefined();
});

it('refuses a token of which one letter was changed', async () => {
  const token = await gateway.sign(ada, 'recall-api');
  const at = fc.integer({ min: 0, max: token.length - 1 });
  await fc.assert(
    fc.asyncProperty(at, fc.constantFrom('A', 'b', '7', '_'), async (place, letter) => {
      const changed = token.slice(0, place) + letter + token.slice(place + 1);
      // The last letter of a signature holds padding bits.
      const speaksFor: Principal | undefined = await recall.verify(changed);
      expect(speaksFor === undefined || changed === token || place === token.length - 1).toBe(true);
    }),
  );
});

it('lets a secret be changed while everything runs', async () => {
  const next = 'n'.repeat(32);
  const tokens = (self: 'mcp-gateway' | 'recall-api', ...secrets: string[]) => new ServiceTokens({ self, secrets });
  const both = tokens('recall-api', SECRET, next);

  expect(await both.verify(await tokens('mcp-gateway', SECRET).sign(ada, 'recall-api'))).toEqual(ada);
  expect(await both.verify(await tokens('mcp-gateway', next, SECRET).sign(ada, 'recall-api'))).toEqual(ada);
  expect(await tokens('recall-api', next).verify(await both.sign(ada, 'recall-api'))).toBeUndefined();
});

it('goes by the clock that it was given, not by that of the machine', async () => {
  const hourAhead = { now: () => Date.now() + 3_600_000, aheadMs: () => 0 };
  const tokens = (self: 'mcp-gateway' | 'recall-api') =>
    new ServiceTokens({ self, secrets: [SECRET], clock: hourAhead });
  const signed = await tokens('mcp-gateway').sign(ada, 'recall-api');

  expect(await tokens('recall-api').verify(signed)).toEqual(ada);
  expect(await recall.verify(signed)).toBeUndefined();
});
