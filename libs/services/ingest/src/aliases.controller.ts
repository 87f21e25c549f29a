import { Controller } from '@nestjs/common';
import {
  CairnError,
  routes,
  type Alias,
  type AliasesResponse,
  type AliasQuery,
  type DeclareAliasRequest,
  type Principal,
  type WithdrawAliasResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Aliases } from '@cairn/ports';
import { nameKey } from '@cairn/text';
import { refuseSecretNames } from './masking/secret-names.ts';

@Controller()
export class AliasesController {
  constructor(private readonly aliases: Aliases) {}

  @Serves(routes.listAliases)
  async list(@Caller() { orgId }: Principal): Promise<AliasesResponse> {
    return { aliases: await this.aliases.all(orgId) };
  }

  @Serves(routes.declareAlias)
  async declare(@Caller() author: Principal, @Validated() request: DeclareAliasRequest): Promise<Alias> {
    const { alias } = request;
    if (author.masking !== 'off') refuseSecretNames(namesOf(request));
    const speakers = [...new Set(request.speakers)].sort();
    await this.aliases.declare(author, { key: requireKey(request), alias, speakers });
    return { alias, speakers, origin: 'declared', sightings: 0 };
  }

  @Serves(routes.withdrawAlias)
  async withdraw(@Caller() author: Principal, @Validated() { alias }: AliasQuery): Promise<WithdrawAliasResponse> {
    const withdrawn = await this.aliases.withdraw(author, nameKey(alias));
    if (!withdrawn) throw new CairnError('item/unknown', `no declared alias ${JSON.stringify(alias)}`);
    return { alias, withdrawn };
  }
}

const namesOf = ({ alias, speakers }: DeclareAliasRequest) => [
  ['alias', alias] as const,
  ...speakers.map((speaker, at) => [`speakers[${at}]`, speaker] as const),
];

/** An alias must be found in a text, and say something new of its speakers. */
function requireKey({ alias, speakers }: DeclareAliasRequest): string {
  const key = nameKey(alias);
  if (key === '') throw refused('alias', alias, 'holds too little to be found', 'two letters or digits, or more');
  const own = speakers.findIndex((speaker) => nameKey(speaker) === key);
  if (own >= 0) throw refused(`speakers[${own}]`, speakers[own], 'is the alias itself', 'a name other than the alias');
  return key;
}

const refused = (field: string, value: unknown, message: string, allowed: string) =>
  new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message, value, allowed }] });
