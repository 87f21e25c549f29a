import { Controller } from '@nestjs/common';
import { CairnError, type DeclareAliasRequest, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { nameKey } from '@cairn/text';
import { aliases, type Aliases } from '@cairn/store';

@Controller()
export class AliasesController {
  constructor(@Uses(aliases) private readonly aliases: Aliases) {}

  @Serves('listAliases')
  async list(principal: Principal): Promise<RouteOutput<'listAliases'>> {
    return { aliases: await this.aliases.all(scopeOf(principal)) };
  }

  @Serves('declareAlias')
  async declare(author: Principal, { body }: ParsedInput<'declareAlias'>): Promise<RouteOutput<'declareAlias'>> {
    const { alias } = body;
    const speakers = [...new Set(body.speakers)].sort();
    await this.aliases.declare({ author, declaration: { key: requireKey(body), alias, speakers } });
    return { alias, speakers, origin: 'declared', sightings: 0 };
  }

  @Serves('withdrawAlias')
  async withdraw(
    author: Principal,
    { query: { alias } }: ParsedInput<'withdrawAlias'>,
  ): Promise<RouteOutput<'withdrawAlias'>> {
    const withdrawn = await this.aliases.withdraw({ author, key: nameKey(alias) });
    if (!withdrawn) throw new CairnError('item/unknown', `no declared alias ${JSON.stringify(alias)}`);
    return { alias, withdrawn };
  }
}

/** Returns the key of an alias. Refuses an alias that no text can contain, or that is already a name of its speakers. */
function requireKey({ alias, speakers }: DeclareAliasRequest): string {
  const key = nameKey(alias);
  if (key === '') throw refusedError('alias', alias, 'holds too little to be found', 'two letters or digits, or more');
  const own = speakers.findIndex((speaker) => nameKey(speaker) === key);
  if (own >= 0)
    throw refusedError(`speakers[${own}]`, speakers[own], 'is the alias itself', 'a name other than the alias');
  return key;
}

const refusedError = (field: string, value: unknown, message: string, allowed: string) =>
  new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message, value, allowed }] });
