import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';

const anyOf = (words: string): string => [...wordsOf(words)].join('|');
const before = anyOf(english.teamNames.before);
const behind = anyOf(english.teamNames.behind);

const TEAM_WORD = new RegExp(`(?:^@?|[/_-])(?:${before})[_-]|(?:^@|[_-])(?:${behind})$`, 'iu');
const SCOPED_NAME = /^@[^/]+\/[^/]+$/u;

/** Whether a name has a word of teams: `@platform-team`, `sig-network`, `acme/edge-maintainers`. */
export const hasTeamWord = (name: string): boolean => TEAM_WORD.test(name);

/** Whether a handle or a name of one word is that of a team: `@acme/edge`, `@platform-team`, `team-edge`. */
export const isTeamName = (name: string): boolean => SCOPED_NAME.test(name) || hasTeamWord(name);
