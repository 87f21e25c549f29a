import type { Context } from './context.ts';
import { isFullName, isPersonal, isTeam, isHumanName } from './ends.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { Phrase } from './phrase.ts';
import { kindByNoun, wordFormByText } from './word-forms.ts';
import type { Word } from './word.ts';
import type { Sentence } from './sentence.ts';

const KNOWN_PHRASES_MAX = 20;

/** Phrases that one sentence, title or question adds to the context. */
interface Named {
  /** The phrases that it names, the latest first. */
  readonly phrases: readonly Phrase[];
  readonly topic?: Phrase | undefined;
  readonly about?: Phrase | undefined;
}

const NOTHING: Named = { phrases: [] };

/**
 * The phrases that a text has named up to a sentence, as a chain that nobody changes. Resolves pronouns, `the team` and roles without a
 * thing to these phrases. Most sentences state nothing, so each link is computed when a later sentence first asks for it, and
 * only as far back as the answer lies.
 */
export class DiscourseContext implements Context {
  readonly person: Phrase | undefined;
  private readonly title: Phrase | undefined;
  /** The person who signed the text. */
  private readonly self: Phrase | undefined;
  private readonly before: DiscourseContext | undefined;
  private readonly read: (before: DiscourseContext) => Named;
  private named: Named | undefined;

  private constructor(
    before: DiscourseContext | undefined,
    read: (before: DiscourseContext) => Named,
    { self, title, person }: Partial<Record<'self' | 'title' | 'person', Phrase | undefined>>,
  ) {
    this.before = before;
    this.read = read;
    this.self = self;
    this.title = title;
    this.person = person;
  }

  static of(self: Phrase | undefined): DiscourseContext {
    return new DiscourseContext(undefined, () => NOTHING, { self });
  }

  /**
   * Makes a title the topic. `tags` are the part-of-speech tags of its words, before the title is treated as a name.
   */
  startTopic(title: Phrase, tags: readonly string[]): DiscourseContext {
    const isPerson =
      isFullName(title) && tags.every((tag) => tag === 'PROPN' || tag === 'NAME') && !title.words.some(isOrdinaryNoun);
    return new DiscourseContext(this, () => ({ phrases: [title], topic: title, about: title }), {
      self: this.self,
      title: this.title ?? title,
      person: isPerson ? title : this.person,
    });
  }

  /** Makes the phrase that a question is about the topic, if it is about one. */
  remember(find: () => Phrase | undefined): DiscourseContext {
    return this.followedBy(() => {
      const topic = find();
      return topic ? rememberedAs(topic) : NOTHING;
    });
  }

  /**
   * Adds the phrases of a sentence, which is read when somebody asks for them. Its subject becomes the topic. If the subject is a
   * person, a named thing in the sentence becomes the thing to which roles belong.
   */
  readSentence(sentence: () => Sentence): DiscourseContext {
    return this.followedBy((before) => before.namedIn(sentence()));
  }

  get topic(): Phrase | undefined {
    return this.findLatest(({ topic }) => topic);
  }

  get about(): Phrase | undefined {
    return this.findLatest(({ about }) => about);
  }

  resolve = (phrase: Phrase): Phrase | undefined => {
    if (phrase.pronoun !== undefined) return this.resolvePronoun(phrase.pronoun) ?? phrase;
    if (isOnlyKind(phrase)) return this.findOfKind(phrase) ?? phrase;
    const { title } = this;
    const isTitled = title && phrase !== title && phrase.name.toLowerCase() === title.name.toLowerCase();
    return isTitled ? { ...phrase, aliases: [...new Set([...phrase.aliases, ...title.aliases])] } : phrase;
  };

  private followedBy(read: (before: DiscourseContext) => Named): DiscourseContext {
    return new DiscourseContext(this, read, this.fixed());
  }

  private fixed() {
    return { self: this.self, title: this.title, person: this.person };
  }

  private namedIn(sentence: Sentence): Named {
    const verb = sentence.items.findIndex(({ is }) => is === 'verb');
    // On a page about a person, a sentence without a verb such as `SRE.` describes the person.
    if (verb < 0 && this.title && isHumanName(this.title)) return NOTHING;
    const phrases = sentence.items.map((item) => (item.is === 'phrases' ? item.all : []));
    const [subject] = phrases.slice(0, verb < 0 ? undefined : verb).flat();
    const others = phrases.flat().filter((phrase) => phrase.isNamed && phrase !== subject && !phrase.role);
    const things = phrases.flat().filter((phrase) => isThing(phrase) && phrase !== subject);
    const named: Named = { phrases: [...others, ...things] };
    const meant = subject && this.followedBy(() => named).resolve(subject);
    if (!meant || !isTopic(meant)) return named;
    const thing = others.find((phrase) => !isPersonal(phrase) && !isTeam(phrase));
    const { about, ...remembered } = rememberedAs(meant);
    return {
      ...remembered,
      phrases: [meant, ...named.phrases],
      about: isPersonal(meant) && thing ? thing : about,
    };
  }

  private said(): Named {
    this.named ??= this.before ? this.read(this.before) : NOTHING;
    return this.named;
  }

  private findLatest(find: (named: Named) => Phrase | undefined): Phrase | undefined {
    for (let at: DiscourseContext | undefined = this; at; at = at.before) {
      const found = find(at.said());
      if (found) return found;
    }
    return undefined;
  }

  /** Finds the latest phrase of this kind among the last ones that the text has named. */
  private findPhrase(isMeant: (phrase: Phrase) => boolean): Phrase | undefined {
    let left = KNOWN_PHRASES_MAX;
    for (let at: DiscourseContext | undefined = this; at && left > 0; at = at.before) {
      const known = at.said().phrases.slice(0, left);
      const found = known.find(isMeant);
      if (found) return found;
      left -= known.length;
    }
    return undefined;
  }

  private resolvePronoun(pronoun: string): Phrase | undefined {
    if (/^(?:i|me|my|mine)$/u.test(pronoun)) return this.self;
    const isMeant = matcherByPronoun.get(pronoun);
    if (!isMeant) return undefined;
    if (isMeant !== isSomething) return this.findPhrase(isMeant);
    return this.findPhrase((one) => isMeant(one) && !isPersonal(one)) ?? this.title ?? this.findPhrase(isMeant);
  }

  /**
   * Resolves `the team` or `this service` to the latest phrase of the same kind, or else to the title if the title has
   * no kind.
   */
  private findOfKind({ kind }: Phrase): Phrase | undefined {
    return this.findPhrase((one) => one.kind === kind) ?? (this.title?.kind === undefined ? this.title : undefined);
  }
}

const rememberedAs = (topic: Phrase): Named => ({
  phrases: [topic],
  topic,
  ...((!isPersonal(topic) || topic.kind !== undefined) && { about: topic }),
});

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
