import { z } from 'zod';
import { limits } from './limits.ts';
import { boundedText, Name } from './vocabulary.ts';
import { markIdentifying } from './secret-rules.ts';
import type { Routes } from './route.ts';

const AliasName = markIdentifying(boundedText(limits.alias)).transform((name) => name.trim());

const aliasOrigins = ['declared', 'learned', 'merged'] as const;

export const Alias = z
  .object({
    alias: z.string().describe('The other name, as it was declared or heard'),
    speakers: z.array(z.string()).describe('Everyone whom it can mean; empty if declared to mean nobody'),
    origin: z.enum(aliasOrigins).describe('Declared aliases take precedence over learned ones'),
    sightings: z.number().int().min(0).describe('How many times a learned one was heard; 0 of a declared one'),
  })
  .meta({ id: 'Alias' });
export type Alias = z.infer<typeof Alias>;

export const AliasesResponse = z.object({ aliases: z.array(Alias) }).meta({ id: 'AliasesResponse' });
export type AliasesResponse = z.infer<typeof AliasesResponse>;

/** Declares which speakers an alias means. The declaration replaces all former declarations of the alias. */
export const DeclareAliasRequest = z
  .strictObject({
    alias: AliasName.describe('How people are called, such as Bob or @rk'),
    speakers: z
      .array(Name)
      .max(limits.aliasSpeakers.max)
      .describe('Speakers that it means, as their messages name them; an empty list means nobody'),
  })
  .meta({ id: 'DeclareAliasRequest' });
export type DeclareAliasRequest = z.infer<typeof DeclareAliasRequest>;

export const AliasQuery = z.strictObject({ alias: AliasName });
export type AliasQuery = z.infer<typeof AliasQuery>;

export const WithdrawAliasResponse = z
  .object({ alias: z.string(), withdrawn: z.literal(true) })
  .meta({ id: 'WithdrawAliasResponse' });
export type WithdrawAliasResponse = z.infer<typeof WithdrawAliasResponse>;

/** Routes of aliases, which are other names of speakers. */
export const aliasRoutes = {
  listAliases: {
    method: 'GET',
    path: '/v1/aliases',
    service: 'ingest',
    role: 'manager',
    summary: 'List aliases of speakers, declared and learned',
    output: AliasesResponse,
  },
  declareAlias: {
    method: 'PUT',
    path: '/v1/aliases',
    service: 'ingest',
    role: 'manager',
    summary: 'Declare the speakers that a name means, replacing the former ones; recall uses it within seconds',
    body: DeclareAliasRequest,
    output: Alias,
  },
  withdrawAlias: {
    method: 'DELETE',
    path: '/v1/aliases',
    service: 'ingest',
    role: 'manager',
    summary: 'Remove a declared alias',
    query: AliasQuery,
    output: WithdrawAliasResponse,
  },
} as const satisfies Routes;
