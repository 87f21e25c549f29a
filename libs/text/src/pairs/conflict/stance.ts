import type { Marked } from './marks.ts';
import type { Token } from './tokens.ts';
import type { Mark } from './vocabulary.ts';
import { isFinite } from './word-forms.ts';

/** How a sentence says that something is so. */
export type Stance = 'is' | 'is not' | 'allowed' | 'forbidden' | 'required' | 'optional';

/** Reads how a clause says it: each denial turns it round once, and "without" what it stands before. */
export function stanceOf(tokens: readonly Token[], marked: readonly Marked[]): Stance {
  const marks = withoutRepeatedDenial(tokens, marked);
  const count = (...wanted: Mark[]) => marks.filter(({ mark }) => wanted.includes(mark)).length;
  const isDenied = count('not') % 2 === 1;
  const isWithout = count('without') % 2 === 1;
  const isOff = count('state-', 'liking-') > 0;
  const kind = KINDS.find((mark) => count(mark) > 0) ?? 'is';
  const stance = STANCES[kind][(isDenied ? 1 : 0) + (isWithout ? 2 : 0)]!;
  if (stance === 'is not' && isProhibition(tokens)) return 'forbidden';
  return isOff ? TURNED[stance] : stance;
}

/** A denial behind a comma says the one before it again: "never push, also not on Fridays". */
function withoutRepeatedDenial(tokens: readonly Token[], marked: readonly Marked[]): readonly Marked[] {
  const first = marked.find(({ mark }) => mark === 'not');
  const comma = first ? tokens.findIndex(({ text }, at) => text === ',' && at > first.from) : -1;
  return comma < 0 ? marked : marked.filter(({ mark, from }) => mark !== 'not' || from < comma);
}

/** "Do not use it", "never merge it", "please no squashing": nobody is said to do it. */
const isProhibition = (tokens: readonly Token[]): boolean =>
  (tokens[0]!.text === 'no' && !tokens.some(isFinite)) ||
  PROHIBITION.test(
    tokens
      .slice(0, 3)
      .map(({ text }) => text)
      .join(' '),
  );
const PROHIBITION = /^(?:please )?(?:never|avoid|do not) |^please no /;

const KINDS = ['optional', 'forbidden', 'should', 'required', 'allowed'] as const;

/** The stance on "on" of a clause about "off": it must not be off, so it has to be on. */
const TURNED: Readonly<Record<Stance, Stance>> = {
  ...{ is: 'is not', 'is not': 'is', allowed: 'optional', optional: 'allowed' },
  ...{ forbidden: 'required', required: 'forbidden' },
};

/** The stance of a clause as it stands, denied, with "without", and denied with it: "never merge without a review". */
const STANCES: Readonly<Record<(typeof KINDS)[number] | 'is', readonly Stance[]>> = {
  optional: ['optional', 'required', 'optional', 'required'],
  forbidden: ['forbidden', 'allowed', 'required', 'optional'],
  should: ['required', 'forbidden', 'forbidden', 'required'],
  required: ['required', 'optional', 'optional', 'required'],
  allowed: ['allowed', 'forbidden', 'optional', 'required'],
  is: ['is', 'is not', 'is not', 'required'],
};
