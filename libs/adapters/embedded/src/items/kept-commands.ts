import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { CandidateFeatures, FeatureOptions } from '@cairn/ports';
import { readStore, type StoreCall } from '../store/sqlite-transaction.ts';
import type { Database } from '../sqlite/database.ts';
import type { ItemTable, VisibleTest } from './item-table.ts';
import type { KeptItems } from './kept-items.ts';

interface Named extends FeatureOptions {
  readonly scope: Scope;
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
}

/** Items of which something is not in memory, and a function that reads it. */
type ReadRows<Asked, Found> = (asked: Asked) => Promise<Found[]>;

/** Commands of the store that items in memory answer, by name. They answer exactly what the store's own command does. */
const commands = { 'items.candidateFeatures': candidateFeatures } as const;

/** Runs a reading command of the store, on items in memory if that is possible. */
export async function readKept(kept: KeptItems, db: Database, call: StoreCall): Promise<unknown> {
  if (!Object.hasOwn(commands, call.command)) return readStore(db, call);
  const items = kept.of(db);
  if (!items) return readStore(db, call);
  const read = (input: unknown) => readStore(db, { ...call, input }) as Promise<never[]>;
  return commands[call.command as keyof typeof commands](items, call.input as Named, read);
}

async function candidateFeatures(
  items: ItemTable,
  asked: Named,
  read: ReadRows<Named, CandidateFeatures>,
): Promise<CandidateFeatures[]> {
  const { scope, kind, ids, withoutSession = false } = asked;
  const isVisible = items.visibleTest(scope);
  const sessions = kind === 'message' && !withoutSession ? new SessionFeatures(items, isVisible) : undefined;
  const found: CandidateFeatures[] = [];
  const unknown: ItemId[] = [];
  for (const id of new Set(ids)) {
    const row = items.rowOf(id, kind, isVisible);
    if (row < 0) continue;
    const features = items.hasFeatures(row) ? items.featuresOf(row, id) : undefined;
    const whole = features && sessions ? sessions.addTo(features, row) : features;
    if (whole) found.push(whole);
    else unknown.push(id);
  }
  return unknown.length === 0 ? found : [...found, ...(await read({ ...asked, ids: unknown }))];
}

/** Adds to the features of messages those of their sessions, as far as a scope sees the sessions. */
class SessionFeatures {
  private readonly items: ItemTable;
  private readonly isVisible: VisibleTest;
  /** Whether an assistant speaks, by session. */
  private readonly assisted = new Map<number, boolean>();

  constructor(items: ItemTable, isVisible: VisibleTest) {
    this.items = items;
    this.isVisible = isVisible;
  }

  /** Returns undefined if the features of the preceding message were not computed. */
  addTo(features: CandidateFeatures, row: number): CandidateFeatures | undefined {
    const { items, isVisible } = this;
    const [before, after] = [
      items.chains.nearest('before', row, isVisible),
      items.chains.nearest('after', row, isVisible),
    ];
    if (before >= 0 && !items.hasFeatures(before)) return undefined;
    const isAssisted = features.role === 'assistant' || this.hasAssistant(items.chains.numberOf(row));
    return {
      ...features,
      thread: isAssisted ? 'assistant' : 'people',
      ...(before >= 0 && { previous: { ...items.speakerOf(before), questionShare: items.questionShareOf(before) } }),
      ...(after >= 0 && { next: items.speakerOf(after) }),
    };
  }

  private hasAssistant(session: number): boolean {
    const known = this.assisted.get(session);
    if (known !== undefined) return known;
    const isAssisted = this.items.chains.hasAssistant(session, this.isVisible);
    this.assisted.set(session, isAssisted);
    return isAssisted;
  }
}
