import { Controller } from '@nestjs/common';
import {
  CairnError,
  correctableFields,
  MemoryInput,
  type Decision,
  type DecisionRequest,
  type ItemId,
  type MemoryId,
  type ParsedInput,
  type Proposal,
  type ProposalAct,
  type ProposalInput,
  type RouteOutput,
} from '@cairn/contracts';
import { ownerOf, scopeOf, type Principal } from '@cairn/domain';
import { mapYielding, Serves, Uses } from '@cairn/platform';
import { proposals, type MemoryFields, type NewProposal, type Proposals, newMemory } from '@cairn/store';
import { plantedSignalsOf } from '@cairn/text';
import { overwriteOf } from './items/overwrite.ts';

function withSignals(proposal: Proposal): Proposal {
  const signals = plantedSignalsOf(proposal);
  return signals.length === 0 ? proposal : { ...proposal, signals: [...signals] };
}

/** Routes of proposed memories and of the decisions on them. */
@Controller()
export class ProposalsController {
  constructor(@Uses(proposals) private readonly proposals: Proposals) {}

  @Serves('listProposals')
  async listProposals(
    caller: Principal,
    { query: { limit, cursor, ...query } }: ParsedInput<'listProposals'>,
  ): Promise<RouteOutput<'listProposals'>> {
    const found = await this.proposals.list({ ...reviewOf(caller), query, limit: limit + 1, before: cursor });
    const page = found.proposals.slice(0, limit);
    const nextCursor = found.proposals.length > limit ? (page.at(-1)?.memoryId ?? null) : null;
    return { proposals: page.map(withSignals), counts: found.counts, nextCursor };
  }

  @Serves('confirmMemory')
  async confirmMemory(
    caller: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'confirmMemory'>,
  ): Promise<RouteOutput<'confirmMemory'>> {
    const confirmed = await this.proposals.confirmMemory({ scope: scopeOf(caller, channel), reviewer: caller, id });
    if (!confirmed) throw new CairnError('item/unknown', `no memory ${id}`);
    return confirmed;
  }

  @Serves('unconfirmMemory')
  async unconfirmMemory(
    caller: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'unconfirmMemory'>,
  ): Promise<RouteOutput<'unconfirmMemory'>> {
    const withdrawn = await this.proposals.unconfirmMemory({ scope: scopeOf(caller, channel), reviewer: caller, id });
    if (!withdrawn) throw new CairnError('item/unknown', `no memory ${id}`);
    return withdrawn;
  }

  @Serves('propose')
  async propose(author: Principal, { query, body }: ParsedInput<'propose'>): Promise<RouteOutput<'propose'>> {
    const ownerId = ownerOf(author);
    const made = await mapYielding(body.proposals, (sent, at) =>
      newProposal({ ...author, principalId: ownerId }, sent, `proposals.${at}.memory.`),
    );
    const overwrite = overwriteOf(author, query.overwrite === 'true');
    return {
      proposals: await this.proposals.propose({ scope: scopeOf(author), author, ownerId, proposals: made, overwrite }),
    };
  }

  @Serves('decideProposal')
  async decideProposal(
    caller: Principal,
    { params: { id, act }, query, body }: ParsedInput<'decideProposal'>,
  ): Promise<RouteOutput<'decideProposal'>> {
    return this.decide(caller, { id, act, body, isOverwriting: query.overwrite === 'true' });
  }

  @Serves('decideProposals')
  async decideProposals(
    caller: Principal,
    { query, body: { act, ids, ...body } }: ParsedInput<'decideProposals'>,
  ): Promise<RouteOutput<'decideProposals'>> {
    const answer: RouteOutput<'decideProposals'> = { decisions: [], failures: [] };
    for (const id of new Set(ids)) {
      try {
        answer.decisions.push(await this.decide(caller, { id, act, body, isOverwriting: query.overwrite === 'true' }));
      } catch (error) {
        if (!(error instanceof CairnError)) throw error;
        answer.failures.push({ memoryId: id, code: error.code, message: error.message });
      }
    }
    return answer;
  }

  private async decide(
    caller: Principal,
    { id, act, body, isOverwriting }: { id: MemoryId; act: ProposalAct; body: DecisionRequest; isOverwriting: boolean },
  ): Promise<Decision> {
    requireFieldsOf(act, body);
    const review = reviewOf(caller);
    const proposal = await this.proposals.find({ ...review, id });
    if (!proposal) throw unknownProposalError(id);
    const { into, reason } = body;
    const decided = await this.proposals.decide({
      ...review,
      ...{ id, act, reason },
      ...(into && { into: into as ItemId }),
      ...(KEEPING_ACTS.has(act) && keptAs(caller, { proposal, act, body })),
      overwrite: overwriteOf(caller, isOverwriting),
    });
    if (!decided) throw unknownProposalError(id);
    return decided;
  }
}

const reviewOf = (caller: Principal) => ({ scope: scopeOf(caller), reviewer: caller });

const unknownProposalError = (id: string) => new CairnError('item/unknown', `no proposal ${id} that you own or review`);

/** Acts of a reviewer that turn a proposal into a memory. */
const KEEPING_ACTS: ReadonlySet<ProposalAct> = new Set<ProposalAct>(['keep', 'correct', 'mine']);

/** Refuses fields that an act does not read, and an act without the field that it needs. */
function requireFieldsOf(act: ProposalAct, body: DecisionRequest): void {
  const set = correctableFields.filter((field) => body[field] !== undefined);
  if (act === 'correct' && set.length === 0)
    throw refusalOf('content', undefined, 'is missing', `at least one of ${correctableFields.join(', ')}`);
  if (act === 'merge' && body.into === undefined)
    throw refusalOf('into', undefined, 'is missing', 'the active memory that gets the evidence');
  const [extra] = act === 'correct' || act === 'keep' ? [] : set;
  if (extra) throw refusalOf(extra, body[extra], `is not read by ${act}`, 'left out, or the act correct');
  if (body.into !== undefined && act !== 'merge')
    throw refusalOf('into', body.into, `is not read by ${act}`, 'left out, or the act merge');
  if (body.visibility !== undefined && act !== 'correct' && act !== 'keep')
    throw refusalOf('visibility', body.visibility, `is not read by ${act}`, 'left out, or the act keep');
}

const refusalOf = (field: string, value: unknown, message: string, allowed: string): CairnError =>
  new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message, value, allowed }] });

/** Makes the memory that a proposal becomes: the corrected fields, the readers, and the values derived from both. */
function keptAs(
  caller: Principal,
  { proposal, act, body }: { proposal: Proposal; act: ProposalAct; body: DecisionRequest },
): { readonly fields: MemoryFields; readonly visibility: NewProposal['item']['visibility'] } & Pick<
  NewProposal['item'],
  'derived'
> {
  const set = correctableFields.filter((field) => body[field] !== undefined);
  const owner = { ...caller, principalId: proposal.owner.principalId };
  const { input, visibility, derived } = memoryOf(owner, {
    ...inputOf(proposal),
    ...Object.fromEntries(set.map((field) => [field, body[field]])),
    visibility: act === 'mine' ? 'private' : (body.visibility ?? readersOf(proposal)),
  } as MemoryInput);
  return { fields: Object.fromEntries(set.map((field) => [field, input[field]])), visibility, derived };
}

/** Returns the readers that a proposal names, as a writer sends them. */
const readersOf = ({ visibility }: Proposal): MemoryInput['visibility'] =>
  visibility === 'channel' || visibility === 'team' ? undefined : visibility;

const inputOf = (proposal: Proposal): MemoryInput => {
  const fields = Object.entries(proposal).filter(([name, value]) => name in MemoryInput.shape && value !== null);
  return MemoryInput.parse({ ...Object.fromEntries(fields), visibility: undefined });
};

function newProposal(owner: Principal, { memory, ...sent }: ProposalInput, field: string): NewProposal {
  const { replaces, sameAs, ...rest } = sent;
  const item = memoryOf(owner, memory, field);
  return {
    ...rest,
    item,
    ...(replaces && { replaces: replaces as ItemId }),
    ...(sameAs && { sameAs: sameAs as ItemId }),
  };
}

function memoryOf(owner: Principal, input: MemoryInput, field = ''): NewProposal['item'] {
  const item = newMemory(owner, input, field);
  if (item.kind !== 'memory') throw new Error('A memory is made anew as one.');
  return item;
}
