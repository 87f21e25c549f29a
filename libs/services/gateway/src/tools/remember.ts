import {
  boundedText,
  Category,
  IndexState,
  ItemState,
  MemoryInput,
  Store,
  TimeInput,
  shortIdOf,
  toolLimits,
  Receipt,
  describeRestated,
} from '@cairn/contracts';
import { validityAt } from '@cairn/domain';
import { neutraliseLine, newBoundary } from '@cairn/prompt';
import { z } from 'zod';
import { sourceIdsField, resolveSourceIds } from './find-item.ts';
import { overwriteField, overwriteQuery, defineTool, type Call } from './tool.ts';
import { neutraliseLines } from './understood.ts';

export const rememberTool = defineTool({
  name: 'crystal_remember',
  title: 'Remember',
  description:
    'Save one thing that the team will want to know later: a decision with its reason, a lesson, a rule, who does what. One idea a memory; its title states it. For a rule, give forbids (actions that break it, as typed; where; exemptions) and instead; for a decision, decides; for owners and dependencies, relations. The answer shows what was understood. Saving it again is harmless.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: MemoryInput.pick({
    store: true,
    category: true,
    tags: true,
    confidence: true,
    valence: true,
    arousal: true,
    subject: true,
    attribute: true,
    validFrom: true,
    validTo: true,
    actionTriggers: true,
    forbids: true,
    instead: true,
    decides: true,
    value: true,
    entities: true,
    relations: true,
    channel: true,
    project: true,
    visibility: true,
  }).extend({
    title: boundedText(toolLimits.rememberTitle).describe('Its statement, in a few words'),
    content: boundedText(toolLimits.rememberContent).describe(
      'The whole text, understandable without this conversation',
    ),
    sourceIds: sourceIdsField,
    timestamp: TimeInput.optional().describe('When it became true: epoch ms, or ISO 8601 with a zone; now by default'),
    overwrite: overwriteField,
  }),
  output: z.object({
    ok: z.literal(true),
    id: z.uuid(),
    memoryId: z.uuid().describe('The same as id'),
    title: z.string(),
    store: Store,
    category: Category,
    created: z.boolean().describe('false when the same memory was there already'),
    version: z.number().int(),
    state: ItemState,
    index: IndexState.describe('Searches that find it already'),
    conflicts: Receipt.shape.conflicts,
    restates: Receipt.shape.restates,
    masked: Receipt.shape.masked,
    understood: Receipt.shape.understood,
  }),
  inBlock: ['understood'],
  async run({ call, clock }, { overwrite, sourceIds, ...args }) {
    const sources = await resolveSourceIds(call, sourceIds, args);
    const memory = { ...args, ...sources, timestamp: args.timestamp ?? clock.now(), source: 'mcp' };
    const {
      items: [receipt],
    } = await call('addMemories', { body: [memory], query: overwriteQuery(overwrite) });
    if (!receipt) throw new Error('A write of one memory answers with one receipt.');
    const { store, category } = args;
    const { id, created, version, state, index, restates, masked, conflicts, understood } = receipt;
    const title = masked ? await storedTitle(call, { id, state, channel: args.channel }) : args.title;
    return {
      text: [sentenceOf(title, receipt, validityAt(args, clock.now())), ...neutraliseLines(understood)].join('\n'),
      answer: {
        ...{ ok: true as const, id, memoryId: id, title, store, category, created, version, state, index },
        ...(conflicts && { conflicts }),
        ...(restates && { restates }),
        ...(masked && { masked }),
        ...(understood && { understood }),
      },
    };
  },
});

interface Place {
  readonly id: string;
  readonly channel: string | undefined;
  readonly state: Receipt['state'];
}

/**
 * Reads the stored title, since the title in the request may contain a text that is masked in the stored title. An agent
 * reads no memory that it proposed to its owner.
 */
async function storedTitle(call: Call, { id, channel, state }: Place): Promise<string> {
  if (state === 'proposed') return 'The memory';
  const item = await call('getMemory', { params: { id }, query: { channel } });
  if (item.kind !== 'memory') throw new Error('A memory that was written is found as one.');
  return item.title;
}

const noteByVectorState: Record<Receipt['index']['vectors'], string> = {
  indexed: ' and by its meaning.',
  pending: ', by its meaning when its vector is made.',
  dead: '; by its meaning only once its vector can be made.',
  off: '; by its meaning only once the server has a model.',
};

const PROPOSED = 'is proposed: others find it, and rules in it bind, once a person has kept it (crystal_review).';

function sentenceOf(
  title: string,
  { id, created, state, index, restates, masked, conflicts = [] }: Receipt,
  validity: ReturnType<typeof validityAt>,
): string {
  const name = JSON.stringify(neutraliseLine(title, newBoundary()));
  const former = restates ? ` ${describeRestated(restates)} overwrite=true stores it as active.` : '';
  if (state === 'proposed') return `${name} (id ${shortIdOf(id)}) ${PROPOSED}${former}`;
  const found = describeFinding(index, validity);
  const without = masked ? ` Stored without what is a secret: ${Object.keys(masked).join(', ')}.` : '';
  const others = conflicts.map(
    (other) => ` The memory ${shortIdOf(other.id)} has the same text with another ${other.fields.join(', ')}.`,
  );
  return created
    ? `Remembered ${name} (id ${shortIdOf(id)}). ${found}${without}${others.join('')}`
    : `Known already: ${name} (id ${shortIdOf(id)}). It counts as said by you too, with your tags.${others.join('')}`;
}

const EXPIRED = 'Its validTo is past, so that answers leave it out, except with asOf or includeArchived.';
const UPCOMING = 'Until its validFrom, answers leave it out, except with asOf or includeArchived.';

/** Says which searches find a new memory. Of one that does not hold now, says that answers leave it out. */
function describeFinding({ words, vectors }: Receipt['index'], validity: ReturnType<typeof validityAt>): string {
  if (validity !== 'active') return validity === 'expired' ? EXPIRED : UPCOMING;
  const found = words === 'indexed' ? 'It can be found by its words now' : 'It can be found in a moment';
  return `${found}${noteByVectorState[vectors]}`;
}
