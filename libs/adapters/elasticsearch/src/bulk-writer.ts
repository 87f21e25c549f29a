import type { estypes } from '@elastic/elasticsearch';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { CairnError } from '@cairn/contracts';
import { Batcher, type WaitingInput } from '@cairn/ports';
import { isBlocked, isTransientStatus, isTooBusy, NOT_READY_STATUS, type Connection } from './connection.ts';
import { documentId, type Document } from './documents.ts';
import { writeAliasOf } from './index-body.ts';

/**
 * Time in ms during which writes are collected for one request. It is short compared to the time until a write can be found.
 */
const BATCH_LINGER_MS = 25;
const BATCH_LIMITS = { documents: 500, characters: 8_000_000 };
/** Maximum number of waiting writes; further writes are refused and must be repeated later. */
const WAITING_WRITES_MAX = 20_000;
const CONCURRENT_BATCHES_MAX = 4;
const WRITE_ATTEMPTS_MAX = 6;
/**
 * Time in ms that a request waits for an index that is not ready. For the same time afterwards, no further requests are
 * sent to this index.
 */
const INDEX_START_TIMEOUT_MS = 1000;

type Write = WaitingInput<{ readonly index: string; readonly document: Document }, void>;

/**
 * Collects concurrent writes into one request. Each write resolves separately, when it can be found. A write that is
 * older than the indexed version changes nothing and resolves.
 */
export class BulkWriter {
  private readonly connection: Connection;
  private readonly missing: (index: string) => void;
  /** Maps each index that was not ready to the time, by `performance.now()`, from which on it may be tried again. */
  private readonly unready = new Map<string, number>();
  private readonly batcher = new Batcher<Write['input'], void>({
    work: (batch) => this.send(batch),
    weightOf: ({ document }) => Math.max(BATCH_LIMITS.characters / BATCH_LIMITS.documents, charactersOf(document)),
    weightMax: BATCH_LIMITS.characters,
    batchesAtOnce: CONCURRENT_BATCHES_MAX,
    lingerMs: BATCH_LINGER_MS,
    waiting: { max: WAITING_WRITES_MAX, refusal: () => unavailableError('Too many writes are waiting.') },
  });

  /** `missing` is called with the name of an index that does not exist. */
  constructor(connection: Connection, missing: (index: string) => void) {
    this.connection = connection;
    this.missing = missing;
  }

  /**
   * Writes a document. Writes to an index that was not ready a moment ago are refused: a request waits for its slowest
   * index, so such writes would delay writes to other indexes.
   */
  async write(index: string, document: Document): Promise<void> {
    if ((this.unready.get(index) ?? 0) > performance.now()) throw notReadyError(index);
    this.unready.delete(index);
    return this.batcher.add({ index, document });
  }

  /** Sends a batch. Writes for which the server was too busy are repeated with growing pauses. */
  private async send(batch: readonly Write[]): Promise<void> {
    let left = batch;
    await retryWhenBusy.execute(async () => {
      left = await this.attempt(left);
      if (left.length > 0) throw tooBusyError;
    });
  }

  /** Sends the writes once, settles the writes that have a result, and returns the remaining writes. */
  private async attempt(writes: readonly Write[]): Promise<Write[]> {
    const { items } = await this.connection.write((client, options) =>
      client.bulk(
        {
          operations: writes.flatMap(operationOf),
          require_alias: true,
          refresh: 'wait_for',
          timeout: `${INDEX_START_TIMEOUT_MS}ms`,
          filter_path: ANSWER_FIELDS,
        },
        options,
      ),
    );
    return writes.filter((write, at) => !this.settle(write, items[at]?.index));
  }

  private settle({ input: { index }, resolve, reject }: Write, answer: Answer | undefined): boolean {
    if (!answer) reject(unavailableError('The word index left a write unanswered.'));
    else if (answer.status < 300 || answer.status === 409) resolve();
    else if (answer.status === 404) {
      this.missing(index);
      reject(unavailableError('The index does not exist.'));
    } else if (answer.status === NOT_READY_STATUS || isBlocked(answer.error?.type)) {
      this.unready.set(index, performance.now() + INDEX_START_TIMEOUT_MS);
      reject(notReadyError(index));
    } else if (isTransientStatus(answer.status)) return false;
    else reject(new CairnError('internal', 'The word index refused an item.', { cause: answer.error }));
    return true;
  }
}

/** Number of characters in a document's texts, which are nearly all of its size. */
const charactersOf = ({ body }: Document): number =>
  Object.values(body).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

type Answer = Pick<estypes.BulkResponseItem, 'status' | 'error'>;
const ANSWER_FIELDS = ['items.*.status', 'items.*.error.type', 'items.*.error.reason'];

const unavailableError = (message: string): CairnError => new CairnError('index/unavailable', message);

const notReadyError = (index: string): CairnError => unavailableError(`The index ${index} is not ready.`);

const tooBusyError = unavailableError('The word index is too busy.');

const retryWhenBusy = retry(
  handleWhen((error) => error === tooBusyError || (error instanceof CairnError && isTooBusy(error))),
  { maxAttempts: WRITE_ATTEMPTS_MAX - 1, backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 2000 }) },
);

/** Also replaces a document of the same version, so that a repeated event repairs the document. */
function operationOf({ input: { index, document } }: Write) {
  const { pointer, externalVersion, body } = document;
  const action = {
    _index: writeAliasOf(index),
    _id: documentId(pointer),
    routing: pointer.orgId,
    version: externalVersion,
    version_type: 'external_gte' as const,
  };
  return [{ index: action }, body];
}
