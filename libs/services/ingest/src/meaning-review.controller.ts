import { Controller } from '@nestjs/common';
import {
  scopeOf,
  type MeaningReviewItem,
  type Memory,
  type ParsedInput,
  type Principal,
  type RouteOutput,
} from '@cairn/contracts';
import { Serves } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';

/** How many of the newest memories of a kind are looked at. */
const SCANNED = 500;

/** Lists what a person or an agent can give the meaning of. */
@Controller()
export class MeaningReviewController {
  constructor(private readonly items: ItemReader) {}

  @Serves('meaningReview')
  async meaningReview(
    principal: Principal,
    { query: { channel, limit } }: ParsedInput<'meaningReview'>,
  ): Promise<RouteOutput<'meaningReview'>> {
    const scope = scopeOf(principal, channel);
    const newest = (categories: Memory['category'][]) =>
      this.items.list(scope, { kind: 'memory', channel, categories }, { order: 'newest', limit: SCANNED });
    const found = (await Promise.all([newest(['rule', 'decision']), newest(['fact', 'person'])])).flat() as Memory[];
    const items = found.flatMap(reviewed).toSorted((one, other) => other.strength - one.strength);
    return { items: items.slice(0, limit) };
  }
}

function reviewed(memory: Memory): MeaningReviewItem[] {
  const lacks = lackOf(memory);
  const { id: memoryId, category, title, content, strength, version } = memory;
  return lacks === undefined ? [] : [{ memoryId, category, title, content, strength, version, lacks }];
}

function lackOf({ category, forbids, actionTriggers, decides, subject, attribute, value }: Memory) {
  if (category === 'rule') return forbids || actionTriggers ? undefined : 'forbids';
  if (category === 'decision') return decides ? undefined : 'decides';
  return subject !== null && attribute !== null && value === undefined ? 'value' : undefined;
}
