import { createHash, randomUUID } from 'node:crypto';
import {
  bindingCategories,
  IMPORT_REPORT_MS,
  type MemoryId,
  type MessageId,
  type Receipt,
  type RulingImportKind,
} from '@cairn/contracts';
import type { ParsedLine, Place } from '@cairn/importers';
import { overwriteQuery, isForgotten, ServerRefusal, type CairnClient } from '../cairn-client.ts';
import { newImportId, withImport } from './import-id.ts';
import { importNote } from './import-note.ts';
import type { ImportReport } from './import-report.ts';
import { reportImport, type NamedImport } from './report-import.ts';
import { countLeftOut, timeReplacementEntry } from './left-out.ts';
import { describeRefusal } from '../refusal-text.ts';
import { withRetries } from '@cairn/client';
import type { Item, SourceLinks } from './source-links.ts';

const BATCH_ITEMS_MAX = 200;
/**
 * Maximum size of a batch in bytes: half of the server's body limit. Even the largest single item is smaller, also if
 * every character of it is escaped.
 */
const BATCH_BYTES_MAX = 8 * 1024 * 1024;
const BATCHES_AT_ONCE = 4;
const INDEXING_TIMEOUT_MS = 180_000;
const REASONS_MAX = 20;
const UNREAD_NAMES_MAX = 20;
const OTHER_REASONS = 'others';
const FORGOTTEN_REASON = 'forgotten for good (--overwrite stores it again)';

export interface ImportOptions {
  readonly signal: AbortSignal;
  /**
   * Treatment of an item if an item with the same id and different content exists: `fail` reports an error, `present`
   * counts the item as stored.
   */
  readonly conflicts: 'fail' | 'present';
  /** True to fail each record that has an ignored field. */
  readonly strict?: boolean | undefined;
  /** True to import also texts that were forgotten for good. */
  readonly overwrite?: boolean | undefined;
  /** Names under which the server keeps this import; absent for one that is not kept. */
  readonly named?: NamedImport | undefined;
  /** Kind of the files, if the rules and decisions that they state bind without a review. */
  readonly importKind?: RulingImportKind | undefined;
  /** Translates the source ids in memories of an export. */
  readonly links?: SourceLinks | undefined;
  /** Returns the share of the files that was read, 0 to 1. */
  readonly shareRead?: () => number;
  readonly patienceMs?: number;
  readonly onProgress?: (report: Readonly<ImportReport>) => void;
  readonly onRetry?: (why: string, afterMs: number) => void;
}

/**
 * Sends everything that an importer reads. Items of the same session are sent in sequence, since the server numbers
 * turns in order of arrival; different sessions are sent in parallel. Every item has an external id, so sending an item
 * again, in this run or a later run, changes nothing. Only the batches in flight are kept in memory.
 */
export async function runImport(
  items: AsyncIterable<ParsedLine>,
  client: CairnClient,
  options: ImportOptions,
): Promise<ImportReport> {
  const run = new ImportRun(client, options);
  const reportRunning = () =>
    reportImport(client, options.named, { ...run.latest, ended: 'running', share: options.shareRead?.() });
  await reportRunning();
  let reportedAt = performance.now();
  try {
    for await (const parsed of items) {
      if (run.isOver()) break;
      await run.take(parsed);
      if (performance.now() - reportedAt < IMPORT_REPORT_MS) continue;
      await reportRunning();
      reportedAt = performance.now();
    }
    const report = await run.finish();
    await reportImport(client, options.named, report);
    return report;
  } catch (error) {
    await reportImport(client, options.named, { ...run.latest, ended: 'stopped', problem: messageOf(error) });
    throw error;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

class ImportRun {
  private readonly report: ImportReport = {
    importId: newImportId(),
    imported: 0,
    alreadyThere: 0,
    proposed: 0,
    unconfirmed: 0,
    blank: 0,
    ignored: 0,
    forgotten: 0,
    leftOut: [],
    retimed: [],
    failed: 0,
    masked: {},
    unread: {},
    reasons: [],
    ended: 'complete',
  };
  private readonly senders: readonly BatchSender[];
  private readonly client: CairnClient;
  private readonly options: ImportOptions;

  constructor(client: CairnClient, options: ImportOptions) {
    this.client = client;
    this.options = options;
    this.senders = Array.from({ length: BATCHES_AT_ONCE }, () => new BatchSender((batch) => this.deliver(batch)));
  }

  get latest(): Readonly<ImportReport> {
    return this.report;
  }

  isOver(): boolean {
    return this.report.ended === 'stopped' || this.options.signal.aborted;
  }

  async take(parsed: ParsedLine): Promise<void> {
    if (parsed.type === 'blank') this.report.blank += 1;
    else if (parsed.type === 'ignored') this.ignore(parsed);
    else if (parsed.type === 'failed') this.fail(parsed.place, parsed.reason);
    else if (parsed.type === 'noteFile') await this.addNote(parsed);
    else if (parsed.unread && this.options.strict) this.fail(parsed.place, `not read: ${parsed.unread.join(', ')}`);
    else await this.addItem(parsed);
  }

  private ignore(parsed: Extract<ParsedLine, { type: 'ignored' }>): void {
    this.report.ignored += 1;
    countLeftOut(this.report.leftOut, parsed);
  }

  private async addNote({ place, note }: Extract<ParsedLine, { type: 'noteFile' }>): Promise<void> {
    try {
      const { signal, onRetry, overwrite, patienceMs = INDEXING_TIMEOUT_MS } = this.options;
      const importing = () => importNote(this.client, note, { signal, overwrite });
      const imported = await withRetries(importing, { patienceMs, signal, onRetry });
      if (imported === 'differs') this.fail(place, `path: the note ${note.path} has another text here`);
      else this.report[imported ? 'imported' : 'alreadyThere'] += 1;
    } catch (error) {
      if (isForgotten(error)) this.leaveForgotten({ place, text: note.path });
      else if (error instanceof ServerRefusal && isOfRecords(error)) this.fail(place, describeRefusal(error));
      else this.stop(error);
    }
  }

  private async addItem(read: Item): Promise<void> {
    const item = await this.withHistoryIfMay(read);
    if (!item) return;
    const isClosed = hasHistory(item) && item.history.state !== 'active';
    await this.addToSender(item);
    // An inactive memory is sent and closed before the memory that replaces it is sent.
    if (isClosed) await this.senders[senderOf(item)]?.finish({ sendRest: true });
  }

  /**
   * Removes the history from an item if the key may not restore histories, which only managers may. Without its
   * history, a memory that is not active fails.
   */
  private async withHistoryIfMay(item: Item): Promise<Item | undefined> {
    if (!hasHistory(item) || (await this.mayRestore(item))) return item;
    const { history, ...without } = item;
    if (history.state === 'active') return { ...without, unread: [...(item.unread ?? []), 'history'] };
    this.fail(item.place, `state: a memory that is ${history.state} needs the key of a manager`);
    return undefined;
  }

  private restores: Promise<boolean> | undefined;

  private mayRestore({ exportedId }: Item): Promise<boolean> {
    const { signal, patienceMs = INDEXING_TIMEOUT_MS } = this.options;
    const ask = () => this.client.call('histories', { body: { ids: [exportedId as MemoryId] }, signal });
    this.restores ??= withRetries(ask, { patienceMs, signal }).then(
      () => true,
      () => false,
    );
    return this.restores;
  }

  private async addToSender(item: Item): Promise<void> {
    const { unread } = this.report;
    if (item.retimed) countLeftOut(this.report.retimed, timeReplacementEntry(item, item.retimed));
    for (const field of item.unread ?? []) unread[nameOf(unread, field)] = (unread[nameOf(unread, field)] ?? 0) + 1;
    const { links } = this.options;
    if (links?.waitsFor(item)) await this.settle(links);
    const sent = links?.take(item) ?? item;
    if (hasLostEvidence(sent, links)) return this.leaveForgotten({ place: item.place, text: item.input.content });
    await this.senders[senderOf(item)]?.add(sent);
  }

  private async settle(links: SourceLinks): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.finish({ sendRest: true })));
    links.settle();
  }

  async finish(): Promise<ImportReport> {
    await Promise.all(this.senders.map((sender) => sender.finish({ sendRest: !this.isOver() })));
    for (const { item, id } of this.early)
      if (!this.isOver()) await this.restore(item, id).catch((error) => this.stop(error));
    if (this.report.ended === 'complete' && this.options.signal.aborted) this.report.ended = 'interrupted';
    return this.report;
  }

  private async deliver(batch: readonly Item[]): Promise<void> {
    if (this.isOver() || batch.length === 0) return;
    try {
      const receipts = await this.send(batch);
      this.count(batch, receipts);
      this.options.links?.stored(batch, receipts);
      for (const [at, item] of batch.entries())
        if (hasHistory(item) && receipts[at]?.created) await this.restoreInTime(item, receipts[at].id as MemoryId);
    } catch (error) {
      await this.onRefused(batch, error);
    }
    this.options.onProgress?.(this.report);
  }

  /** Stored memories that supersede a memory which is not stored yet. */
  private readonly early: { readonly item: WithHistory; readonly id: MemoryId }[] = [];

  /**
   * Restores the history of a memory. If the history refers to memories that are not stored yet, it is restored at the
   * end of the import. A memory that has an attribute and is no longer active is always restored at once, so that the
   * current value of the attribute can be stored.
   */
  private async restoreInTime(item: WithHistory, id: MemoryId): Promise<void> {
    const { supersedes, state } = item.history;
    const makesRoom = state !== 'active' && item.input.attribute !== undefined;
    const isEarly = supersedes.some((old) => this.options.links?.idNow(old) === undefined);
    if (isEarly && !makesRoom) this.early.push({ item, id });
    else await this.restore(item, id);
  }

  private async restore({ place, input, history }: WithHistory, id: MemoryId): Promise<void> {
    const { signal, onRetry, links, overwrite, patienceMs = INDEXING_TIMEOUT_MS } = this.options;
    const query = { channel: input.channel, ...overwriteQuery(overwrite) };
    const supersedes = history.supersedes.flatMap((old) => (links?.idNow(old) as MemoryId | undefined) ?? []);
    const proposal = history.proposal && proposalHere(history.proposal, links);
    const body = { ...history, supersedes, ...(proposal && { proposal }) };
    const call = () => this.client.call('restoreHistory', { params: { id }, query, body, signal });
    try {
      await withRetries(call, { patienceMs, signal, onRetry });
    } catch (error) {
      if (!(error instanceof ServerRefusal) || !isOfRecords(error)) throw error;
      this.fail(place, `history: ${describeRefusal(error)}`);
    }
  }

  /**
   * Sends a batch. All attempts use one idempotency key, so that a retry gets the answer of an earlier attempt whose
   * answer was lost.
   */
  private async send(batch: readonly Item[]): Promise<readonly Receipt[]> {
    const { signal, onRetry, overwrite, importKind, patienceMs = INDEXING_TIMEOUT_MS } = this.options;
    const query = { ...overwriteQuery(overwrite), ...(batch[0]?.type === 'memory' && importKind && { importKind }) };
    const route = batch[0]?.type === 'memory' ? 'addMemories' : 'addMessages';
    const headers = { 'Idempotency-Key': `import-${randomUUID()}` };
    const body = batch.map((item) => withImport(item, this.report.importId));
    const { answer } = await withRetries(() => this.client.call(route, { query, body, headers }), {
      patienceMs,
      signal,
      onRetry,
    });
    if (answer.items.length !== batch.length)
      throw new Error(`the server acknowledged ${answer.items.length} of ${batch.length} items`);
    return answer.items;
  }

  private count(batch: readonly Item[], receipts: readonly Receipt[]): void {
    const created = receipts.filter((receipt) => receipt.created).length;
    const isNew = (_: Item, place: number) => receipts[place]?.created && !receipts[place].restates;
    if (this.options.importKind === undefined) this.report.unconfirmed += batch.filter(isNew).filter(wouldBind).length;
    this.report.imported += created;
    this.report.alreadyThere += receipts.length - created;
    this.report.proposed += receipts.filter((receipt) => receipt.created && receipt.restates).length;
    const { masked } = this.report;
    for (const [kind, times] of receipts.flatMap((receipt) => Object.entries(receipt.masked ?? {})))
      masked[kind] = (masked[kind] ?? 0) + times;
  }

  /**
   * Handles a refused batch. The server accepts a batch as a whole or not at all. The batch is therefore split into
   * halves, which are sent in order, until the faulty records are found.
   */
  private async onRefused(batch: readonly Item[], error: unknown): Promise<void> {
    const [first] = batch;
    if (!(error instanceof ServerRefusal) || !isOfRecords(error)) return this.stop(error);
    if (isForgotten(error)) {
      const forgotten = batch.length > 1 ? placesIn(error) : new Set([0]);
      for (const { place, input } of batch.filter((_, at) => forgotten.has(at)))
        this.leaveForgotten({ place, text: input.content });
      if (forgotten.size > 0) return this.deliver(batch.filter((_, at) => !forgotten.has(at)));
    }
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2);
      await this.deliver(batch.slice(0, middle));
      return this.deliver(batch.slice(middle));
    }
    if (error.code === 'item/conflict' && this.options.conflicts === 'present') this.report.alreadyThere += 1;
    else if (first) this.fail(first.place, describeRefusal(error));
  }

  private leaveForgotten({ place, text }: { readonly place: Place; readonly text: string }): void {
    this.report.forgotten += 1;
    countLeftOut(this.report.leftOut, { place, why: FORGOTTEN_REASON, text });
  }

  private stop(error: unknown): void {
    if (this.options.signal.aborted || this.report.ended === 'stopped') return;
    this.report.ended = 'stopped';
    this.report.problem = error instanceof ServerRefusal ? describeRefusal(error) : (error as Error).message;
  }

  private fail(place: Place, reason: string): void {
    this.report.failed += 1;
    if (this.report.reasons.length < REASONS_MAX) this.report.reasons.push({ ...place, reason });
  }
}

type WithHistory = Extract<Item, { type: 'memory' }> & {
  readonly history: NonNullable<Extract<Item, { type: 'memory' }>['history']>;
};

type Proposed = NonNullable<WithHistory['history']['proposal']>;

/**
 * Translates the ids of an exported proposal to those of this store. A sighting goes with the first of its messages that
 * is not here.
 */
function proposalHere({ replaces, sightings, ...proposal }: Proposed, links: SourceLinks | undefined): Proposed {
  const here = (id: string) => links?.idNow(id);
  const kept = sightings.flatMap(({ quotes, ...sighting }) => {
    const found = quotes.flatMap((quote) => {
      const messageId = here(quote.messageId);
      return messageId === undefined ? [] : [{ ...quote, messageId: messageId as MessageId }];
    });
    return found.length === quotes.length ? [{ ...sighting, quotes: found }] : [];
  });
  const replaced = replaces && (here(replaces) as MemoryId | undefined);
  return { ...proposal, sightings: kept, ...(replaced && { replaces: replaced }) };
}

/** Tells whether none of the evidence of a proposal that nobody confirmed is here, so that the proposal goes with it. */
function hasLostEvidence(item: Item, links: SourceLinks | undefined): boolean {
  if (!hasHistory(item) || !item.history.proposal || item.wasConfirmed) return false;
  const { sightings } = item.history.proposal;
  return sightings.length > 0 && proposalHere(item.history.proposal, links).sightings.length === 0;
}

/** Tells whether a memory is a rule, a decision or a prohibition, which binds once a person confirmed it. */
const wouldBind = ({ type, input }: Item): boolean =>
  type === 'memory' && 'category' in input && (bindingCategories.has(input.category) || input.forbids !== undefined);

const hasHistory = (item: Item): item is WithHistory => item.type === 'memory' && item.history !== undefined;

/** Indexes, within the batch, of the records that a refusal names. */
const placesIn = ({ issues }: ServerRefusal): Set<number> =>
  new Set(
    issues.flatMap(({ field }) => {
      const place = /^\[(\d+)\]\./.exec(field ?? '')?.[1];
      return place === undefined ? [] : [Number(place)];
    }),
  );

/** True if the refusal is about records. A refusal for missing rights is about the key and names no field. */
const isOfRecords = ({ status, issues }: ServerRefusal): boolean =>
  [400, 409, 413, 422].includes(status) || (status === 403 && issues.length > 0);

/** Sends batches one after another. The next batch is filled while a request runs; when it is full, `add` waits. */
class BatchSender {
  private batch: Item[] = [];
  private bytes = 0;
  private underWay: Promise<void> = Promise.resolve();
  private readonly deliver: (batch: readonly Item[]) => Promise<void>;

  constructor(deliver: (batch: readonly Item[]) => Promise<void>) {
    this.deliver = deliver;
  }

  async add(item: Item): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(item.input));
    const [first] = this.batch;
    if (first && (first.type !== item.type || this.bytes + bytes > BATCH_BYTES_MAX)) await this.send();
    this.batch.push(item);
    this.bytes += bytes;
    if (this.batch.length === BATCH_ITEMS_MAX) await this.send();
  }

  async finish({ sendRest }: { sendRest: boolean }): Promise<void> {
    if (sendRest && this.batch.length > 0) await this.send();
    await this.underWay;
  }

  private async send(): Promise<void> {
    const batch = this.batch;
    this.batch = [];
    this.bytes = 0;
    await this.underWay;
    this.underWay = this.deliver(batch);
  }
}

/** Counts only a limited number of names separately, since the names come from the file. */
const nameOf = (unread: Readonly<Record<string, number>>, field: string): string =>
  Object.hasOwn(unread, field) || Object.keys(unread).length < UNREAD_NAMES_MAX ? field : OTHER_REASONS;

/** Index of the sender for an item; all items of a session have the same sender. */
function senderOf(item: Item): number {
  const session = item.type === 'message' ? item.input.sessionKey : undefined;
  const order = session ?? item.input.externalId ?? item.exportedId ?? '';
  return createHash('sha256').update(order).digest().readUInt32BE() % BATCHES_AT_ONCE;
}
