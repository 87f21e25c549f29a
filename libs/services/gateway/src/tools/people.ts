import {
  CairnError,
  GraphCorrection,
  KeepApartRequest,
  limits,
  MergeEntitiesRequest,
  spellingFits,
  type RouteOutput,
} from '@cairn/contracts';
import { newBoundary, renderList } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetChars, budgetOf } from './budget.ts';
import { defineTool, type Call } from './tool.ts';

const modes = ['list', 'merge', 'apart', 'undo'] as const;

const { entity, into, channel } = MergeEntitiesRequest.shape;

const Input = z.strictObject({
  mode: z.enum(modes).default('list').describe('The operation'),
  entity: entity.optional().describe('For merge and apart: its key as list shows it, or a name that it alone has'),
  into: into.optional().describe('For merge: the person whom it also names'),
  other: KeepApartRequest.shape.other.optional().describe('For apart: the other person'),
  correctionId: z.uuid().optional().describe('For undo: the id that merge or apart answered'),
  channel,
  limit: z.number().int().min(1).max(limits.entitiesPage.max).default(20).describe('For list: how many'),
  budgetChars,
});
type Input = z.output<typeof Input>;

const Pair = z.object({ entity: z.string(), into: z.string(), fit: z.enum(spellingFits) });

const Output = z.object({
  mode: z.enum(modes),
  duplicates: z.array(Pair).optional().describe('After list: keys of two people who may be one, the surest first'),
  more: z.number().int().optional().describe('After list: number of further pairs'),
  truncated: z.boolean().optional().describe('After list: more people exist than were compared'),
  correction: GraphCorrection.optional().describe('After merge, apart and undo'),
});

export const mergePeopleTool = defineTool({
  name: 'crystal_merge_people',
  title: 'Merge the names of one person',
  description:
    'Find people who may be one person, by the spelling of their names, handles and addresses: list pairs, merge two, or keep two apart, which removes the pair from the list. Merge only two that a person named or that the memories show to be one; undo reverts a correction.',
  role: 'manager',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: Input,
  output: Output,
  async run({ call }, args) {
    const { text, ...answer } = await acts[args.mode](call, args);
    const { more, truncated } = answer;
    const beside = { ...(more && { more }), ...(truncated && { truncated }) };
    return { text, beside, answer: { ...answer, mode: args.mode } };
  },
});

type Answer = { readonly text: string } & Omit<z.input<typeof Output>, 'mode'>;

const acts: Record<Input['mode'], (call: Call, args: Input) => Promise<Answer>> = {
  async list(call, { channel, limit, budgetChars: asked }) {
    const { duplicates, more, truncated } = await call('listDuplicates', { query: { channel, limit } });
    const pairs = duplicates.map(({ entity, into, fit }) => ({ entity: entity.key, into: into.key, fit }));
    return { text: listOf(duplicates, budgetOf({ budgetChars: asked })), duplicates: pairs, more, truncated };
  },
  async merge(call, { entity, into, channel }) {
    const body = { ...requireFields('merge', { entity, into }), channel };
    const correction = await call('mergeEntities', { body });
    return { text: `${namesOf(correction)} are one from now on. ${undoSentenceOf(correction)}`, correction };
  },
  async apart(call, { entity, other, channel }) {
    const body = { ...requireFields('apart', { entity, other }), channel };
    const correction = await call('keepApart', { body });
    return {
      text: `${namesOf(correction)} are two, and are not offered again. ${undoSentenceOf(correction)}`,
      correction,
    };
  },
  async undo(call, { correctionId }) {
    const { correctionId: id } = requireFields('undo', { correctionId });
    const correction = await call('undoCorrection', { params: { id } });
    return { text: `The correction of ${namesOf(correction)} was taken back.`, correction };
  },
};

type Duplicates = RouteOutput<'listDuplicates'>['duplicates'];

const listOf = (duplicates: Duplicates, budget: number): string =>
  renderList({
    heading: 'People who may be one',
    boundary: newBoundary(),
    budgetChars: blockBudgetOf(budget),
    notes: duplicates.length === 0 ? ['nobody is stored under two names, as far as their spelling tells'] : [],
    entries: duplicates.map(({ entity, into, fit }) => ({
      about: fit.replaceAll('-', ' '),
      text: `${describePerson(entity)} may be ${describePerson(into)}`,
    })),
  });

/** Describes a person by the memories that name them, so that a manager can decide on a merge. */
function describePerson({ label, key, memories, speaks }: Duplicates[number]['entity']): string {
  const named = memories.map(({ title }) => JSON.stringify(title)).join(', ');
  const known = [...(named === '' ? [] : [`named in ${named}`]), ...(speaks ? ['speaks'] : [])];
  return `${label} (${key})${known.length === 0 ? '' : ` [${known.join('; ')}]`}`;
}

const namesOf = ({ from, to }: GraphCorrection): string =>
  [from, to].map(({ key }) => JSON.stringify(key)).join(' and ');

const undoSentenceOf = ({ id }: GraphCorrection): string => `Undo it by mode undo with correctionId ${id}.`;

/** Throws if the call lacks a field that the mode requires. */
function requireFields<Fields extends Readonly<Record<string, string | undefined>>>(
  mode: Input['mode'],
  fields: Fields,
) {
  const missing = Object.keys(fields).filter((field) => fields[field] === undefined);
  if (missing.length > 0)
    throw new CairnError('request/invalid', `crystal_merge_people needs more for ${mode}.`, {
      issues: missing.map((field) => ({ field, message: 'is required', allowed: allowedByField[field] ?? 'text' })),
    });
  // The check above ensures that all fields are present, which TypeScript cannot infer.
  return fields as { readonly [Field in keyof Fields]: string };
}

const keyDescription = 'the key of a person, as list shows it, or a name that they alone have';
const allowedByField: Readonly<Record<string, string>> = {
  ...{ entity: keyDescription, into: keyDescription, other: keyDescription },
  correctionId: 'the id of a correction, as merge and apart answer it',
};
