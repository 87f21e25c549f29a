import { extractedKinds, type ExtractedKind } from './extracted.ts';
import { prototypes } from './prototypes.en.ts';

/** Embeds texts as unit vectors, in the order of the texts. */
export type Embed = (texts: readonly string[]) => Promise<readonly ArrayLike<number>[]>;

/** A model that embeds documents. */
export interface DocumentModel {
  embed(texts: string[], as: 'document'): Promise<readonly { readonly vector: ArrayLike<number> }[]>;
}

const embeds = new WeakMap<DocumentModel, Embed>();

/** Returns the function that embeds texts by a model. A model always has the same one, by which prototypes are cached. */
export function embedBy(model: DocumentModel): Embed {
  const embed: Embed =
    embeds.get(model) ?? (async (texts) => (await model.embed([...texts], 'document')).map(({ vector }) => vector));
  embeds.set(model, embed);
  return embed;
}

/**
 * Maps each kind to a statement's closeness to the prototypes of the kind, minus its closeness to talk that is not
 * worth keeping; -2 to 2.
 */
export type Closeness = Readonly<Partial<Record<ExtractedKind, number>>>;

/** Computes how much closer each text is to the prototypes of a kind than to talk that is not worth keeping. */
export async function closenessOf(texts: readonly string[], embed: Embed): Promise<Closeness[]> {
  if (texts.length === 0) return [];
  const [space, vectors] = await Promise.all([spaceOf(embed), embed(texts)]);
  return vectors.map((vector) => {
    const near = (kind: ExtractedKind | 'none') => Math.max(...space[kind].map((other) => dot(vector, other)));
    const none = near('none');
    return Object.fromEntries(extractedKinds.map((kind) => [kind, near(kind) - none]));
  });
}

type Space = Readonly<Record<ExtractedKind | 'none', readonly ArrayLike<number>[]>>;
const spaces = new WeakMap<Embed, Promise<Space>>();

function spaceOf(embed: Embed): Promise<Space> {
  const known = spaces.get(embed);
  if (known) return known;
  const space = embedPrototypes(embed);
  spaces.set(embed, space);
  // A model that failed once is asked again by the next statement.
  space.catch(() => spaces.delete(embed));
  return space;
}

async function embedPrototypes(embed: Embed): Promise<Space> {
  const entries = Object.entries(prototypes);
  const vectors = await embed(entries.flatMap(([, sentences]) => sentences));
  let at = 0;
  const space = new Map(entries.map(([kind, { length }]) => [kind, vectors.slice(at, (at += length))]));
  return Object.fromEntries(space) as unknown as Space;
}

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
