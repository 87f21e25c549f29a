import { codeOf } from './notes.ts';

type Value = Record<string, unknown>;

/** An item of a store of LangGraph. */
export interface StoreItem {
  // LangGraph's own type of a value.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  value: Record<string, any>;
  key: string;
  namespace: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** A found item; the score is absent where the search did not find its text. */
export interface FoundItem extends StoreItem {
  score?: number;
}

interface Get {
  namespace: string[];
  key: string;
}

interface Put extends Get {
  value: Value | null;
  index?: false | string[] | undefined;
}

interface Search {
  namespacePrefix: string[];
  filter?: Value | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  query?: string | undefined;
}

interface Match {
  matchType: 'prefix' | 'suffix';
  path: string[];
}

interface ListNamespaces {
  matchConditions?: Match[] | undefined;
  maxDepth?: number | undefined;
  limit: number;
  offset: number;
}

type Operation = Get | Put | Search | ListNamespaces;

interface Entry {
  readonly path: string;
  readonly text: string;
  readonly at: number;
}

interface Refused {
  readonly code: string;
  readonly message: string;
}

interface Place {
  readonly workspace: string;
}

/** The routes of notes that the store calls. `CairnClient` has them. */
export interface StoredNotes {
  putNotes(input: {
    body: Place & { notes: { path: string; text: string }[] };
  }): Promise<{ results: readonly { path: string; error?: Refused }[] }>;
  readNotes(input: {
    body: Place & { paths: string[] };
  }): Promise<{ results: readonly { path: string; note?: Entry; error?: Refused }[] }>;
  removeNote(input: { query: Place & { path: string } }): Promise<unknown>;
  listNotes(input: {
    query: Place & { prefix: string; limit: number; after?: string };
  }): Promise<{ notes: readonly { path: string }[]; nextAfter: string | null }>;
  searchNotes(input: {
    body: Place & {
      query: string;
      pathPrefix: string;
      corpus: 'memory';
      citations: 'off';
      minScore: number;
      maxResults: number;
    };
  }): Promise<{ results: readonly { path: string; score: number }[] }>;
}

export interface CairnStoreOptions {
  /** Workspace of the notes; by default `default`. */
  readonly workspace?: string;
  /** Folder of the workspace in which the namespaces are; by default `store`. */
  readonly folder?: string;
  /** Fields whose text is searched, such as `text` or `chapters[*].title`; by default the whole value. */
  readonly fields?: readonly string[];
}

const PAGE = 1000;
const BATCH = 200;
const RESULTS_MAX = 50;
const VALUE = 'value: ';
const CREATED = 'created: ';

/** A name that the store does not take as a part of a namespace. */
export class InvalidNamespaceError extends Error {
  override readonly name = 'InvalidNamespaceError';
}

/**
 * A `BaseStore` of LangGraph over notes: each item is a note, its namespace the folder. It has the members of LangGraph's class
 * without importing it. A search with a query has the best 50 matches first, with a score, then the other items without one.
 * Secrets in values are masked by the server, as in every note. Deletion keeps the versions of the note.
 */
export class CairnStore {
  private readonly cairn: StoredNotes;
  private readonly workspace: string;
  private readonly folder: string;
  private readonly fields: readonly string[];

  constructor(cairn: StoredNotes, { workspace = 'default', folder = 'store', fields = ['$'] }: CairnStoreOptions = {}) {
    this.cairn = cairn;
    this.workspace = workspace;
    this.folder = folder.replaceAll(/^\/+|\/+$/g, '');
    this.fields = fields;
  }

  /**
   * Returns one result for each operation. Reads see the state before the writes of their batch, and the last write of an item
   * wins.
   */
  // A conditional type fits that of LangGraph's class only if it is the very same. Its own type gives these results theirs.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async batch(operations: readonly Operation[]): Promise<any> {
    const results = await Promise.all(operations.map((operation) => this.read(operation)));
    const writes = operations.filter(isPut);
    for (const { namespace } of writes) requireNamespace(namespace);
    await this.write([...new Map(writes.map((put) => [this.pathOf(put), put])).entries()]);
    return results;
  }

  async get(namespace: string[], key: string): Promise<StoreItem | null> {
    return this.single<StoreItem | null>({ namespace, key });
  }

  async search(namespacePrefix: string[], options: Omit<Search, 'namespacePrefix'> = {}): Promise<FoundItem[]> {
    return this.single<FoundItem[]>({ namespacePrefix, ...options });
  }

  async put(namespace: string[], key: string, value: Value, index?: false | string[]): Promise<void> {
    if (namespace[0] === 'langgraph') throw new InvalidNamespaceError('The root "langgraph" is of LangGraph itself.');
    await this.single<undefined>({ namespace, key, value, index });
  }

  async delete(namespace: string[], key: string): Promise<void> {
    await this.single<undefined>({ namespace, key, value: null });
  }

  async listNamespaces({
    prefix,
    suffix,
    maxDepth,
    limit = 100,
    offset = 0,
  }: {
    prefix?: string[];
    suffix?: string[];
    maxDepth?: number;
    limit?: number;
    offset?: number;
  } = {}): Promise<string[][]> {
    const matchConditions: Match[] = [
      ...(prefix ? [{ matchType: 'prefix', path: prefix } as const] : []),
      ...(suffix ? [{ matchType: 'suffix', path: suffix } as const] : []),
    ];
    return this.single<string[][]>({ matchConditions, maxDepth, limit, offset });
  }

  /** Does nothing: the store has no connection of its own. LangGraph calls it. */
  start(): void {}

  /** Does nothing, as `start`. */
  stop(): void {}

  private async single<Result>(operation: Operation): Promise<Result> {
    const [result] = (await this.batch([operation])) as [Result];
    return result;
  }

  private async read(operation: Operation): Promise<StoreItem | null | FoundItem[] | string[][] | undefined> {
    if (isPut(operation)) return undefined;
    if ('namespacePrefix' in operation) return this.found(operation);
    if ('key' in operation) return (await this.items([this.pathOf(operation)]))[0] ?? null;
    return this.namespaces(operation);
  }

  private async write(puts: readonly (readonly [string, Put])[]): Promise<void> {
    const kept = puts.filter(([, { value }]) => value !== null);
    const stored = await this.items(kept.map(([path]) => path));
    const created = new Map(stored.map((item) => [this.pathOf(item), item.createdAt]));
    const now = new Date();
    const notes = kept.map(([path, put]) => ({ path, text: this.textOf(put, created.get(path) ?? now) }));
    for (const part of partsOf(notes)) {
      const { results } = await this.cairn.putNotes({ body: { workspace: this.workspace, notes: part } });
      requireAll(results);
    }
    for (const [path, { value }] of puts) if (value === null) await this.remove(path);
  }

  private async remove(path: string): Promise<void> {
    await this.cairn.removeNote({ query: { workspace: this.workspace, path } }).catch((error: unknown) => {
      if (codeOf(error) !== 'note/unknown') throw error;
    });
  }

  private async found({ namespacePrefix, filter, limit = 10, offset = 0, query }: Search): Promise<FoundItem[]> {
    const prefix = this.prefixOf(namespacePrefix);
    const [paths, scores] = await Promise.all([this.paths(prefix), this.scores(prefix, query)]);
    const ranked = paths.toSorted((one, other) => (scores.get(other) ?? -1) - (scores.get(one) ?? -1));
    const last = offset + limit;
    if (!filter) return this.scored(ranked.slice(offset, last), scores);
    const found: FoundItem[] = [];
    for (const part of partsOf(ranked)) {
      found.push(...(await this.scored(part, scores)).filter(({ value }) => matches(value, filter)));
      if (found.length >= last) break;
    }
    return found.slice(offset, last);
  }

  /** The best score of each note that the search finds, by path. */
  private async scores(pathPrefix: string, query: string | undefined): Promise<ReadonlyMap<string, number>> {
    const scores = new Map<string, number>();
    if (!query) return scores;
    const asked = {
      query,
      pathPrefix,
      corpus: 'memory',
      citations: 'off',
      minScore: 0,
      maxResults: RESULTS_MAX,
    } as const;
    const { results } = await this.cairn.searchNotes({ body: { workspace: this.workspace, ...asked } });
    for (const { path, score } of results) scores.set(path, Math.max(score, scores.get(path) ?? 0));
    return scores;
  }

  private async scored(paths: readonly string[], scores: ReadonlyMap<string, number>): Promise<FoundItem[]> {
    return (await this.items(paths)).map((item) => {
      const score = scores.get(this.pathOf(item));
      return score === undefined ? item : { ...item, score };
    });
  }

  private async namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespaces): Promise<string[][]> {
    const paths = await this.paths(`${this.folder}/`);
    const all = paths.map((path) => this.placeOf(path).namespace);
    const matching = all.filter((namespace) => matchConditions.every((condition) => fits(namespace, condition)));
    const distinct = new Map(
      matching.map((name) => name.slice(0, maxDepth)).map((name) => [JSON.stringify(name), name]),
    );
    return [...distinct.values()].sort(compareNames).slice(offset, offset + limit);
  }

  private async paths(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const query = { workspace: this.workspace, prefix, limit: PAGE, ...(after !== undefined && { after }) };
      const { notes, nextAfter } = await this.cairn.listNotes({ query });
      found.push(...notes.map(({ path }) => path));
      if (nextAfter === null) return found;
      after = nextAfter;
    }
  }

  /** Reads the items of paths, in their order, without those that are gone. */
  private async items(paths: readonly string[]): Promise<StoreItem[]> {
    const found: StoreItem[] = [];
    for (let left = [...new Set(paths)]; left.length > 0;) {
      const body = { workspace: this.workspace, paths: left.slice(0, BATCH) };
      const { results } = await this.cairn.readNotes({ body });
      requireAll(results.filter(({ error }) => error?.code !== 'note/unknown'));
      for (const { note } of results) if (note) found.push(this.itemOf(note));
      // A read ends early where the texts get too long.
      left = left.slice(results.length);
    }
    return found;
  }

  private itemOf({ path, text, at }: Entry): StoreItem {
    const lines = text.split('\n');
    const after = (name: string) => lines.find((line) => line.startsWith(name))!.slice(name.length);
    return {
      ...this.placeOf(path),
      value: JSON.parse(after(VALUE)) as Value,
      createdAt: new Date(after(CREATED)),
      updatedAt: new Date(at),
    };
  }

  /** The value is front matter, which is not searched; the text below it is. */
  private textOf({ value, index }: Put, created: Date): string {
    const fields = index === false ? [] : (index ?? this.fields);
    const texts = fields.flatMap((field) => textsAt(value, field));
    const head = ['---', CREATED + created.toISOString().replace('Z', '+00:00'), VALUE + JSON.stringify(value), '---'];
    return [...head, '', ...texts, ''].join('\n');
  }

  private prefixOf(namespace: readonly string[]): string {
    return `${[this.folder, ...namespace.map(segmentOf)].join('/')}/`;
  }

  private pathOf({ namespace, key }: Get): string {
    return `${this.prefixOf(namespace)}${segmentOf(key)}.md`;
  }

  private placeOf(path: string): Get {
    const parts = path.slice(this.folder.length + 1, -'.md'.length).split('/');
    const names = parts.map((part) => decodeURIComponent(part.replaceAll('=', '%')));
    return { namespace: names.slice(0, -1), key: names.at(-1)! };
  }
}

const isPut = (operation: Operation): operation is Put => 'value' in operation;

function requireNamespace(namespace: readonly string[]): void {
  if (namespace.length === 0) throw new InvalidNamespaceError('Namespace cannot be empty.');
  if (namespace.some((name) => typeof name !== 'string' || name === '' || name.includes('.')))
    throw new InvalidNamespaceError('Parts of a namespace are texts that are not empty and have no period.');
}

/** Encodes any text as a segment of a note's path: letters, digits, - and _ stay, others become =XX of UTF-8. */
const segmentOf = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*~.]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '=');

function* partsOf<Part>(values: readonly Part[]): Generator<Part[]> {
  for (let at = 0; at < values.length; at += BATCH) yield values.slice(at, at + BATCH);
}

function requireAll(results: readonly { readonly path: string; readonly error?: Refused }[]): void {
  for (const { path, error } of results) if (error) throw new Error(`${path}: ${error.message} (${error.code})`);
}

function fits(namespace: readonly string[], { matchType, path }: Match): boolean {
  if (namespace.length < path.length) return false;
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((wanted, at) => wanted === '*' || wanted === namespace[from + at]);
}

function compareNames(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((name, place) => name !== other[place]);
  if (at < 0) return one.length - other.length;
  return other[at] === undefined || one[at]! > other[at] ? 1 : -1;
}

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const matches = (value: Value, wanted: Value): boolean =>
  Object.entries(wanted).every(([name, expected]) => equals(fieldOf(value, name), expected));

/** Value of a field, or of a field of a field by a path such as `user.name`. */
function fieldOf(value: Value, name: string): unknown {
  const at = name.indexOf('.');
  if (at < 0 || name in value) return value[name];
  const inner = value[name.slice(0, at)];
  return isObject(inner) ? fieldOf(inner, name.slice(at + 1)) : undefined;
}

function equals(value: unknown, expected: unknown): boolean {
  if (isObject(expected)) {
    const names = Object.keys(expected);
    if (names.some((name) => name.startsWith('$'))) return names.every((name) => compares(value, name, expected[name]));
    return isObject(value) && matches(value, expected);
  }
  if (Array.isArray(expected))
    return (
      Array.isArray(value) && value.length === expected.length && expected.every((one, at) => equals(value[at], one))
    );
  return value === expected;
}

function compares(value: unknown, operator: string, operand: unknown): boolean {
  const isNamed = Array.isArray(operand) && operand.includes(value);
  switch (operator) {
    case '$eq':
      return value === operand;
    case '$ne':
      return value !== operand;
    case '$in':
      return isNamed;
    case '$nin':
      return !isNamed;
    case '$gt':
      return Number(value) > Number(operand);
    case '$gte':
      return Number(value) >= Number(operand);
    case '$lt':
      return Number(value) < Number(operand);
    case '$lte':
      return Number(value) <= Number(operand);
    default:
      throw new Error(`Unsupported operator: ${operator}`);
  }
}

/** The texts at a path such as `title`, `chapters[*].text` or `authors[-1].name`; `$` is the whole value. */
function textsAt(value: unknown, path: string): string[] {
  const steps = path === '$' ? [] : (path.match(/[^.[\]]+/g) ?? []);
  return steps.reduce<unknown[]>((values, step) => values.flatMap((each) => valuesAt(each, step)), [value]).map(asText);
}

function valuesAt(value: unknown, step: string): unknown[] {
  if (Array.isArray(value)) return step === '*' ? (value as unknown[]) : presentOf(value.at(Number(step)));
  if (!isObject(value)) return [];
  return step === '*' ? Object.values(value) : presentOf(value[step]);
}

const presentOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value]);

const asText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
