import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { entitiesNamedIn } from './named-in-text.ts';
import { questionReader } from './read/question.ts';
import { DEPENDS_ON } from './relation.ts';
import { holdingTypes, relatedTo, rowsOf } from './related.ts';
import { resolveEntity } from './resolve-entity.ts';
import type { Owner } from './who-owns.ts';

/** The relations by which the graph answers a question in words. */
export interface RelationAnswer {
  /** The thing that the question names. */
  readonly entity: GraphEntity;
  /** The end of the relations at which the rows stand. */
  readonly end: 'from' | 'to';
  /** Most confident first. */
  readonly rows: readonly Owner[];
}

interface Wanted {
  readonly types: readonly string[];
  readonly end: 'from' | 'to';
}

/** A text that asks for somebody or something. */
const ASKS = /\b(?:who|whom|whose|what|which|where)\b/iu;
const ASKS_FOR_ANYBODY = /^(?:[^?]*[,;:] )?(?:to |by |from )?who(?:m|se)?\b/iu;

/** Questions that the reader of sentences takes for none, by their form. */
const byForm: readonly (Wanted & { readonly form: RegExp })[] = [
  {
    form: /^what (?:else )?(?:breaks|fails|stops|is affected|goes down|depends|relies|needs|would break)\b/iu,
    types: [DEPENDS_ON, 'uses'],
    end: 'from',
  },
  {
    form: /^what (?:does|do|must|has to) .*\b(?:need|depend|require|rely|be up|be running)\b/iu,
    types: [DEPENDS_ON, 'uses'],
    end: 'to',
  },
  { form: ASKS_FOR_ANYBODY, types: holdingTypes, end: 'from' },
];

/**
 * Answers a question in words from the graph: by the relation that it asks for, of the thing that it names. Undefined where it asks for
 * no relation, names nothing that is known, or nothing is said of it.
 */
export async function answerQuestion(
  reader: GraphReader,
  { question, asOf }: { readonly question: string; readonly asOf: number },
): Promise<RelationAnswer | undefined> {
  if (!ASKS.test(question)) return undefined;
  // Asked first, since it costs one look-up where the reader of sentences loads a model.
  const named = await entitiesNamedIn(reader, question);
  if (named.length === 0) return undefined;
  const asked = (await questionReader())(question);
  const found = asked && (await resolveEntity(reader, asked.name));
  if (found?.type === 'found') {
    const { type, end } = asked!;
    const { rows } = await relatedTo(reader, { entity: found.entity, type, end, asOf });
    if (rows.length > 0) return { entity: found.entity, end, rows };
  }
  return answerByForm(reader, { question, named, asOf });
}

/** Only of one thing: which of several a form is about, it does not tell. */
async function answerByForm(
  reader: GraphReader,
  { question, named, asOf }: { question: string; named: readonly GraphEntity[]; asOf: number },
): Promise<RelationAnswer | undefined> {
  const wanted = byForm.find(({ form }) => form.test(question.trim()));
  const [entity, ...others] = named.filter(isProper);
  if (!wanted || !entity || others.length > 0) return undefined;
  const { types, end } = wanted;
  const rows = await rowsOf(reader, { entity, end, asOf }, types);
  return rows.length === 0 ? undefined : { entity, end, rows };
}

/** `berth-planner`, `ADR-019`, `Halsøy`; a plain word in small letters may be meant as that word alone. */
const isProper = ({ name }: GraphEntity): boolean => /[\p{Lu}\p{N}]|\S[-_./@ ]\S/u.test(name);
