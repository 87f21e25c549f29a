import { Controller } from '@nestjs/common';
import {
  CairnError,
  editableFields,
  IMPORT_ID,
  IMPORT_KIND,
  limits,
  MEANING_READ_BY_KEY,
  meaningFields,
  type ActRequest,
  type ChangeMemoryResponse,
  type FoundMemory,
  type Meaning,
  type ItemId,
  type MemoryId,
  type MemoryInput,
  type ParsedInput,
  type RouteOutput,
  type Visibility,
  type VisibilityInput,
} from '@cairn/contracts';
import { scopeOf, sharedChannelFor, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ChangeQueue, Clock, ItemReader } from '@cairn/ports';
import { lifecycle, type Lifecycle, type MemoryAct, type MemoryFields, type ActOutcome, newMemory } from '@cairn/store';
import { overwriteOf } from './overwrite.ts';
import { PrivateReach } from './private-reach.ts';
import { ReadBack, describeUnderstanding } from './read-back.ts';

type Done = ActOutcome & { readonly outcome: 'done' };
type OnMemory = {
  readonly params: { readonly id: MemoryId };
  readonly query: { readonly channel?: string | undefined; readonly overwrite?: 'true' | undefined };
};

/** Routes that change memories. A change is applied only to the version on which it was decided. */
@Controller()
export class ChangesController {
  private readonly changes = new ChangeQueue();

  constructor(
    private readonly items: ItemReader,
    @Uses(lifecycle) private readonly lifecycle: Lifecycle,
    private readonly reach: PrivateReach,
    private readonly readBack: ReadBack,
    private readonly clock: Clock,
  ) {}

  @Serves('updateMemory')
  async updateMemory(caller: Principal, input: ParsedInput<'updateMemory'>): Promise<RouteOutput<'updateMemory'>> {
    const author = await this.reach.of(caller, input.query.privateOf, 'updateMemory');
    const asked = { ...input, body: withExpected(input.body, input.headers['If-Match']) };
    let former: ReadonlySet<keyof Meaning> = new Set();
    const changed = await this.changed(author, asked, (act, memory) => {
      const provenance = provenanceAfter(memory, input.body);
      const { item } = rebuildMemory(author, { ...toInput(memory), ...fieldsSetIn(input.body), ...provenance });
      former = givenForFormerText(memory, input.body);
      return this.lifecycle.change({
        ...act,
        fields: { ...fieldsOf(input.body, item.input), ...provenance },
        derived: item.derived,
      });
    });
    if (!changesMeaning(input.body)) return changed;
    const present = await this.find(author, input);
    return withUnderstood(changed, await this.readBack.of(scopeOf(author, input.query.channel), present, former));
  }

  @Serves('shareMemory')
  async shareMemory(caller: Principal, input: ParsedInput<'shareMemory'>): Promise<RouteOutput<'shareMemory'>> {
    const author = await this.reach.of(caller, input.query.privateOf, 'shareMemory');
    return this.changed(author, input, (act, memory) => {
      const { visibility, derived } = rebuildMemory(author, {
        ...toInput(memory),
        visibility: input.body.visibility,
      }).item;
      return this.lifecycle.share({ ...act, visibility, mergeKey: derived.mergeKey });
    });
  }

  @Serves('archiveMemory')
  async archiveMemory(caller: Principal, input: ParsedInput<'archiveMemory'>): Promise<RouteOutput<'archiveMemory'>> {
    const author = await this.reach.of(caller, input.query.privateOf, 'archiveMemory');
    return this.changed(author, input, (act) =>
      this.lifecycle.setState({ ...act, state: 'archived', mergeKey: undefined }),
    );
  }

  @Serves('restoreMemory')
  async restoreMemory(caller: Principal, input: ParsedInput<'restoreMemory'>): Promise<RouteOutput<'restoreMemory'>> {
    const author = await this.reach.of(caller, input.query.privateOf, 'restoreMemory');
    return this.changed(author, input, (act, memory) =>
      this.lifecycle.setState({
        ...act,
        state: 'active',
        mergeKey: rebuildMemory(author, toInput(memory)).item.derived.mergeKey,
      }),
    );
  }

  @Serves('supersedeMemory')
  async supersedeMemory(
    author: Principal,
    input: ParsedInput<'supersedeMemory'>,
  ): Promise<RouteOutput<'supersedeMemory'>> {
    const { id } = input.params;
    const { successor } = input.body;
    if (successor !== undefined) return this.supersedeBy(author, input, successor);
    const timestamp = successionTimeOf(input.body, this.clock.now());
    let newMemoryId = id;
    let understood: string[] = [];
    const done = await this.act(author, input, async (act, memory) => {
      const { item } = rebuildMemory(author, {
        ...inheritedInputOf(memory, input.body),
        ...successorFieldsIn(input.body),
        timestamp,
      });
      newMemoryId = item.id as MemoryId;
      understood = await describeUnderstanding(author, item.input, givenForFormerText(memory, input.body));
      return this.lifecycle.supersede({ ...act, successor: { ...item, visibility: memory.visibility } });
    });
    return withUnderstood({ oldMemoryId: id, newMemoryId, oldVersion: done.version, version: 1 }, understood);
  }

  private async supersedeBy(
    author: Principal,
    input: ParsedInput<'supersedeMemory'>,
    successor: MemoryId,
  ): Promise<RouteOutput<'supersedeMemory'>> {
    const { id } = input.params;
    const done = await this.act(author, input, (act) =>
      this.lifecycle.supersedeBy({ ...act, successor: successor as ItemId }),
    );
    const { version } = await this.find(author, { ...input, params: { id: successor } });
    return { oldMemoryId: id, newMemoryId: successor, oldVersion: done.version, version };
  }

  @Serves('revisions')
  async revisions(caller: Principal, input: ParsedInput<'revisions'>): Promise<RouteOutput<'revisions'>> {
    const { id } = input.params;
    const { limit, below, channel, privateOf } = input.query;
    const principal = await this.reach.of(caller, privateOf, 'revisions');
    const scope = scopeOf(principal, channel);
    const { version } = await this.find(principal, input);
    const [revisions, [succession]] = await Promise.all([
      this.lifecycle.revisions({ scope, id, limit, ...(below !== undefined && { below }) }),
      this.lifecycle.successions({ scope, ids: [id] }),
    ]);
    const supersedes = (succession?.supersedes ?? []) as MemoryId[];
    const supersededBy = succession?.supersededBy as MemoryId | undefined;
    return { id, version, revisions, supersedes, ...(supersededBy && { supersededBy }) };
  }

  private async changed(
    author: Principal,
    input: OnMemory & { readonly body: ActRequest },
    act: (act: MemoryAct, memory: FoundMemory) => Promise<ActOutcome>,
  ): Promise<ChangeMemoryResponse> {
    const { version, state, index } = await this.act(author, input, act);
    return { id: input.params.id, version, state, index };
  }

  /**
   * Reads the memory and changes that version. If the request names a version, tries once; otherwise tries again after
   * concurrent changes.
   */
  private async act(
    author: Principal,
    input: OnMemory & { readonly body: ActRequest },
    act: (act: MemoryAct, memory: FoundMemory) => Promise<ActOutcome>,
  ): Promise<Done> {
    const { id } = input.params;
    const { expectedVersion, reason } = input.body;
    const scope = scopeOf(author, input.query.channel);
    const overwrite = overwriteOf(author, input.query.overwrite === 'true');
    let version = 0;
    const attempt = async () => {
      const memory = await this.find(author, input);
      version = memory.version;
      if (expectedVersion !== undefined && version !== expectedVersion) return undefined;
      const outcome = await act({ scope, author, id, ifVersion: version, reason, overwrite }, memory);
      if (outcome.outcome === 'done') return outcome;
      if (outcome.outcome === 'unknown') throw unknownError(id);
      if (outcome.outcome === 'superseded') throw supersededError(outcome.by);
      version = outcome.version;
      return undefined;
    };
    const done = await (expectedVersion === undefined ? this.changes.run([author.orgId, id], attempt) : attempt());
    if (!done) throw staleError(expectedVersion, version);
    return done;
  }

  private async find(principal: Principal, { params: { id }, query: { channel } }: OnMemory): Promise<FoundMemory> {
    const scope = scopeOf(principal, channel);
    const found = await this.items.find(scope, 'memory', id);
    if (!found) throw unknownError(id);
    requireChannel(found, channel, sharedChannelFor(scope, channel));
    return found as FoundMemory;
  }
}

/**
 * Refuses a change of a memory that the call's channel does not reach. A channel reaches its own memories, memories of
 * the shared room, and memories without a channel.
 */
function requireChannel(
  memory: Pick<FoundMemory, 'channel'>,
  named: string | undefined,
  room: string | undefined,
): void {
  const { channel } = memory;
  if (named === undefined || channel === null || channel === named || channel === room) return;
  const message = 'is not the channel of the memory';
  throw new CairnError('request/invalid', `channel ${message}`, {
    issues: [{ field: 'channel', message, value: named, allowed: channel }],
  });
}

/** Takes the expected version from the header or from the field; refuses the request if both are present and differ. */
function withExpected<Body extends ActRequest>(body: Body, ifMatch: string | undefined): Body {
  if (ifMatch === undefined) return body;
  const expectedVersion = Number(ifMatch.replaceAll('"', ''));
  if (body.expectedVersion === undefined || body.expectedVersion === expectedVersion)
    return { ...body, expectedVersion };
  const message = 'is another version than that of If-Match';
  throw new CairnError('request/invalid', `expectedVersion ${message}`, {
    issues: [{ field: 'expectedVersion', message, value: body.expectedVersion, allowed: String(expectedVersion) }],
  });
}

const unknownError = (id: ItemId) => new CairnError('item/unknown', `no memory ${id}`);

const supersededError = (by: ItemId | undefined) =>
  new CairnError(
    'item/superseded',
    by === undefined ? 'Another memory stands in its place already.' : `The memory ${by} stands in its place already.`,
  );

function staleError(expected: number | undefined, version: number): CairnError {
  const problem = `is not the present version, which is ${version}`;
  return new CairnError('item/stale-version', `The memory was changed: it has version ${version} now.`, {
    issues: [{ field: 'expectedVersion', message: problem, value: expected, allowed: String(version) }],
  });
}

/**
 * Returns the fields of the memory that a request sets, without the fields of the act itself; `null` clears a field.
 */
function fieldsSetIn(body: ParsedInput<'updateMemory'>['body']): Partial<MemoryInput> {
  const set = editableFields
    .filter((field) => body[field] !== undefined)
    .map((field) => [field, body[field] ?? undefined]);
  return Object.fromEntries(set);
}

/** Fields that only a successor may set. Declarations of the old memory are not inherited. */
function successorFieldsIn({ sourceIds, entities, relations }: ParsedInput<'supersedeMemory'>['body']) {
  const set = Object.entries({ sourceIds, entities, relations });
  return Object.fromEntries(set.filter(([, value]) => value !== undefined)) as Partial<MemoryInput>;
}

/** Returns the fields that a request sets, with their masked values. */
function fieldsOf(body: ParsedInput<'updateMemory'>['body'], masked: MemoryInput): MemoryFields {
  const set = editableFields.filter((field) => body[field] !== undefined);
  return {
    ...Object.fromEntries(set.map((field) => [field, body[field] === null ? null : masked[field]])),
    strength: body.strength,
  };
}

const meaningNames = Object.keys(meaningFields) as (keyof typeof meaningFields)[];

/** Whether a change sets a field from which the memory's meaning is read. */
const changesMeaning = (body: ParsedInput<'updateMemory'>['body']): boolean =>
  givesMeaning(body) ||
  [body.title, body.content, body.category, body.actionTriggers].some((field) => field !== undefined);

/** Returns the meaning fields that were given for the former text and that a change of the text leaves as they are. */
function givenForFormerText(memory: FoundMemory, body: ParsedInput<'updateMemory' | 'supersedeMemory'>['body']) {
  const isOther = body.content !== undefined && body.content !== memory.content;
  return new Set(isOther ? meaningNames.filter((name) => memory[name] !== undefined && body[name] === undefined) : []);
}

const withUnderstood = <Answer extends object>(answer: Answer, understood: readonly string[] = []) => ({
  ...answer,
  ...(understood.length > 0 && { understood: [...understood] }),
});

const givesMeaning = (body: Readonly<Record<string, unknown>>): boolean =>
  meaningNames.some((name) => body[name] !== undefined);

/**
 * Returns the provenance after a change, or undefined if it stays the same. A meaning that the request gives replaces a
 * meaning that an importer read.
 */
function provenanceAfter(memory: FoundMemory, body: ParsedInput<'updateMemory'>['body']) {
  const { [MEANING_READ_BY_KEY]: reader, ...others } = mergedProvenanceOf(memory, body.metadata);
  if (reader !== undefined && givesMeaning(body)) return { provenance: others };
  return body.metadata && { provenance: { ...others, ...(reader !== undefined && { [MEANING_READ_BY_KEY]: reader }) } };
}

/**
 * Returns the time from which a successor is true: the start of its validity, or now if that start is missing or in the
 * future.
 */
const successionTimeOf = ({ validFrom }: ParsedInput<'supersedeMemory'>['body'], now: number): number =>
  Math.min(validFrom ?? now, now);

/**
 * Returns the fields that a successor inherits. Leaves out reasons and value, since they belonged to the statement of
 * the old memory.
 */
function inheritedInputOf(memory: FoundMemory, body: ParsedInput<'supersedeMemory'>['body']): MemoryInput {
  const { decides: _, value: __, ...kept } = toInput(memory);
  const reader = memory.provenance[MEANING_READ_BY_KEY];
  const isRead = reader !== undefined && !givesMeaning(body) && (kept.forbids ?? kept.instead);
  return { ...kept, ...fieldsSetIn(body), ...(isRead && { provenance: { [MEANING_READ_BY_KEY]: reader } }) };
}

/** Merges the provenance of a memory with the metadata of a request; an empty text removes an entry. */
function mergedProvenanceOf(
  { provenance }: FoundMemory,
  metadata: Readonly<Record<string, string>> = {},
): Record<string, string> {
  requireNoImport(metadata);
  const all = Object.entries({ ...provenance, ...metadata }).filter(
    ([name, text]) => text !== '' || !(name in metadata),
  );
  const { max } = limits.provenance;
  if (all.filter(([name]) => name !== IMPORT_KIND).length <= max) return Object.fromEntries(all);
  const allowed = `at most ${max} entries, with those that it has`;
  throw new CairnError('request/invalid', `metadata is more than ${allowed}`, {
    issues: [{ field: 'metadata', message: 'is too much', value: all.length, allowed }],
  });
}

/** Refuses to change by which import a memory came, since that decides whether it binds. */
function requireNoImport(metadata: Readonly<Record<string, string>>): void {
  const name = [IMPORT_ID, IMPORT_KIND].find((reserved) => reserved in metadata);
  if (name === undefined) return;
  const [field, allowed] = [`metadata.${name}`, 'left out'];
  const message = 'says how the memory was imported, and stays as it is';
  throw new CairnError('request/invalid', `${field} ${message}`, {
    issues: [{ field, message, value: metadata[name], allowed }],
  });
}

/** Turns a stored memory into the input of a request, with the values that its successor inherits. */
function toInput(memory: FoundMemory): MemoryInput {
  const { store, category, title, content, tags, declaredConfidence, valence, arousal } = memory;
  const timestamp = memory.timestamp ?? 0;
  const { validFrom, validTo, subject, attribute, channel } = memory;
  return {
    ...{ store, category, title, content, tags, confidence: declaredConfidence, valence, arousal, timestamp },
    ...(validFrom !== null && { validFrom }),
    ...(validTo !== null && { validTo }),
    ...(subject !== null && { subject }),
    ...(attribute !== null && { attribute }),
    ...(channel !== null && { channel }),
    ...(memory.project !== undefined && { project: memory.project }),
    ...{ visibility: sentAs(memory.visibility) },
    ...(memory.actionTriggers && { actionTriggers: memory.actionTriggers }),
    ...(memory.forbids && { forbids: memory.forbids }),
    ...(memory.instead && { instead: memory.instead }),
    ...(memory.decides && { decides: memory.decides }),
    ...(memory.value !== undefined && { value: memory.value }),
    ...{ source: memory.source, sourceIds: memory.sourceIds, provenance: {} },
  };
}

/**
 * Returns the visibility as a writer sends it. `team` and `channel` become `org`, since they too mean everyone in the
 * organisation.
 */
const sentAs = (visibility: Visibility): VisibilityInput =>
  visibility === 'channel' || visibility === 'team' ? 'org' : visibility;

/** Builds the item again from masked input, so that no derived value contains a secret. */
function rebuildMemory(author: Principal, sent: MemoryInput) {
  const item = newMemory(author, sent, '');
  if (item.kind !== 'memory') throw new Error('A memory is made anew as one.');
  return { item };
}
