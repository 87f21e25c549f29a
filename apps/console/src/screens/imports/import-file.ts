import { call, Refusal } from '../../api/client.ts';
import type { Line, LineError, LinesOfFile, LineUnit } from './lines-of-file.ts';

/** How far a file is. */
export interface Standing {
  /** By which it can be taken back. */
  readonly importId: string;
  readonly unit: LineUnit;
  readonly total: number;
  readonly done: number;
  readonly created: number;
  readonly errors: readonly LineError[];
}

interface ImportOptions {
  /** Who may read the conversations of an export. */
  readonly visibility: 'private' | 'org';
  readonly onStanding: (standing: Standing) => void;
}

const BATCH = 100;

/** Stores a file in batches; a batch that is refused is sent one by one, so that the good ones are stored. */
export async function importFile(file: File, { visibility, onStanding }: ImportOptions): Promise<void> {
  const { unit, lines, errors } = await read(file, visibility);
  const importId = newImportId();
  const total = lines.length + errors.length;
  let standing: Standing = { importId, unit, total, done: errors.length, created: 0, errors };
  onStanding(standing);
  for (const kind of ['addMessages', 'addMemories'] as const) {
    const ofKind = lines.filter(({ item }) => 'title' in item === (kind === 'addMemories'));
    for (let from = 0; from < ofKind.length; from += BATCH) {
      const batch = ofKind.slice(from, from + BATCH);
      const came = await store(
        kind,
        batch.map((line) => ({ ...line, item: withImport(line.item, importId) })),
      );
      standing = {
        ...standing,
        done: standing.done + batch.length,
        created: standing.created + came.created,
        errors: [...standing.errors, ...came.errors].sort((one, other) => one.line - other.line),
      };
      onStanding(standing);
    }
  }
}

/** A file of JSON is the export of a chat, every other holds one JSON object a line. */
async function read(file: File, visibility: ImportOptions['visibility']): Promise<LinesOfFile> {
  const text = await file.text();
  if (!file.name.endsWith('.json')) return linesOf(text);
  const { conversationsOf } = await import('./conversations.ts');
  return conversationsOf(text, file.name, visibility);
}

/** Its time, for people, and what tells two of one moment apart: as the command line names its own. */
const newImportId = () =>
  `${new Date().toISOString().slice(0, 19).replace(/\D/g, '-')}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0')}`;

/** What is no object there is for the server to refuse. */
function withImport(item: Line['item'], importId: string): Line['item'] {
  const { provenance = {} } = item;
  const isFields = typeof provenance === 'object' && provenance !== null && !Array.isArray(provenance);
  return isFields ? { ...item, provenance: { ...provenance, importId } } : item;
}

/** The objects of a file, with the lines that are none. */
function linesOf(text: string): LinesOfFile {
  const lines: Line[] = [];
  const errors: LineError[] = [];
  for (const [index, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue;
    const item = objectOf(row);
    if (item) lines.push({ line: index + 1, item: withOwnId(item) });
    else errors.push({ line: index + 1, message: 'This is no JSON object.' });
  }
  return { unit: 'line', lines, errors };
}

function objectOf(row: string): Line['item'] | undefined {
  try {
    const read: unknown = JSON.parse(row);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Line['item']) : undefined;
  } catch {
    return undefined;
  }
}

/** An `id` of the file is the sender's own. */
function withOwnId({ id, ...item }: Line['item']): Line['item'] {
  return { source: 'jsonl', ...(id !== undefined && { externalId: String(id) }), ...item };
}

type Kind = 'addMessages' | 'addMemories';
interface Came {
  readonly created: number;
  readonly errors: readonly LineError[];
}

async function store(kind: Kind, batch: readonly Line[]): Promise<Came> {
  try {
    // The server checks what the file holds.
    const { items } = await call(kind, { body: batch.map(({ item }) => item) as never });
    return { created: items.filter(({ created }) => created).length, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (batch.length === 1) return { created: 0, errors: [{ line: batch[0]!.line, message: reasonOf(error) }] };
    return oneByOne(kind, batch);
  }
}

async function oneByOne(kind: Kind, batch: readonly Line[]): Promise<Came> {
  const came: Came[] = [];
  for (const line of batch) came.push(await store(kind, [line]));
  return {
    created: came.reduce((sum, { created }) => sum + created, 0),
    errors: came.flatMap(({ errors }) => errors),
  };
}

const reasonOf = ({ message, issues }: Refusal) =>
  issues.length > 0
    ? issues.map(({ field, message: why }) => `${field.replace(/^\[0\]\./, '')} ${why}`).join('; ')
    : message;
