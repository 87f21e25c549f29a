import { Controller } from '@nestjs/common';
import type { KnowledgeBase, KnowledgeBaseId, ParsedInput, RouteOutput } from '@cairn/contracts';
import {
  mayReachBase,
  requireMayChange,
  requireRole,
  scopeOf,
  unknownBaseError,
  asBaseMember,
  type Principal,
} from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import {
  principals,
  type Principals,
  knowledgeBases,
  type KnowledgeBases,
  type StoredBase,
  forgetting,
  type Forgetting,
} from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';
import { findAgents } from './agents-named.ts';
import { KnowledgeImport, sourceOf } from './knowledge-import.ts';
import { requireScope } from './require-scope.ts';

type Place = ParsedInput<'getKnowledgeBase'>['query'];

@Controller()
export class KnowledgeBasesController {
  constructor(
    @Uses(knowledgeBases) private readonly bases: KnowledgeBases,
    @Uses(principals) private readonly principals: Principals,
    @Uses(forgetting) private readonly forgetting: Forgetting,
    private readonly imports: KnowledgeImport,
  ) {}

  @Serves('listKnowledgeBases')
  async list(
    caller: Principal,
    { query }: ParsedInput<'listKnowledgeBases'>,
  ): Promise<RouteOutput<'listKnowledgeBases'>> {
    const isActive = query.includeInactive ? true : undefined;
    const all = await this.bases.list({ orgId: caller.orgId });
    const shown = (await this.managesAll(caller, query))
      ? all.filter((base) => isActive ?? base.isActive)
      : all.filter((base) => mayReachBase(caller, { ...base, ...(isActive && { isActive }) }, query.channel));
    return { knowledgeBases: await this.sized(caller, shown) };
  }

  @Serves('createKnowledgeBase')
  async create(
    caller: Principal,
    { body }: ParsedInput<'createKnowledgeBase'>,
  ): Promise<RouteOutput<'createKnowledgeBase'>> {
    const { name, description = null, scope = null, sourceType = null, peerScopePolicy } = body;
    requireScope(caller, scope);
    const agentIds = await this.agentsOf(caller, body.agentIds);
    const made = { name, description, scope, sourceType, peerScopePolicy, agentIds };
    return withSize(await this.bases.create({ author: caller, base: made }));
  }

  @Serves('getKnowledgeBase')
  async get(
    caller: Principal,
    { params: { id }, query }: ParsedInput<'getKnowledgeBase'>,
  ): Promise<RouteOutput<'getKnowledgeBase'>> {
    const base = await this.known(caller, id, query);
    return (await this.sized(caller, [base]))[0]!;
  }

  @Serves('changeKnowledgeBase')
  async change(
    caller: Principal,
    { params: { id }, query, body }: ParsedInput<'changeKnowledgeBase'>,
  ): Promise<RouteOutput<'changeKnowledgeBase'>> {
    await this.kept(caller, id, query);
    requireScope(caller, body.scope ?? null);
    const agentIds = body.agentIds && (await this.agentsOf(caller, body.agentIds));
    const changed = await this.bases.change({ author: caller, id, change: { ...body, agentIds } });
    if (!changed) throw unknownBaseError({ knowledgeBaseId: id, channel: query.channel });
    return (await this.sized(caller, [changed]))[0]!;
  }

  /** Removes a base. First begins to forget the chunks of the base, after which it accepts no new chunks. */
  @Serves('removeKnowledgeBase')
  async remove(
    caller: Principal,
    { params: { id }, query }: ParsedInput<'removeKnowledgeBase'>,
  ): Promise<RouteOutput<'removeKnowledgeBase'>> {
    await this.kept(caller, id, query);
    const [forgetId, inside] = [uuidv7(), asBaseMember({ ...caller, role: 'manager' }, id)];
    const chunks = { source: sourceOf(id), lineage: false };
    await this.forgetting.begin({ scope: scopeOf(inside), role: inside.role, selection: chunks, id: forgetId });
    if (!(await this.bases.remove({ author: caller, id })))
      throw unknownBaseError({ knowledgeBaseId: id, channel: query.channel });
    return { knowledgeBaseId: id, removed: true, forgetId };
  }

  @Serves('importKnowledge')
  import(caller: Principal, { query, body }: ParsedInput<'importKnowledge'>): Promise<RouteOutput<'importKnowledge'>> {
    return this.imports.run(caller, body, query.overwrite === 'true');
  }

  /**
   * Finds a base that the caller may manage: a base that the call would reach if the base were active, a base that the
   * caller created, or, for a manager, any base.
   */
  private async known(caller: Principal, id: KnowledgeBaseId, { channel, manage }: Place): Promise<StoredBase> {
    const base = (await this.bases.list({ orgId: caller.orgId })).find(({ knowledgeBaseId }) => knowledgeBaseId === id);
    const isManaged = await this.managesAll(caller, { manage }, id);
    if (!base) throw unknownBaseError({ knowledgeBaseId: id, channel });
    const isReached = mayReachBase(caller, { ...base, isActive: true }, channel);
    if (!isReached && !isManaged && base.createdBy !== caller.principalId)
      throw unknownBaseError({ knowledgeBaseId: id, channel });
    return base;
  }

  private async kept(caller: Principal, id: KnowledgeBaseId, place: Place): Promise<void> {
    const { createdBy } = await this.known(caller, id, place);
    requireMayChange(caller, [createdBy], 'change a knowledge base');
  }

  private async managesAll(
    caller: Principal,
    { manage }: Pick<Place, 'manage'>,
    id?: KnowledgeBaseId,
  ): Promise<boolean> {
    if (!manage) return false;
    requireRole(caller, 'manager', { act: 'manage' });
    await this.bases.managed({ author: caller, id });
    return true;
  }

  private agentsOf({ orgId }: Principal, named: readonly string[]) {
    return findAgents(named, () => this.principals.list({ orgId }));
  }

  private async sized({ orgId }: Principal, bases: readonly StoredBase[]): Promise<KnowledgeBase[]> {
    const sizes = bases.length === 0 ? [] : await this.bases.sizes({ orgId });
    const byId = new Map(sizes.map((size) => [size.knowledgeBaseId, size]));
    return bases.map((base) => ({ ...withSize(base), ...byId.get(base.knowledgeBaseId) }));
  }
}

const withSize = (base: StoredBase): KnowledgeBase => ({ ...base, memoryCount: 0, totalChars: 0 });
