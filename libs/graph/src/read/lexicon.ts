/**
 * A kind of phrase. Words state a relation only if the phrase at each end is of the required kind; `ends.ts` defines
 * each kind.
 */
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
 * The words of one relation type; each field is a list separated by commas. A frame is a verb with slots. `F` and `T`
 * stand for the `from` and `to` ends of the relation, `B` and `C` for the former `F` and `T`, `P` for `F` as a
 * possessive, `Q` for questions, bugs or alerts about `T`, `E` for edits and pull requests of `T`, `_` for anybody, `…`
 * for anything, `:` for a mark before a list.
 */
export interface RelationWords {
  readonly type: string;
  readonly from: EndKind;
  readonly to: EndKind;
  /**
   * Verb phrases between `F` and `T` (`verbs`) and between `T` and `F` (`reverse`), in the active voice. The passive is derived from them.
   */
  readonly verbs?: string;
  readonly reverse?: string;
  readonly frames?: string;
  /**
   * Nouns for `F` (`roles`: `owner of T`), for `T` (`farRoles`: `dependency of F`), and for the holding itself (`heads`: `ownership of
   * T`).
   */
  readonly roles?: string;
  readonly farRoles?: string;
  readonly heads?: string;
  /** Absent if the words affirm the relation. */
  readonly says?: 'ends' | 'denies';
  /**
   * Whether the verbs state the relation only if they describe a habit: a person who drove the van once does not own
   * it.
   */
  readonly isHabit?: true;
}

/** The words of a language, as data. The members of a list are separated by commas if they contain spaces, otherwise by spaces. */
export interface Lexicon {
  readonly relations: readonly RelationWords[];
  /**
   * Frames with a noun for a role (`R`) or a holding (`H`). The frames of `left` and `released` end the relation. In
   * the frames of `within` and `covers`, the phrase of `H` names the holder, and `T` is the thing that the holder has.
   */
  readonly nounFrames: Readonly<Record<'role' | 'left' | 'hold' | 'released' | 'within' | 'covers', string>>;
  /** Words that decide whether a sentence asserts a relation, or only asks, wishes or supposes it. */
  readonly gate: Readonly<Record<GateWords, string>>;
  /** Maps an entity type to the nouns that give the name next to them this type. A noun with `+` is part of the name. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Nouns for things that can have an author. */
  readonly documents: string;
  /** Nouns for places. */
  readonly places: string;
  /** Nouns that are skipped in favour of the phrase after them: `changes to X` means X. */
  readonly through: string;
  /** Words of `through` for matters that a contact handles: `questions about X go to A`. */
  readonly matters: string;
  /** Words of `through` for changes that a reviewer checks before they are accepted: `changes to X go through A`. */
  readonly changes: string;
  /**
   * Titles of jobs. A noun before such a title is not a thing with a role: a product manager does not manage a product.
   */
  readonly jobs: string;
  /** Parts of hyphenated words that are not names: `long-term`. */
  readonly plainParts: string;
  /** First parts (`before`) and last parts (`behind`) of a hyphenated name that make it the name of a team: `sig-node`, `search-admins`. */
  readonly teamNames: Readonly<Record<'before' | 'behind', string>>;
  /** Maps a part-of-speech tag to the phrases that count as one word with this tag. */
  readonly joined: Readonly<Record<'ADP' | 'ADV' | 'ADJ' | 'NOUN', string>>;
  /** A verb, and the verb that replaces it in the answer to `who reviews X: A`. */
  readonly reviewerOwns: readonly [string, string];
  /** Nouns that need no article although they are not names. */
  readonly mass: string;
  /** Pairs of words that form one noun, whatever the first word means alone. */
  readonly compounds: string;
  /** Nouns for a means of reaching a person: `alerts go to A's phone`. */
  readonly reached: string;
  /** Adjectives before a name that are not part of the name. */
  readonly plain: string;
  readonly titles: string;
  /** Nouns that mean a holding only after a possessive: `job` means one in `Ana's job`, but not in `the refund job`. */
  readonly ofHolder: string;
  readonly generic: string;
  readonly persons: string;
  readonly dates: string;
  /** Headings of sections, which are not the name of a topic. */
  readonly sections: string;
  /** Words at the start of a sentence without a meaning of their own. */
  readonly leads: string;
  /** Irregular verbs, each as lemma, past and participle. */
  readonly irregular: string;
  /** Verbs that double their last letter before an ending: `commit`, `committed`. */
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

const splitList = (text: string | undefined): string[] => (text ?? '').split(/,\s*/u).filter((one) => one !== '');

/**
 * Expands a list into its members. `sign/pass off` gives `sign off` and `pass off`; in such choices `_` stands for a space and `~` for no
 * word.
 */
export const listOf = (text: string | undefined): string[] =>
  splitList(text).flatMap((phrase) =>
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
