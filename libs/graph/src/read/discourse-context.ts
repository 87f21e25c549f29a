import type { Context } from './context.ts';
import { isFullName, isPersonal, isTeam, looksHuman } from './ends.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { Phrase } from './phrase.ts';
import { kindByNoun, wordForms } from './word-forms.ts';
import type { Word } from './word.ts';
import type { Sentence } from './sentence.ts';

const KNOWN_MAX = 20;

/** Keeps what a text has spoken of so far, by which a pronoun, `the team` or a bare role is understood. */
export class DiscourseContext implements Context {
  topic: Phrase | undefined;
  about: Phrase | undefined;
  person: Phrase | undefined;
  private title: Phrase | undefined;
  /** The person who signed the text. */
  private readonly self: Phrase | undefined;
  /** Names that were heard, the latest first. */
  private known: readonly Phrase[] = [];

  constructor(self: Phrase | undefined) {
    this.self = self;
  }

  /** `tags` are those of the words as they stand, before a title makes a name of them. */
  startAbout(title: Phrase, tags: readonly string[]): void {
    this.title ??= title;
    if (isFullName(title) && tags.every((tag) => tag === 'PROPN' || tag === 'NAME') && !title.words.some(isNounHere))
      this.person = title;
    this.topic = title;
    this.about = title;
    this.known = [title, ...this.known];
  }

  remember(topic: Phrase): void {
    this.known = [topic, ...this.known].slice(0, KNOWN_MAX);
    this.topic = topic;
    if (!isPersonal(topic) || topic.kind !== undefined) this.about = topic;
  }

  /** The subject of a sentence is what the next may mean; if it is somebody, a thing beside it is what a role belongs to. */
  readSentence(sentence: Sentence): void {
    const verb = sentence.items.findIndex(({ is }) => is === 'verb');
    // On a person's page `SRE.` describes the person.
    if (verb < 0 && this.title && looksHuman(this.title)) return;
    const phrases = sentence.items.map((item) => (item.is === 'phrases' ? item.all : []));
    const [subject] = phrases.slice(0, verb < 0 ? undefined : verb).flat();
    const others = phrases.flat().filter((phrase) => phrase.isNamed && phrase !== subject && !phrase.role);
    const things = phrases.flat().filter((phrase) => isThing(phrase) && phrase !== subject);
    this.known = [...others, ...things, ...this.known].slice(0, KNOWN_MAX);
    const meant = subject && this.resolve(subject);
    if (!meant || !isTopic(meant)) return;
    this.remember(meant);
    const thing = others.find((phrase) => !isPersonal(phrase) && !isTeam(phrase));
    if (isPersonal(meant) && thing) this.about = thing;
  }

  resolve = (phrase: Phrase): Phrase | undefined => {
    if (phrase.pronoun !== undefined) return this.meantBy(phrase.pronoun) ?? phrase;
    if (isOnlyKind(phrase)) return this.ofKind(phrase) ?? phrase;
    const { title } = this;
    const isTitled = title && phrase !== title && phrase.name.toLowerCase() === title.name.toLowerCase();
    return isTitled ? { ...phrase, aliases: [...new Set([...phrase.aliases, ...title.aliases])] } : phrase;
  };

  private meantBy(pronoun: string): Phrase | undefined {
    if (/^(?:i|me|my|mine)$/u.test(pronoun)) return this.self;
    const isMeant = pronouns.get(pronoun);
    if (!isMeant) return undefined;
    if (isMeant !== something) return this.known.find(isMeant);
    return this.known.find((one) => isMeant(one) && !isPersonal(one)) ?? this.title ?? this.known.find(isMeant);
  }

  /** `the team`, `this service`: the last of its kind, else what the title names. */
  private ofKind({ kind }: Phrase): Phrase | undefined {
    return this.known.find((one) => one.kind === kind) ?? (this.title?.kind === undefined ? this.title : undefined);
  }
}

const isTopic = ({ pronoun, role, isNamed, kind, article }: Phrase): boolean =>
  pronoun === undefined && !role && (isNamed || kind !== undefined || article === 'definite');

const isThing = ({ pronoun, role, isNamed, article, words }: Phrase): boolean =>
  pronoun === undefined && !role && !isNamed && article === 'definite' && words.length > 1;

const isOnlyKind = ({ isNamed, article, words, kind, role }: Phrase): boolean =>
  !isNamed && article === 'definite' && words.length === 1 && kind !== undefined && !role?.of;

const nouns = wordsOf(`${english.documents} ${english.places} ${english.sections} ${english.through} ${english.mass}`);
/** `Meeting Notes` is nobody. */
const isNounHere = ({ lower }: Word): boolean =>
  nouns.has(lower) || kindByNoun.has(lower) || wordForms.get(lower)?.isNoun === true;

const somebody = (phrase: Phrase) => phrase.kind === undefined && isPersonal(phrase);
const something = (phrase: Phrase) => !isTeam(phrase) && !(isPersonal(phrase) && phrase.words.length > 1);
const pronouns: ReadonlyMap<string, (phrase: Phrase) => boolean> = new Map(
  Object.entries<(phrase: Phrase) => boolean>({
    ...{ he: somebody, she: somebody, him: somebody, her: somebody, his: somebody, hers: somebody },
    ...{ they: (phrase) => isTeam(phrase) || somebody(phrase), them: isTeam },
    ...{ it: something, this: something, that: something, its: something, their: () => true },
  }),
);
