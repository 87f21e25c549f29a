import {
  CairnError,
  type GraphCorrection,
  type GraphCorrectionAction,
  type GraphEntity,
  type ItemId,
  type Mention,
  type ParsedInput,
  type RouteOutput,
} from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { canonicalKey, type Resolution } from '@cairn/graph';
import { Serves, Uses } from '@cairn/platform';
import { Clock, ItemReader } from '@cairn/ports';
import { Controller } from '@nestjs/common';
import {
  graphCorrections,
  type GraphCorrections,
  graphs,
  type Graphs,
  graphReader,
  type Correction,
  type NamedEntity,
} from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';
import { GraphNames, nodeOf } from './graph-names.ts';
import { GraphPeople } from './graph-people.ts';

interface Asked {
  readonly field: 'entity' | 'into' | 'other';
  readonly name: string;
  readonly channel: string | undefined;
}

interface NamedCorrection {
  readonly action: GraphCorrectionAction;
  readonly from: NamedEntity;
  readonly to: NamedEntity;
  readonly memoryIds?: readonly ItemId[];
}

/** Corrections of entities by managers, which override what memories state. */
@Controller()
export class GraphCorrectionsController {
  constructor(
    @Uses(graphs) private readonly graphs: Graphs,
    private readonly items: ItemReader,
    @Uses(graphCorrections) private readonly corrections: GraphCorrections,
    private readonly names: GraphNames,
    private readonly people: GraphPeople,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges two entities. A typed entity cannot be merged into an untyped entity; instead, the typed entity is renamed
   * to the name of the untyped one.
   */
  @Serves('mergeEntities')
  async merge(author: Principal, { body }: ParsedInput<'mergeEntities'>): Promise<RouteOutput<'mergeEntities'>> {
    const { entity, into, channel } = body;
    const from = await this.findPerson(author, { field: 'entity', name: entity, channel });
    const to = await this.findPerson(author, { field: 'into', name: into, channel });
    const isTyped = from.type !== 'unknown' && to.type === 'unknown';
    if (isTyped) return this.say(author, { action: 'rename', from, to: mentionNamed(from, to.name) });
    return this.say(author, { action: 'merge', from, to });
  }

  @Serves('keepApart')
  async keepApart(author: Principal, { body }: ParsedInput<'keepApart'>): Promise<RouteOutput<'keepApart'>> {
    const { entity, other, channel } = body;
    const from = await this.findPerson(author, { field: 'entity', name: entity, channel });
    const to = await this.findPerson(author, { field: 'other', name: other, channel });
    return this.say(author, { action: 'apart', from, to });
  }

  @Serves('renameEntity')
  async rename(author: Principal, { body }: ParsedInput<'renameEntity'>): Promise<RouteOutput<'renameEntity'>> {
    const { entity, name, channel } = body;
    const from = await this.find(author, { field: 'entity', name: entity, channel });
    const to = mentionNamed(from, name);
    const [other] = await graphReader(this.graphs, scopeOf(author, channel)).findByKeys([canonicalKey(to)]);
    if (other && other.id !== from.id)
      throw invalidError('name', `${canonicalKey(to)} is another entity: merge the two`, name);
    return this.say(author, { action: 'rename', from, to });
  }

  @Serves('splitEntity')
  async split(author: Principal, { body }: ParsedInput<'splitEntity'>): Promise<RouteOutput<'splitEntity'>> {
    const { entity, name, channel } = body;
    const from = await this.find(author, { field: 'entity', name: entity, channel });
    const memoryIds = [...new Set(body.memoryIds)] as ItemId[];
    const seen = await this.items.hydrate(scopeOf(author, channel), { kind: 'memory' }, memoryIds);
    const known = new Set(seen.map(({ id }) => id as string));
    const unknown = memoryIds.find((id) => !known.has(id));
    if (unknown !== undefined) throw invalidError('memoryIds', 'names no active memory that you see', unknown);
    return this.say(author, { action: 'split', from, to: mentionNamed(from, name), memoryIds });
  }

  @Serves('listCorrections')
  async list({ orgId }: Principal): Promise<RouteOutput<'listCorrections'>> {
    return { corrections: (await this.corrections.list({ orgId })).map(showCorrection) };
  }

  @Serves('undoCorrection')
  async undo(author: Principal, { params }: ParsedInput<'undoCorrection'>): Promise<RouteOutput<'undoCorrection'>> {
    const undone = await this.corrections.remove({ author, id: params.id });
    if (!undone) throw new CairnError('graph/unknown-correction', `there is no correction ${params.id} of the graph`);
    return showCorrection(undone);
  }

  private async say(author: Principal, { memoryIds = [], ...said }: NamedCorrection): Promise<GraphCorrection> {
    const id = uuidv7();
    await this.corrections.add({ author, correction: { id, ...said, memoryIds } });
    return showCorrection({ id, ...said, memoryIds, at: this.clock.now(), by: author.principalId });
  }

  /** Finds the entity that a request names. If the graph has no such entity, finds the speaker of that name. */
  private async findPerson(author: Principal, asked: Asked): Promise<NamedEntity> {
    const scope = scopeOf(author, asked.channel);
    const found = await this.names.resolve(graphReader(this.graphs, scope), scope, { name: asked.name });
    const speaker = found.type === 'unknown' ? await this.people.speakerCalled(scope, asked.name) : undefined;
    return speaker ?? entityIn(found, asked);
  }

  private async find(author: Principal, asked: Asked): Promise<GraphEntity> {
    const scope = scopeOf(author, asked.channel);
    return entityIn(await this.names.resolve(graphReader(this.graphs, scope), scope, { name: asked.name }), asked);
  }
}

function entityIn(found: Resolution, { field, name }: Asked): GraphEntity {
  if (found.type === 'found') return found.entity;
  const others = found.type === 'ambiguous' ? found.candidates : found.near;
  const why = found.type === 'ambiguous' ? 'names several entities' : 'names no entity';
  throw invalidError(field, why, name, others.map(canonicalKey).join(', '));
}

const mentionNamed = ({ type, repository }: Mention, name: string): Mention => ({
  ...{ type, name },
  ...(repository !== undefined && { repository }),
});

function invalidError(field: string, message: string, value: string, allowed?: string): CairnError {
  const issue = { field, message, value, ...(allowed ? { allowed } : {}) };
  return new CairnError('request/invalid', `${field} ${message}`, { issues: [issue] });
}

const showCorrection = ({ from, to, memoryIds, ...rest }: Correction): GraphCorrection => ({
  ...rest,
  from: nodeOf(from),
  to: nodeOf(to),
  memoryIds: memoryIds as unknown as GraphCorrection['memoryIds'],
});
