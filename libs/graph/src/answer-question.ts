import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { entitiesNamedIn } from './named-in-text.ts';
import { questionReader } from './read/question.ts';
import { DEPENDS_ON } from './relation.ts';
import { holderRelationTypes, findRelated, readRows } from './related-entities.ts';
import { resolveEntity } from './resolve-entity.ts';
import type { Owner } from './who-owns.ts';

/** The answer of the graph to a question in words: the relations of one entity. */
export interface RelationAnswer {
  /** The entity that the question names. */
  readonly entity: GraphEntity;
  /** The end of the relations that the rows give: `from` for the holders, `to` for the things. */
  readonly end: 'from' | 'to';
  /** The entities at that end, most confident first. */
  readonly rows: readonly Owner[];
}

interface RelationQuery {
  readonly types: readonly string[];
  readonly end: 'from' | 'to';
}

/** A word that makes a text a question for a person or a thing. */
const QUESTION_WORD = /\b(?:who|whom|whose|what|which|where)\b/iu;
const WHO_QUESTION = /^(?:[^?]*[,;:] )?(?:to |by |from )?who(?:m|se)?\b/iu;

/** Forms of questions that the reader of sentences does not recognise, each with the relations to look up. */
const questionForms: readonly (RelationQuery & { readonly form: RegExp })[] = [
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
  { form: WHO_QUESTION, types: holderRelationTypes, end: 'from' },
];

/**
 * Answers a question in words from the graph: looks up the relation that the question asks for, at the entity that it names. Returns
 * undefined if the question asks for no relation, names no known entity, or the entity has no such relation.
 */
export async function answerQuestion(
  reader: GraphReader,
  { question, asOf }: { readonly question: string; readonly asOf: number },
): Promise<RelationAnswer | undefined> {
  if (!QUESTION_WORD.test(question)) return undefined;
  // The named entities are looked up first: this costs one look-up, while the reader of sentences loads a model.
  const named = await entitiesNamedIn(reader, question);
  if (named.length === 0) return undefined;
  const asked = (await questionReader())(question);
  const found = asked && (await resolveEntity(reader, asked.name));
  if (found?.type === 'found') {
    const { type, end } = asked!;
    const { rows } = await findRelated(reader, { entity: found.entity, type, end, asOf });
    if (rows.length > 0) return { entity: found.entity, end, rows };
  }
  return answerByQuestionForm(reader, { question, named, asOf });
}

/**
 * Answers by the form of the question. It must name exactly one proper name, since a form does not tell which of several names is meant.
 */
async function answerByQuestionForm(
  reader: GraphReader,
  { question, named, asOf }: { question: string; named: readonly GraphEntity[]; asOf: number },
): Promise<RelationAnswer | undefined> {
  const wanted = questionForms.find(({ form }) => form.test(question.trim()));
  const [entity, ...others] = named.filter(isProperName);
  if (!wanted || !entity || others.length > 0) return undefined;
  const { types, end } = wanted;
  const rows = await readRows(reader, { entity, end, asOf }, types);
  return rows.length === 0 ? undefined : { entity, end, rows };
}

/**
 * Whether a name is surely a proper name: `berth-planner`, `ADR-019`, `Halsøy`. A lower-case word without signs may be
 * an ordinary word.
 */
const isProperName = ({ name }: GraphEntity): boolean => /[\p{Lu}\p{N}]|\S[-_./@ ]\S/u.test(name);
