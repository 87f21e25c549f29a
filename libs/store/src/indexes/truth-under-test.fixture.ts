import { type Receipt } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Outbox, Pointer, Truth } from '@cairn/ports';
import { type SettableClock } from '@cairn/testing';
import type { Identity } from '../access/identity.ts';
import type { Keys } from '../access/keys.ts';

/** A truth with its outbox. Both may contain data already, since every test makes an organisation of its own. */
export interface TruthWorld {
  readonly truth: Truth;
  readonly outbox: Outbox;
  readonly keys: Keys;
  readonly identity: Identity;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

export let world: TruthWorld;
export let truth: Truth;

/** Opens the truth for all tests of the block that calls it. */
export function openTruth(make: () => Promise<TruthWorld>): void {
  beforeAll(async () => {
    world = await make();
    truth = world.truth;
  });
  afterAll(() => world.close());
}

export const write = async (author: Principal, ...items: NewItem[]): Promise<Receipt[]> => truth.write(author, items);
export const writeOne = async (author: Principal, item: NewItem) => (await write(author, item))[0] as Receipt;
export const find = (who: Principal, { kind, id }: Pick<NewItem, 'kind' | 'id'>, channel?: string) =>
  truth.find(scopeOf(who, channel), kind, id);
export const pointerTo = (author: Principal, { kind, id }: Pick<NewItem, 'kind' | 'id'>): Pointer => ({
  orgId: author.orgId,
  kind,
  id,
});
