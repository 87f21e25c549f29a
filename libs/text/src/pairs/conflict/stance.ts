import type { MarkedSpan } from './marks.ts';
import type { Token } from './tokens.ts';
import type { Mark } from './vocabulary.ts';
import { isFinite } from './word-forms.ts';

/** The stance of a sentence: whether it states, denies, allows, forbids or requires something, or calls it optional. */
export type Stance = 'is' | 'is not' | 'allowed' | 'forbidden' | 'required' | 'optional';

/** Reads the stance of a clause. Each denial reverses the stance, and so does "without". */
export function stanceOf(tokens: readonly Token[], marked: readonly MarkedSpan[]): Stance {
  const marks = dropRepeatedDenial(tokens, marked);
  const count = (...wanted: Mark[]) => marks.filter(({ mark }) => wanted.includes(mark)).length;
  const isDenied = count('not') % 2 === 1;
  const isWithout = count('without') % 2 === 1;
  const isOff = count('state-', 'liking-') > 0;
  const kind = STANCES.find((mark) => count(mark) > 0) ?? 'is';
  const stance = stancesByKind[kind][(isDenied ? 1 : 0) + (isWithout ? 2 : 0)]!;
  if (stance === 'is not' && isProhibition(tokens)) return 'forbidden';
  return isOff ? reversedStance[stance] : stance;
}

/** Removes denials after a comma that repeat an earlier denial: "never push, also not on Fridays". */
function dropRepeatedDenial(tokens: readonly Token[], marked: readonly MarkedSpan[]): readonly MarkedSpan[] {
  const first = marked.find(({ mark }) => mark === 'not');
  const comma = first ? tokens.findIndex(({ text }, at) => text === ',' && at > first.from) : -1;
  return comma < 0 ? marked : marked.filter(({ mark, from }) => mark !== 'not' || from < comma);
}

/**
 * Whether a denial is a prohibition. A prohibition names no subject: "do not use it", "never merge it", "please no
 * squashing".
 */
const isProhibition = (tokens: readonly Token[]): boolean =>
  (tokens[0]!.text === 'no' && !tokens.some(isFinite)) ||
  PROHIBITION.test(
    tokens
      .slice(0, 3)
      .map(({ text }) => text)
      .join(' '),
  );
const PROHIBITION = /^(?:please )?(?:never|avoid|do not) |^please no /;

const STANCES = ['optional', 'forbidden', 'should', 'required', 'allowed'] as const;

/** Maps the stance of a clause about "off" to a stance about "on": a thing that must not be off has to be on. */
const reversedStance: Readonly<Record<Stance, Stance>> = {
  ...{ is: 'is not', 'is not': 'is', allowed: 'optional', optional: 'allowed' },
  ...{ forbidden: 'required', required: 'forbidden' },
};

/**
 * Maps the kind of a clause to four stances: as written, denied, with "without", and denied with "without" ("never merge without a
 * review").
 */
const stancesByKind: Readonly<Record<(typeof STANCES)[number] | 'is', readonly Stance[]>> = {
  optional: ['optional', 'required', 'optional', 'required'],
  forbidden: ['forbidden', 'allowed', 'required', 'optional'],
  should: ['required', 'forbidden', 'forbidden', 'required'],
  required: ['required', 'optional', 'optional', 'required'],
  allowed: ['allowed', 'forbidden', 'optional', 'required'],
  is: ['is', 'is not', 'is not', 'required'],
};
