import { setTimeout as wait } from 'node:timers/promises';
import {
  CairnError,
  limits,
  stores,
  type Memory,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { callerOf, NeedsRole, parseBody } from '@cairn/platform';
import { RouteCaller } from '@cairn/ports';
import { All, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { entityToDelete, tagsOfEntities, type Entities } from './entities.ts';
import { shownHistory, shownMemory, titleOf } from './memory.ts';
import {
  isMetadataTag,
  metadataOfProvenance,
  provenanceOfMetadata,
  tagsOfMetadata,
  type Metadata,
} from './metadata.ts';
import {
  AddRequest,
  BatchDeleteRequest,
  BatchUpdateRequest,
  DeleteAllQuery,
  DeleteQuery,
  entitiesOfAdd,
  entitiesToDelete,
  ListQuery,
  ListRequest,
  SearchRequest,
  UpdateRequest,
  wantedBy,
} from './requests.ts';

type Call = <Name extends RouteName>(name: Name, input: RouteInput<Name>) => Promise<RouteOutput<Name>>;

const MEM0 = 'mem0';
const NO_MODEL = 'Stored word for word: Cairn has no model that infers facts. Send infer=false to leave this note out.';
/** Time for which a new memory may wait for its indexes before the answer, so that the next search finds it. */
const INDEX_WAIT_MS = 5_000;
/** Time for which the deletion of many memories may keep its caller waiting, and the interval at which it is asked for. */
const DELETE_WAIT_MS = 10_000;
const DELETE_POLL_MS = 50;
/** How often an update is tried again after another one, which changed the memory between reading and writing. */
const UPDATE_TRIES = 3;

/** Routes of this role, whose errors have a `detail` too, which mem0's clients show. */
const Needs = (role: 'reader' | 'writer') => NeedsRole(role, { errorDetail: true });

/**
 * The part of mem0's HTTP interface that its clients need for memories without a model that infers. Each call is a call of
 * Cairn's own routes in the name of the key. Ids of users, agents, apps and runs are tags, and metadata is provenance.
 */
@Controller(MEM0)
export class Mem0Controller {
  constructor(private readonly caller: RouteCaller) {}

  /** Tells a client that its key works. A project of mem0 is an organisation here. */
  @Needs('reader')
  @Get('v1/ping')
  ping(@Req() request: FastifyRequest) {
    const { orgId } = callerOf(request);
    return { status: 'ok', org_id: orgId, project_id: orgId, user_email: null };
  }

  @Needs('writer')
  @Post('v3/memories/add')
  @HttpCode(200)
  async add(@Req() request: FastifyRequest) {
    const sent = parseBody(AddRequest, request.body);
    const { messages, metadata, timestamp, expiration_date: validTo, infer } = sent;
    const entities = entitiesOfAdd(sent);
    const tags = [...tagsOfEntities(callerOf(request), entities), ...tagsOfMetadata(metadata ?? {})];
    // Facts about a person stay with the key's owner, unless the call says otherwise.
    const visibility = sent.visibility ?? (entities.user_id === undefined ? undefined : 'private');
    const shared = {
      source: MEM0,
      provenance: provenanceOfMetadata(metadata ?? {}),
      ...(visibility && { visibility }),
      ...(timestamp && { timestamp }),
      ...(validTo && { validTo }),
    };
    const turns = messages.filter(({ role }) => role !== 'system');
    if (turns.length === 0)
      throw new CairnError('request/invalid', 'messages has only system messages, which are not kept.');
    const body = turns.map(({ role, content }) => ({
      ...shared,
      title: titleOf(content),
      content,
      // An id of its own keeps equal texts apart, since each add of mem0 is a memory.
      externalId: crypto.randomUUID(),
      tags: role === 'user' ? tags : [...tags, `role:${role}`],
    }));
    const query = { wait: 'indexed', waitMs: INDEX_WAIT_MS, overwrite: 'true' } as const;
    const { items } = await this.callFor(request)('addMemories', { body, query });
    const results = items.map(({ id }, at) => ({
      id,
      memory: turns[at]!.content,
      event: 'ADD',
      role: turns[at]!.role,
    }));
    // Clients of a service that adds later await these; it is done.
    const done = { event_id: crypto.randomUUID(), status: 'SUCCEEDED' };
    return { results, ...done, ...(infer === false ? {} : { message: NO_MODEL }) };
  }

  @Needs('reader')
  @Post('v3/memories/search')
  @HttpCode(200)
  async search(@Req() request: FastifyRequest) {
    const { query, filters, metadata, top_k: limit, threshold } = parseBody(SearchRequest, request.body);
    const tags = this.tagsWanted(request, filters, metadata);
    const call = this.callFor(request);
    const { hits } = await call('recall', {
      body: {
        ...{ query, limit, tags, tagMatch: 'all', stores: [...stores], collapse: false },
        ...{ includeAssociations: false, includeProposed: false, detail: 'titles' },
        ...(typeof threshold === 'number' && { minScore: threshold }),
      },
    });
    const found = await Promise.all(
      hits.map(async (hit) => {
        const memory = hit.kind === 'memory' ? await this.findMemory(call, hit.memoryId) : undefined;
        return memory ? [{ ...shownMemory(memory), score: hit.score }] : [];
      }),
    );
    return { results: found.flat() };
  }

  @Needs('reader')
  @Post('v3/memories')
  @HttpCode(200)
  async list(@Req() request: FastifyRequest) {
    const { filters } = parseBody(ListRequest, request.body ?? {});
    const { page, page_size: limit } = parseBody(ListQuery, request.query);
    const tags = this.tagsWanted(request, filters);
    const query = { tags, tagMatch: 'all', limit, skip: (page - 1) * limit, count: true } as const;
    const { items, nextCursor, total } = await this.callFor(request)('listMemories', { query });
    const pageAt = (at: number) => `/${MEM0}/v3/memories/?page=${at}&page_size=${limit}`;
    return {
      count: total,
      next: nextCursor === null ? null : pageAt(page + 1),
      previous: page > 1 ? pageAt(page - 1) : null,
      results: items.map(shownMemory),
    };
  }

  /** Deletes for good the memories of a user, agent, app or run, as far as the key may. */
  @Needs('writer')
  @Delete('v1/memories')
  async deleteAll(@Req() request: FastifyRequest) {
    const isDone = await this.forgetAll(request, entitiesToDelete(parseBody(DeleteAllQuery, request.query)));
    return { message: isDone ? 'Memories deleted successfully!' : BEING_DELETED };
  }

  /** Deletes for good the memories of one user, agent, app or run. Nothing else is kept of them. */
  @Needs('writer')
  @Delete('v2/entities/:type/:name')
  async deleteEntity(@Req() request: FastifyRequest, @Param('type') type: string, @Param('name') name: string) {
    const isDone = await this.forgetAll(request, entityToDelete(type, name));
    return { message: isDone ? 'Entity deleted successfully!' : BEING_DELETED };
  }

  /** Changes the texts of memories one after the other; the first that fails ends it. */
  @Needs('writer')
  @Put('v1/batch')
  async updateBatch(@Req() request: FastifyRequest) {
    const { memories } = parseBody(BatchUpdateRequest, request.body);
    for (const { memory_id: id, ...change } of memories) await this.change(this.callFor(request), id, change);
    return { message: `Successfully updated ${memories.length} memories` };
  }

  /** Deletes memories for good one after the other; the first that fails ends it. */
  @Needs('writer')
  @Delete('v1/batch')
  async deleteBatch(@Req() request: FastifyRequest) {
    const { memories } = parseBody(BatchDeleteRequest, request.body);
    for (const { memory_id: id } of memories) await this.callFor(request)('forgetMemory', { params: { id } });
    return { message: `Successfully deleted ${memories.length} memories` };
  }

  @Needs('reader')
  @Get('v1/memories/:id')
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    return shownMemory(await this.requireMemory(this.callFor(request), id));
  }

  /** Changes text, metadata or end of a memory. Metadata takes the place of all that it had. */
  @Needs('writer')
  @Put('v1/memories/:id')
  async update(@Req() request: FastifyRequest, @Param('id') id: string) {
    const change = parseBody(UpdateRequest, request.body);
    const call = this.callFor(request);
    await this.change(call, id, change);
    return shownMemory(await this.requireMemory(call, id));
  }

  /** Deletes a memory for good, with its history. */
  @Needs('writer')
  @Delete('v1/memories/:id')
  async delete(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: unknown) {
    parseBody(DeleteQuery, query);
    await this.callFor(request)('forgetMemory', { params: { id } });
    return { message: 'Memory deleted successfully!' };
  }

  /** Lists the versions of a memory, oldest first; of very many, the newest. */
  @Needs('reader')
  @Get('v1/memories/:id/history')
  async history(@Req() request: FastifyRequest, @Param('id') id: string) {
    const call = this.callFor(request);
    const query = { limit: limits.limit.max };
    const [memory, { revisions }] = await Promise.all([
      this.requireMemory(call, id),
      call('revisions', { params: { id }, query }),
    ]);
    return shownHistory(memory, revisions);
  }

  /** Refuses all other calls of mem0's clients by name. */
  @Needs('reader')
  @All(['', '*'])
  refuse(@Req() { method, url }: FastifyRequest): never {
    const [path] = url.split('?');
    throw new CairnError('route/unknown', `Cairn has no ${method} ${path} of mem0. ${OFFERED}`);
  }

  private callFor(request: FastifyRequest): Call {
    const principal: Principal = callerOf(request);
    return (name, input) => this.caller.call(name, principal, input);
  }

  private tagsWanted(request: FastifyRequest, filters?: Record<string, unknown> | null, metadata?: Metadata | null) {
    const wanted = wantedBy(filters ?? {}, metadata);
    return [...tagsOfEntities(callerOf(request), wanted.entities), ...wanted.metadataTags];
  }

  private async requireMemory(call: Call, id: string): Promise<Memory> {
    const item = await call('getMemory', { params: { id } });
    if (item.kind === 'memory') return item;
    throw new CairnError('item/unknown', `There is no memory ${id}.`);
  }

  /** Reads a memory that was found; undefined if it was forgotten meanwhile. */
  private findMemory(call: Call, id: string): Promise<Memory | undefined> {
    return this.requireMemory(call, id).catch((error: unknown) => {
      if (error instanceof CairnError && error.code === 'item/unknown') return undefined;
      throw error;
    });
  }

  private async change(call: Call, id: string, change: Change): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const memory = await this.requireMemory(call, id);
      const body = { ...changeOf(memory, change), expectedVersion: memory.version };
      try {
        return void (await call('updateMemory', { params: { id }, query: { overwrite: 'true' }, body }));
      } catch (error) {
        const isStale = error instanceof CairnError && error.code === 'item/stale-version';
        if (!isStale || tries === UPDATE_TRIES) throw error;
      }
    }
  }

  /** Forgets all memories of the given ids, and tells whether that was done while the caller waited. */
  private async forgetAll(request: FastifyRequest, entities: Entities): Promise<boolean> {
    const tags = tagsOfEntities(callerOf(request), entities);
    const call = this.callFor(request);
    const { id } = await call('forgetMany', { body: { tags, confirm: true } });
    return id !== undefined && (await this.isForgotten(call, id));
  }

  private async isForgotten(call: Call, id: string): Promise<boolean> {
    const until = Date.now() + DELETE_WAIT_MS;
    while (Date.now() < until) {
      if ((await call('forgetCertificate', { params: { id } })).forgottenAt !== null) return true;
      await wait(DELETE_POLL_MS);
    }
    return false;
  }
}

const BEING_DELETED = 'The memories are being deleted.';
const OFFERED =
  'It has add, search, get, get_all, update, delete, delete_all and history of memories, batches of updates and deletions, deletion of an entity, and ping.';

interface Change {
  readonly text?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly expiration_date?: string | null | undefined;
}

/** The change of a memory. A title that somebody gave stays; one that was made from the text follows it. */
function changeOf(memory: Memory, { text, metadata, expiration_date: validTo }: Change) {
  const isTitleOfText = memory.title === titleOf(memory.content);
  return {
    ...(text !== undefined && { content: text, ...(isTitleOfText && { title: titleOf(text) }) }),
    ...(metadata !== undefined && { metadata: replacementOf(memory, metadata), tags: tagsWith(memory, metadata) }),
    ...(validTo !== undefined && { validTo }),
  };
}

/** New metadata, with an empty text for each former name, which takes it out. */
const replacementOf = ({ provenance }: Memory, metadata: Metadata): Record<string, string> => ({
  ...Object.fromEntries(Object.keys(metadataOfProvenance(provenance)).map((name) => [name, ''])),
  ...provenanceOfMetadata(metadata),
});

const tagsWith = ({ tags }: Memory, metadata: Metadata): string[] => [
  ...tags.filter((tag) => !isMetadataTag(tag)),
  ...tagsOfMetadata(metadata),
];
