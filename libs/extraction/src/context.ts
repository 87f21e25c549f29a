import { closingOffers, courtesies } from './anaphora.en.ts';
import { patternOf } from './cues.ts';
import type { ConversationMessage } from './extracted.ts';
import { referenceOf, type Leaning } from './leaning.ts';
import { cues } from './lexicon.en.ts';
import { statementsOf, type Statement } from './spoken.ts';
import { isAssistant, isOther, type SpokenTurn } from './voices.ts';

/** A sentence before a statement, with the message that says it. */
interface Heard {
  readonly message: ConversationMessage;
  readonly statement: Statement;
}

/** Number of sentences before a statement, and of messages with its own, in which its words may be explained. */
const SENTENCES_MAX = 4;
const MESSAGES_MAX = 3;
/** Number of sentences at the end of one message that are searched. */
const SEARCHED_MAX = 12;
/** Longest sentence, in characters, that is brought along. */
const SENTENCE_CHARS_MAX = 300;

interface Leaned {
  readonly turn: SpokenTurn;
  /** Position of the first sentence among the sentences of its message. */
  readonly at: number;
  readonly leaning: Leaning;
  readonly reach: Reach;
}

/**
 * Messages from which a statement that is mostly understood alone brings sentences along. `own`: its own message.
 * `gap`: also those before, if the sentence before it refers to them. `heard`: also those before.
 */
type Reach = 'own' | 'gap' | 'heard';

/**
 * Finds the sentences before a statement that tell what its words refer to, in their order. Undefined if the statement
 * refers to something that no sentence near it names.
 */
export function contextOf({ turn, at, leaning, reach }: Leaned): readonly Heard[] | undefined {
  if (leaning === 'none') return [];
  const brought: Heard[] = [];
  for (const heard of sentencesBefore(turn, at)) {
    const isFar =
      heard.message !== turn.message &&
      (reach === 'own' || isExplanation(heard.message) || (reach === 'gap' && brought.length === 0));
    if (leaning === 'may' && isFar) break;
    brought.unshift(heard);
    if (referenceOf(heard.statement.text).leaning !== 'must') return brought;
    if (brought.length === SENTENCES_MAX) break;
  }
  return leaning === 'may' ? brought : undefined;
}

/** Yields the sentences before a position of a message, the nearest first, without praise and thanks. */
function* sentencesBefore(turn: SpokenTurn, at: number): Generator<Heard> {
  yield* backwards(turn.message, sentencesOf(turn.message).slice(0, at));
  let [later, earlier] = [turn, turn.before];
  for (let messages = 1; earlier && messages < MESSAGES_MAX; messages++) {
    yield* backwards(earlier.message, heardIn(earlier.message, isOther(earlier.message, later.message)));
    [later, earlier] = [earlier, earlier.before];
  }
}

function* backwards(message: ConversationMessage, statements: readonly Statement[]): Generator<Heard> {
  for (const statement of statements.slice(-SEARCHED_MAX).toReversed()) {
    const { start, end, text } = statement;
    if (end - start > SENTENCE_CHARS_MAX) return;
    if (!isEmpty(text) && !(isAssistant(message) && CLOSING_OFFER.test(text))) yield { message, statement };
  }
}

const PRAISE = patternOf([...cues.praise, ...cues.joking]);
const COURTESY = patternOf([...cues.thanking, ...courtesies]);
const EMPTY_WORDS_MAX = 8;

const CLOSING_OFFER = patternOf(closingOffers);

/** Whether a sentence only greets, praises or thanks. */
export const isEmpty = (text: string): boolean =>
  text.split(' ').length <= EMPTY_WORDS_MAX &&
  (COURTESY.test(text) || (!text.endsWith('?') && PRAISE.test(text) && referenceOf(text).leaning === 'must'));

/** Number of sentences at the end of a message among which is the question that the next message answers. */
const CLOSING_SENTENCES = 2;
/** Longest message of an assistant, in characters, of which more than the closing question is heard. */
const HEARD_CHARS_MAX = 600;

/** Whether a message is a long explanation of an assistant. */
const isExplanation = (message: ConversationMessage): boolean =>
  isAssistant(message) && message.content.length > HEARD_CHARS_MAX;

/** Selects the sentences of a message to which the next message refers: those up to its closing question, or all. */
function heardIn(message: ConversationMessage, isAnswered: boolean): readonly Statement[] {
  const all = sentencesOf(message);
  const asking = isAnswered ? all.findLastIndex(({ asks }) => asks) : -1;
  const isClosing = asking >= 0 && asking >= all.length - CLOSING_SENTENCES;
  if (isExplanation(message)) return isClosing ? all.slice(asking, asking + 1) : [];
  return isClosing ? all.slice(0, asking + 1) : all;
}

/** Whether a message answers a question at the end of a short message of another speaker. */
export const isAnswer = ({ message, before }: SpokenTurn): boolean =>
  before !== undefined &&
  isOther(before.message, message) &&
  before.message.content.length <= HEARD_CHARS_MAX &&
  (heardIn(before.message, true).at(-1)?.asks ?? false);

const statementsByMessage = new WeakMap<ConversationMessage, readonly Statement[]>();

/** Reads the sentences of a message, each message once. */
export function sentencesOf(message: ConversationMessage): readonly Statement[] {
  const known = statementsByMessage.get(message);
  if (known) return known;
  const statements = statementsOf(message.content);
  statementsByMessage.set(message, statements);
  return statements;
}
