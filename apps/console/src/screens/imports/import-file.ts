import { IMPORT_REPORT_MS, type RulingImportKind } from '@cairn/contracts';
import { call, Refusal } from '../../api/client.ts';
import type { Dropped } from './dropped.ts';
import type { NamedKind } from './import-sources.ts';
import type { Line, LineError } from './lines-of-file.ts';
import type { ImportProgress } from './import-progress.ts';
import { reportImport } from './report-import.ts';

interface ImportOptions {
  /** Visibility of imported conversations. */
  readonly visibility: 'private' | 'org';
  /** How the files are read, if the person said so. */
  readonly kind: NamedKind | undefined;
  /** True to read the whole file without sending anything. */
  readonly isDryRun: boolean;
  readonly onProgress: (progress: ImportProgress) => void;
}

const BATCH_ITEMS = 100;
const ERRORS_KEPT_MAX = 1_000;
const EXAMPLES_MAX = 3;

/**
 * Imports a file in batches while it is read. If the server refuses a batch, the items of the batch are sent one by
 * one, so that the valid items are stored. The server keeps when the import began, how far it is and how it ended.
 */
export async function importFile(dropped: Dropped, options: ImportOptions): Promise<void> {
  const run = new FileImport(options);
  let format: string = options.kind ?? 'unknown';
  const report = async (state: 'running' | 'complete' | 'stopped') => {
    const { name } = dropped;
    if (options.isDryRun) return;
    await reportImport({ name, format, readers: options.visibility, state, progress: run.latest });
  };
  try {
    const { sourceOf } = await import('./source.ts');
    const source = await sourceOf(dropped, options);
    format = source.format;
    run.readsAs(source.importKind);
    await report('running');
    let reportedAt = performance.now();
    for await (const read of source.read((bytes) => run.bytes(bytes / Math.max(1, source.bytes)))) {
      if ('message' in read) run.fail(read);
      else await run.take(read, source.isOftenThere);
      if (performance.now() - reportedAt < IMPORT_REPORT_MS) continue;
      await report('running');
      reportedAt = performance.now();
    }
    await run.end(source.isOftenThere);
  } catch (error) {
    run.stop(error instanceof Error ? error.message : String(error));
  }
  await report(run.latest.problem === undefined ? 'complete' : 'stopped');
}

/** First items that a file would give, and the first problems. */
export interface ImportPreview {
  readonly lines: readonly Line[];
  readonly errors: readonly LineError[];
}

/** Reads the first items of what was dropped and sends nothing. Throws if it cannot be read. */
export async function previewFile(dropped: Dropped, kind: NamedKind | undefined, max: number): Promise<ImportPreview> {
  const { sourceOf } = await import('./source.ts');
  const source = await sourceOf(dropped, { visibility: 'private', kind });
  const lines: Line[] = [];
  const errors: LineError[] = [];
  for await (const step of source.read(() => undefined)) {
    if ('message' in step) errors.push(step);
    else lines.push(step);
    if (lines.length === max || errors.length === ERRORS_KEPT_MAX) break;
  }
  return { lines, errors: errors.slice(0, max) };
}

class FileImport {
  private progress: ImportProgress;
  private readonly waiting: Record<Kind, Line[]> = { addMessages: [], addMemories: [] };
  private readonly options: ImportOptions;
  private importKind: RulingImportKind | undefined;

  constructor(options: ImportOptions) {
    this.options = options;
    const none = { share: 0, read: 0, taken: 0, created: 0, failed: 0, errors: [], retimed: { count: 0, places: [] } };
    this.progress = { importId: newImportId(), ...none, isDryRun: options.isDryRun };
    options.onProgress(this.progress);
  }

  get latest(): ImportProgress {
    return this.progress;
  }

  /** Tells what kind of files is read, which decides whether their rules bind without a review. */
  readsAs(kind: RulingImportKind | undefined): void {
    this.importKind = kind;
  }

  bytes(share: number): void {
    this.progress = { ...this.progress, share: Math.min(1, share) };
  }

  fail(error: LineError): void {
    this.progress = { ...this.progress, read: this.progress.read + 1, ...this.withErrors([error]) };
  }

  async take(line: Line, isOftenThere: boolean): Promise<void> {
    const kind = 'title' in line.item ? 'addMemories' : 'addMessages';
    if (line.isRetimed) this.retime(line.place);
    const waiting = this.waiting[kind];
    waiting.push({ ...line, item: withImport(line.item, this.progress.importId) });
    if (waiting.length === BATCH_ITEMS) await this.send(kind, isOftenThere);
  }

  private retime(place: string): void {
    const { count, places } = this.progress.retimed;
    const retimed = { count: count + 1, places: [...places, place].slice(0, EXAMPLES_MAX) };
    this.progress = { ...this.progress, retimed };
  }

  async end(isOftenThere: boolean): Promise<void> {
    await this.send('addMessages', isOftenThere);
    await this.send('addMemories', isOftenThere);
    this.tell({ share: 1 });
  }

  stop(problem: string): void {
    this.tell({ problem });
  }

  private async send(kind: Kind, isOftenThere: boolean): Promise<void> {
    const batch = this.waiting[kind].splice(0);
    if (batch.length === 0) return;
    const came = this.options.isDryRun
      ? { created: 0, errors: [] }
      : await store({ kind, isOftenThere, importKind: this.importKind }, batch);
    const { read, taken, created } = this.progress;
    const counts = { read: read + batch.length, taken: taken + batch.length, created: created + came.created };
    this.tell({ ...counts, ...this.withErrors(came.errors) });
  }

  private withErrors(errors: readonly LineError[]): Pick<ImportProgress, 'failed' | 'errors'> {
    const { failed, errors: earlier } = this.progress;
    return { failed: failed + errors.length, errors: [...earlier, ...errors].slice(0, ERRORS_KEPT_MAX) };
  }

  private tell(change: Partial<ImportProgress>): void {
    this.progress = { ...this.progress, ...change };
    this.options.onProgress(this.progress);
  }
}

/**
 * Creates an import id of the same form as on the command line: the current time, so that people recognise the id, and
 * a random part.
 */
const newImportId = () =>
  `${new Date().toISOString().slice(0, 19).replace(/\D/g, '-')}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0')}`;

/**
 * Adds the import id to the item's provenance. A provenance that is no object stays unchanged, so that the server
 * refuses the item.
 */
function withImport(item: Line['item'], importId: string): Line['item'] {
  const { provenance = {} } = item;
  const isFields = typeof provenance === 'object' && provenance !== null && !Array.isArray(provenance);
  return isFields ? { ...item, provenance: { ...provenance, importId } } : item;
}

type Kind = 'addMessages' | 'addMemories';
interface BatchOutcome {
  readonly created: number;
  readonly errors: readonly LineError[];
}

interface Sending {
  readonly kind: Kind;
  readonly isOftenThere: boolean;
  readonly importKind: RulingImportKind | undefined;
}

async function store(sending: Sending, batch: readonly Line[]): Promise<BatchOutcome> {
  const { kind, isOftenThere, importKind } = sending;
  try {
    // The items are sent unchecked, since the server validates them.
    const body = batch.map(({ item }) => item) as never;
    const { items } = await call(kind, {
      body,
      ...(kind === 'addMemories' && importKind && { query: { importKind } }),
    });
    return { created: items.filter(({ created }) => created).length, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (batch.length > 1) return storeOneByOne(sending, batch);
    if (isOftenThere && error.code === 'item/conflict') return { created: 0, errors: [] };
    return { created: 0, errors: [{ place: batch[0]!.place, message: reasonOf(error) }] };
  }
}

async function storeOneByOne(sending: Sending, batch: readonly Line[]): Promise<BatchOutcome> {
  const came: BatchOutcome[] = [];
  for (const line of batch) came.push(await store(sending, [line]));
  return {
    created: came.reduce((sum, { created }) => sum + created, 0),
    errors: came.flatMap(({ errors }) => errors),
  };
}

const reasonOf = ({ message, issues }: Refusal) =>
  issues.length > 0
    ? issues.map(({ field, message: why }) => `${field.replace(/^\[0\]\./, '')} ${why}`).join('; ')
    : message;
