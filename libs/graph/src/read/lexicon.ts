/** The kind that an end of a relation must be for its words to mean the relation. */
export type EndKind =
  | 'agent'
  | 'contact'
  | 'holder'
  | 'operator'
  | 'person'
  | 'human'
  | 'group'
  | 'unit'
  | 'sure team'
  | 'thing'
  | 'machine'
  | 'part'
  | 'named'
  | 'definite'
  | 'written'
  | 'document'
  | 'place'
  | 'spot'
  | 'lifeless'
  | 'task'
  | 'any';

/**
 * The words of one type of relation, each a list with commas. A frame is a verb with its slots: `F` is the end that the relation
 * goes from, `T` the end that it goes to, `B` who was `F` before, `C` what was `T`, `P` is `F` as a possessive, `Q` is questions, bugs or alerts of `T`, `E` its edits and pull requests, `_` anybody, `…` anything, `:` a mark before a list.
 */
export interface RelationWords {
  readonly type: string;
  readonly from: EndKind;
  readonly to: EndKind;
  /** Verb phrases that stand between `F` and `T`, and between `T` and `F`. A passive turns them by itself. */
  readonly verbs?: string;
  readonly reverse?: string;
  readonly frames?: string;
  /** Nouns for `F` (`owner of T`), for `T` (`dependency of F`), and for the holding itself (`ownership of T`). */
  readonly roles?: string;
  readonly farRoles?: string;
  readonly heads?: string;
  /** Absent: the words say that the relation holds. */
  readonly says?: 'ends' | 'denies';
  /** Its verbs say it of what somebody does again and again: who drove the van once does not own it. */
  readonly isHabit?: true;
}

/** A language, as data. Lists are with commas where their members have spaces, else with spaces. */
export interface Lexicon {
  readonly relations: readonly RelationWords[];
  /** Frames in which `R` is a phrase with a role and `H` one with a holding; `left` and `released` end it; in `within` and `covers`, `H` is by whom and `T` what he holds. */
  readonly beside: Readonly<Record<'role' | 'left' | 'hold' | 'released' | 'within' | 'covers', string>>;
  /** Words that decide whether a sentence says something or only asks, wishes or supposes it. */
  readonly gate: Readonly<Record<GateWords, string>>;
  /** Nouns that tell the type of the thing beside them, by type; with `+` they are part of its name. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Nouns for things that can have an author. */
  readonly documents: string;
  /** Nouns for places. */
  readonly places: string;
  /** Nouns seen through: of `changes to X` X is meant. */
  readonly through: string;
  /** Words from `through` that a person answers: `questions about X go to A`. */
  readonly matters: string;
  /** Words from `through` for what somebody looks over before it is taken: `changes to X go through A`. */
  readonly changes: string;
  /** Titles of people, before which a noun names no thing: a product manager manages no product. */
  readonly jobs: string;
  /** Parts of words with hyphens that are no names: `long-term`. */
  readonly plainParts: string;
  /** Parts of a written name that make it a team's: `sig-node`, `search-admins`. */
  readonly teamNames: Readonly<Record<'before' | 'behind', string>>;
  /** Phrases that are one small word, by its tag. */
  readonly joined: Readonly<Record<'ADP' | 'ADV' | 'ADJ' | 'NOUN', string>>;
  /** In the answer to `who reviews X: A`, the verb and what it comes to. */
  readonly reviewerOwns: readonly [string, string];
  /** Nouns that stand without an article though they name nothing. */
  readonly mass: string;
  /** Two words that are one noun, whatever the first is alone. */
  readonly compounds: string;
  /** Nouns by which somebody is reached: `alerts go to A's phone`. */
  readonly reached: string;
  /** Adjectives before a name that are no part of it. */
  readonly plain: string;
  readonly titles: string;
  /** Nouns for a holding only where somebody's stands before them: of `the refund job` none is. */
  readonly ofHolder: string;
  readonly generic: string;
  readonly persons: string;
  readonly dates: string;
  /** Headings of parts of a text, which name nothing. */
  readonly sections: string;
  /** Words before a sentence that say nothing. */
  readonly leads: string;
  /** Lemma, past, participle. */
  readonly irregular: string;
  /** Verbs whose last letter is doubled before an ending. */
  readonly doubled: string;
}

type GateWords =
  | 'ending'
  | 'starting'
  | 'formerly'
  | 'former'
  | 'notYet'
  | 'factual'
  | 'hearsay'
  | 'modal'
  | 'duty'
  | 'factualTo'
  | 'condition'
  | 'before'
  | 'perhaps'
  | 'unsaid'
  | 'fail'
  | 'down'
  | 'work';

const split = (text: string | undefined): string[] => (text ?? '').split(/,\s*/u).filter((one) => one !== '');

/** The members of a list; of `sign/pass off` both, where `_` joins words of one choice and `~` is none. */
export const listOf = (text: string | undefined): string[] =>
  split(text).flatMap((phrase) =>
    phrase
      .split(' ')
      .reduce<string[]>(
        (begun, token) => begun.flatMap((one) => choicesOf(token).map((choice) => `${one} ${choice}`)),
        [''],
      )
      .map((one) =>
        one
          .replaceAll(/(?<=\p{L})_(?=\p{L})/gu, ' ')
          .replaceAll(/\s+/gu, ' ')
          .trim(),
      ),
  );

const choicesOf = (token: string): string[] => token.split('/').map((choice) => (choice === '~' ? '' : choice));
export const wordsOf = (text: string): Set<string> => new Set(text.split(/[\s,]+/u).filter((one) => one !== ''));
