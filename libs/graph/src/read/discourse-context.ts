import type { Context } from './context.ts';
import { isFullName, isPersonal, isTeam, isHumanName } from './ends.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { Phrase } from './phrase.ts';
import { kindByNoun, wordFormByText } from './word-forms.ts';
import type { Word } from './word.ts';
import type { Sentence } from './sentence.ts';

const KNOWN_PHRASES_MAX = 20;

/**
 * Keeps the phrases that a text has named so far. Resolves pronouns, `the team` and roles without a thing to these
 * phrases.
 */
export class DiscourseContext implements Context {
  topic: Phrase | undefined;
  about: Phrase | undefined;
  person: Phrase | undefined;
  private title: Phrase | undefined;
  /** The person who signed the text. */
  private readonly self: Phrase | undefined;
  /** Phrases that the text has named, the latest first. */
  private knownPhrases: readonly Phrase[] = [];

  constructor(self: Phrase | undefined) {
    this.self = self;
  }

  /**
   * Makes a title the topic. `tags` are the part-of-speech tags of its words, before the title is treated as a name.
   */
  startTopic(title: Phrase, tags: readonly string[]): void {
    this.title ??= title;
    if (
      isFullName(title) &&
      tags.every((tag) => tag === 'PROPN' || tag === 'NAME') &&
      !title.words.some(isOrdinaryNoun)
    )
      this.person = title;
    this.topic = title;
    this.about = title;
    this.knownPhrases = [title, ...this.knownPhrases];
  }

  remember(topic: Phrase): void {
    this.knownPhrases = [topic, ...this.knownPhrases].slice(0, KNOWN_PHRASES_MAX);
    this.topic = topic;
    if (!isPersonal(topic) || topic.kind !== undefined) this.about = topic;
  }

  /**
   * Records the phrases of a sentence. Its subject becomes the topic. If the subject is a person, a named thing in the
   * sentence becomes the thing to which roles belong.
   */
  readSentence(sentence: Sentence): void {
    const verb = sentence.items.findIndex(({ is }) => is === 'verb');
    // On a page about a person, a sentence without a verb such as `SRE.` describes the person.
    if (verb < 0 && this.title && isHumanName(this.title)) return;
    const phrases = sentence.items.map((item) => (item.is === 'phrases' ? item.all : []));
    const [subject] = phrases.slice(0, verb < 0 ? undefined : verb).flat();
    const others = phrases.flat().filter((phrase) => phrase.isNamed && phrase !== subject && !phrase.role);
    const things = phrases.flat().filter((phrase) => isThing(phrase) && phrase !== subject);
    this.knownPhrases = [...others, ...things, ...this.knownPhrases].slice(0, KNOWN_PHRASES_MAX);
    const meant = subject && this.resolve(subject);
    if (!meant || !isTopic(meant)) return;
    this.remember(meant);
    const thing = others.find((phrase) => !isPersonal(phrase) && !isTeam(phrase));
    if (isPersonal(meant) && thing) this.about = thing;
  }

  resolve = (phrase: Phrase): Phrase | undefined => {
    if (phrase.pronoun !== undefined) return this.resolvePronoun(phrase.pronoun) ?? phrase;
    if (isOnlyKind(phrase)) return this.findOfKind(phrase) ?? phrase;
    const { title } = this;
    const isTitled = title && phrase !== title && phrase.name.toLowerCase() === title.name.toLowerCase();
    return isTitled ? { ...phrase, aliases: [...new Set([...phrase.aliases, ...title.aliases])] } : phrase;
  };

  private resolvePronoun(pronoun: string): Phrase | undefined {
    if (/^(?:i|me|my|mine)$/u.test(pronoun)) return this.self;
    const isMeant = matcherByPronoun.get(pronoun);
    if (!isMeant) return undefined;
    if (isMeant !== isSomething) return this.knownPhrases.find(isMeant);
    return (
      this.knownPhrases.find((one) => isMeant(one) && !isPersonal(one)) ?? this.title ?? this.knownPhrases.find(isMeant)
    );
  }

  /**
   * Resolves `the team` or `this service` to the latest phrase of the same kind, or else to the title if the title has
   * no kind.
   */
  private findOfKind({ kind }: Phrase): Phrase | undefined {
    return (
      this.knownPhrases.find((one) => one.kind === kind) ?? (this.title?.kind === undefined ? this.title : undefined)
    );
  }
}

const isTopic = ({ pronoun, role, isNamed, kind, article }: Phrase): boolean =>
  pronoun === undefined && !role && (isNamed || kind !== undefined || article === 'definite');

const isThing = ({ pronoun, role, isNamed, article, words }: Phrase): boolean =>
  pronoun === undefined && !role && !isNamed && article === 'definite' && words.length > 1;

const isOnlyKind = ({ isNamed, article, words, kind, role }: Phrase): boolean =>
  !isNamed && article === 'definite' && words.length === 1 && kind !== undefined && !role?.of;

const ordinaryNouns = wordsOf(
  `${english.documents} ${english.places} ${english.sections} ${english.through} ${english.mass}`,
);
/** Whether a word of a title is an ordinary noun, so that the title is no person's name: `Meeting Notes`. */
const isOrdinaryNoun = ({ lower }: Word): boolean =>
  ordinaryNouns.has(lower) || kindByNoun.has(lower) || wordFormByText.get(lower)?.isNoun === true;

const isSomebody = (phrase: Phrase) => phrase.kind === undefined && isPersonal(phrase);
const isSomething = (phrase: Phrase) => !isTeam(phrase) && !(isPersonal(phrase) && phrase.words.length > 1);
const matcherByPronoun: ReadonlyMap<string, (phrase: Phrase) => boolean> = new Map(
  Object.entries<(phrase: Phrase) => boolean>({
    ...{ he: isSomebody, she: isSomebody, him: isSomebody, her: isSomebody, his: isSomebody, hers: isSomebody },
    ...{ they: (phrase) => isTeam(phrase) || isSomebody(phrase), them: isTeam },
    ...{ it: isSomething, this: isSomething, that: isSomething, its: isSomething, their: () => true },
  }),
);
