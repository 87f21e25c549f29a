import type { MemoryInput, MessageInput } from '@cairn/contracts';
import { maskText } from '@cairn/masking';
import { refuseSecretNames, type FieldName } from './secret-names.ts';

type Input = MessageInput | MemoryInput;
type Mask = (text: string) => string;

export interface Masked<Kind extends Input> {
  readonly input: Kind;
  /** How often each kind was masked; absent: nothing was. */
  readonly masked?: Record<string, number>;
}

interface Masking {
  /** False where the organisation stores keys and tokens as they are; what is marked as private is masked all the same. */
  readonly secrets: boolean;
  /** How an issue names the item. */
  readonly field: string;
}

/**
 * An item without secrets in what people read: content, title, tags, subject, attribute, speaker and the values of its provenance.
 * What tells items apart or ties them together (ids, roles, channels, sessions, sources) cannot be masked without making two
 * of them one, so that a secret there is refused. It comes before all that is derived: the same text stays the same item.
 */
export function maskInput<Kind extends Input>(input: Kind, { secrets, field }: Masking): Masked<Kind> {
  if (secrets) refuseSecretNames(namesOf(input, field));
  const masked: Record<string, number> = {};
  const kept = readParts(input, (text) => {
    const { text: without, kinds } = maskText(text, { secrets });
    for (const kind of kinds) masked[kind] = (masked[kind] ?? 0) + 1;
    return without;
  });
  return Object.keys(masked).length > 0 ? { input: { ...input, ...kept }, masked } : { input };
}

function readParts(input: Input, mask: Mask) {
  const provenance = Object.entries(input.provenance).map(([key, value]) => [key, mask(value)]);
  const common = { content: mask(input.content), provenance: Object.fromEntries(provenance) };
  if (!('title' in input)) return { ...common, ...(input.speaker !== undefined && { speaker: mask(input.speaker) }) };
  const { title, tags, subject, attribute } = input;
  return {
    ...common,
    title: mask(title),
    tags: tags.map(mask),
    ...(subject !== undefined && { subject: mask(subject) }),
    ...(attribute !== undefined && { attribute: mask(attribute) }),
    ...declared(input, mask),
  };
}

/** The ends of relations name the entities, so that all of them are masked alike. */
function declared({ entities, relations, rules }: MemoryInput, mask: Mask) {
  return {
    ...(entities && {
      entities: entities.map(({ name, aliases, ...entity }) => ({
        ...entity,
        name: mask(name),
        ...(aliases && { aliases: aliases.map(mask) }),
      })),
    }),
    ...(relations && {
      relations: relations.map(({ from, to, ...rest }) => ({ ...rest, from: mask(from), to: mask(to) })),
    }),
    ...(rules && { rules: rules.map((rule) => ({ ...rule, owners: rule.owners.map(mask) })) }),
  };
}

function namesOf(input: Input, item: string): FieldName[] {
  const { channel, source, externalId, provenance } = input;
  const own = 'title' in input ? {} : { role: input.role, subchannel: input.subchannel, sessionKey: input.sessionKey };
  const sources = 'title' in input ? input.sourceIds : [];
  return [
    ...Object.entries({ channel, source, externalId, ...own }).flatMap(([field, name]) =>
      name === undefined ? [] : [[`${item}${field}`, name] as const],
    ),
    ...sources.map((id, at) => [`${item}sourceIds[${at}]`, id] as const),
    ...Object.keys(provenance).map((key) => [`${item}provenance`, key] as const),
  ];
}
