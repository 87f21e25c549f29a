import {
  decisionParts,
  effectiveTime,
  type Alternative,
  type DecisionPart,
  type Item,
  type Quotation,
} from '@cairn/contracts';
import { headedPart, partOfHeading, sectionPathOf, type Told } from '@cairn/text';
import { quotationOf } from '../hits/quotations.ts';

/** A record that may tell of the decision, and how it was found. */
export interface Source {
  readonly item: Item;
  readonly link: 'lead' | 'successor' | 'document' | 'conversation' | 'found';
  readonly told: readonly Told[];
}

/** What the records tell of a decision. */
export interface Account {
  readonly decision: Quotation | null;
  readonly alternatives: Alternative[];
  readonly reasons: Quotation[];
  readonly consequences: Quotation[];
  readonly reversals: Quotation[];
  readonly notFound: DecisionPart[];
  /** The part that the lead record tells. It is shown first. */
  readonly leads: DecisionPart;
}

const QUOTED_MAX = 3;
const QUOTED_OF_ONE_MAX = 2;
const ALTERNATIVES_MAX = 5;

/**
 * Makes the account of a decision from its sources: the lead first, then what is linked to it, then other hits. A part that no
 * source tells is empty and named in `notFound`.
 */
export function accountOf(sources: readonly Source[]): Account {
  const leads = partOfLead(sources[0]);
  const told = {
    decision: decisionIn(sources, leads),
    alternatives: alternativesIn(sources),
    reasons: quotedIn(sources, 'reasons'),
    consequences: quotedIn(sources, 'consequences'),
    reversals: reversalsIn(sources),
  };
  const isFound = (part: DecisionPart) => (Array.isArray(told[part]) ? told[part].length > 0 : told[part] !== null);
  return { ...told, leads, notFound: decisionParts.filter((part) => !isFound(part)) };
}

const partOfLead = (lead: Source | undefined): DecisionPart =>
  (lead?.item.kind === 'memory' ? headedPart(sectionPathOf(lead.item.title)) : undefined) ?? 'decision';

interface Place {
  readonly source: Source;
  readonly told: Told;
}

const quoted = ({ source, told }: Place): Quotation => quotationOf(source.item, told);

/** A source that is only a hit must share a word with the question. */
const mayTell = ({ source: { link }, told }: Place): boolean => link !== 'found' || told.fit > 0;

/** The sentences that tell a part: those of the lead first, then by their share of the question's words. */
function placesOf(sources: readonly Source[], part: DecisionPart): Place[] {
  const all = sources.flatMap((source) => source.told.map((told): Place => ({ source, told })));
  return all.filter((place) => place.told.part === part && mayTell(place)).sort(byWorth);
}

const byWorth = (one: Place, other: Place): number =>
  Number(other.source.link === 'lead') - Number(one.source.link === 'lead') || other.told.fit - one.told.fit;

function quotedIn(sources: readonly Source[], part: DecisionPart): Quotation[] {
  return fewOfEach(placesOf(sources, part)).map(quoted);
}

function fewOfEach(places: readonly Place[]): Place[] {
  const counts = new Map<Source, number>();
  return places
    .filter(({ source }) => {
      const count = (counts.get(source) ?? 0) + 1;
      counts.set(source, count);
      return count <= QUOTED_OF_ONE_MAX;
    })
    .slice(0, QUOTED_MAX);
}

/** Without a sentence that states the decision, a record of the category `decision` is quoted: its first sentence or the nearest one. */
function decisionIn(sources: readonly Source[], leads: DecisionPart): Quotation | null {
  const [lead] = sources;
  const [told] = placesOf(sources, 'decision');
  if (told && (told.source === lead || leads !== 'decision' || !isDecision(lead))) return quoted(told);
  const [first] = isDecision(lead) && leads === 'decision' ? plainOf(lead) : [];
  return first ? quoted(first) : told ? quoted(told) : null;
}

const isDecision = (source: Source | undefined): source is Source =>
  source?.item.kind === 'memory' && source.item.category === 'decision';

const plainOf = (source: Source): Place[] => {
  const plain = source.told.filter(({ part }) => part === undefined);
  const all = plain.length > 0 ? plain : source.told;
  return all.map((told) => ({ source, told })).sort(byWorth);
};

/** The successors of the decision, then later sentences that say that it was undone. */
function reversalsIn(sources: readonly Source[]): Quotation[] {
  const successors = sources
    .filter(({ link }) => link === 'successor')
    .flatMap((source) => plainOf(source).slice(0, 1));
  const since = sources[0] ? quotedTime(sources[0]) : 0;
  const later = placesOf(sources, 'reversals').filter(({ source }) => quotedTime(source) >= since);
  return [...successors, ...fewOfEach(later)].slice(0, QUOTED_MAX).map(quoted);
}

const quotedTime = ({ item }: Source): number => effectiveTime(item);

/** Each heading under "alternatives", or each sentence about one, is an alternative. */
function alternativesIn(sources: readonly Source[]): Alternative[] {
  const groups = Map.groupBy(placesOf(sources, 'alternatives'), alternativeOf);
  return [...groups.values()].slice(0, ALTERNATIVES_MAX).map((places) => {
    const inOrder = places.toSorted((one, other) => one.told.from - other.told.from);
    const what = inOrder[0]!;
    const whyNot = speakingAgainst(inOrder, what);
    const name = nameOf(what.told);
    return {
      ...(name !== undefined && { name }),
      what: quoted(what),
      whyNot: whyNot ? quoted(whyNot) : null,
    };
  });
}

const alternativesAt = ({ section }: Told): number =>
  section.findIndex((heading) => partOfHeading(heading) === 'alternatives');

const nameOf = (told: Told): string | undefined =>
  alternativesAt(told) < 0 ? undefined : told.section.slice(alternativesAt(told) + 1).at(-1);

const alternativeOf = ({ source, told }: Place): string =>
  `${source.item.id} ${alternativesAt(told) < 0 ? told.from : told.section.join('\n')}`;

/** A sentence against the alternative: another one of it, the one after it, or the sentence itself. */
function speakingAgainst(places: readonly Place[], what: Place): Place | undefined {
  const { source } = what;
  const next = source.told[source.told.indexOf(what.told) + 1];
  const after = places.length === 1 && next ? [{ source, told: next }] : [];
  return [...places.slice(1), ...after, what].find(({ told }) => told.isAgainst);
}
