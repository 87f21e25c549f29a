import { Controller } from '@nestjs/common';
import {
  CairnError,
  limits,
  type CheckpointComparison,
  type CheckpointRequest,
  type FoundCheckpoint,
  type MemoryId,
  type ParsedInput,
  type RouteOutput,
} from '@cairn/contracts';
import { scopeOf, type Principal, type Scope } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { checkpoints, type Checkpoints } from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';

/** Routes of checkpoints, which record the memories at one moment, and of the changes since a checkpoint. */
@Controller()
export class CheckpointsController {
  constructor(@Uses(checkpoints) private readonly checkpoints: Checkpoints) {}

  @Serves('createCheckpoint')
  async createCheckpoint(
    author: Principal,
    { body }: ParsedInput<'createCheckpoint'>,
  ): Promise<RouteOutput<'createCheckpoint'>> {
    const { channel, sessionId = null, memoryIds } = body;
    const scope = scopeOf(author, channel);
    const id = uuidv7();
    const most = limits.checkpointMemories.max;
    const { unknown } = await this.checkpoints.create({
      scope,
      checkpoint: {
        id,
        ...saidIn(body),
        sessionId,
        memoryIds,
        most,
      },
    });
    if (unknown.length > 0) throw unknownMemories(unknown, memoryIds ?? []);
    const { memories: _, ...made } = await this.find(author, id, channel);
    return made;
  }

  @Serves('listCheckpoints')
  async listCheckpoints(
    principal: Principal,
    { query: { channel, limit, before } }: ParsedInput<'listCheckpoints'>,
  ): Promise<RouteOutput<'listCheckpoints'>> {
    return { checkpoints: await this.checkpoints.list({ scope: scopeOf(principal, channel), limit, before }) };
  }

  @Serves('getCheckpoint')
  getCheckpoint(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'getCheckpoint'>,
  ): Promise<RouteOutput<'getCheckpoint'>> {
    return this.find(principal, id, channel);
  }

  @Serves('compareCheckpoints')
  async compareCheckpoints(
    principal: Principal,
    { params: { id }, query }: ParsedInput<'compareCheckpoints'>,
  ): Promise<RouteOutput<'compareCheckpoints'>> {
    const { channel, with: other } = query;
    const then = await this.find(principal, id, channel);
    if (other === undefined) return { id, ...(await this.sinceThen(scopeOf(principal, channel), then)) };
    const later = await this.find(principal, other, channel);
    return { id, with: other, ...compareVersions(versionsOf(then), versionsOf(later)) };
  }

  private async sinceThen(scope: Scope, then: FoundCheckpoint): Promise<Omit<CheckpointComparison, 'id'>> {
    const { max } = limits.checkpointMemories;
    const stored = await this.checkpoints.storedSince({ scope, id: then.id, limit: max + 1 });
    return {
      ...compareVersions(versionsOf(then), presentOf(then)),
      added: stored.slice(0, max),
      ...(stored.length > max && { moreAdded: true }),
    };
  }

  private async find(principal: Principal, id: string, channel: string | undefined): Promise<FoundCheckpoint> {
    const found = await this.checkpoints.find({ scope: scopeOf(principal, channel), id });
    if (!found) throw new CairnError('checkpoint/unknown', `no checkpoint ${id}`);
    return found;
  }
}

const saidIn = ({ label, description, semanticSummary, tags }: CheckpointRequest) => ({
  ...{ label, tags },
  description: description ?? null,
  semanticSummary: semanticSummary ?? null,
});

type Versions = ReadonlyMap<MemoryId, number>;

const versionsOf = ({ memories }: FoundCheckpoint): Versions =>
  new Map(memories.map(({ memoryId, version }) => [memoryId, version]));

const presentOf = ({ memories }: FoundCheckpoint): Versions =>
  new Map(
    memories
      .filter(({ state }) => state === 'active')
      .map(({ memoryId, presentVersion }) => [memoryId, presentVersion]),
  );

function compareVersions(then: Versions, later: Versions): Omit<CheckpointComparison, 'id' | 'with'> {
  const both = [...then].filter(([memoryId]) => later.has(memoryId));
  const changed = both.flatMap(([memoryId, from]) => {
    const to = later.get(memoryId) ?? from;
    return to === from ? [] : [{ memoryId, from, to }];
  });
  return {
    added: [...later.keys()].filter((memoryId) => !then.has(memoryId)),
    removed: [...then.keys()].filter((memoryId) => !later.has(memoryId)),
    changed,
    same: both.length - changed.length,
  };
}

function unknownMemories(unknown: readonly MemoryId[], named: readonly MemoryId[]): CairnError {
  const issues = unknown.map((id) => ({
    field: `memoryIds[${named.indexOf(id)}]`,
    message: 'is no memory',
    value: id,
  }));
  return new CairnError('item/unknown', `no memory ${unknown[0]}`, { issues });
}
