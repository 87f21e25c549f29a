import { stemWord } from '../../languages/stem.ts';

const splitWords = (list: string): readonly string[] => list.trim().split(/\s+/);
const splitPhrases = (list: string): readonly string[] => list.split(/[,\n]/).flatMap((each) => each.trim() || []);

/** A mark: the meaning that a word or phrase adds to a statement, such as a negation or a permission. */
export type Mark =
  | 'not'
  | 'without'
  | 'allowed'
  | 'forbidden'
  | 'required'
  | 'should'
  | 'optional'
  | 'only'
  | 'more'
  | 'replaces'
  | 'except'
  | 'until'
  | 'min'
  | 'max'
  | 'usual'
  | 'start'
  | 'end'
  | 'before'
  | 'after'
  | 'one'
  | 'holds'
  | 'held'
  | 'place'
  | 'state+'
  | 'state-'
  | 'liking+'
  | 'liking-'
  | 'plain';

/** Maps a mark to its English words and phrases. A phrase of several words wins over a shorter one. */
const phrasesByMark: Readonly<Record<Mark, string>> = {
  not: `not, also not, no, never, none, nobody, nothing, neither, nor, hardly, seldom, rarely, no longer, not any, under no circumstances, at no time,
    avoid, avoids, avoided, avoiding, refuse, refuses, refrain, refrain from, leave out, leaves out, left out, keep out, keeps out, stay away from,
    stays away from, reject, rejects, rejected, refused, skip, skips, skipped, lack, lacks, lacking, fails to, stop, stops, instead of, rather than, ignore, ignores, ignored,
    removed, deleted, dropped, lifted, gone, retired, discontinued, decommissioned, abolished, scrapped, cancelled, canceled, revoked, withdrawn, is out, are out, was taken out`,
  without: 'without',
  plain: 'for good, doing nothing, until further notice, of its own, of their own, on its own, on their own',
  allowed: `can, may, might, allow, allows, allowed, permit, permits, permitted, ok, okay, fine, welcome, free to, acceptable, legal, may be, can be, has the right to,
    have the right to, tolerated, let, lets, accepted, accept, accepts, entitled`,
  forbidden: `frozen, keep off, stay out, stay off, forbid, forbids, forbidden, prohibit, prohibits, prohibited, ban, bans, banned, disallow, disallows, disallowed, off limits, out of bounds, taboo,
    illegal, a no go, unacceptable, not an option`,
  required: `require, requires, required, must be, have to, has to, need, needs, needed, mandatory, compulsory, obligatory, necessary, essential,
    a must, obliged, indispensable, is a must, insist on, insists on`,
  should: 'must, shall, should, ought to',
  optional: `optional, voluntary, unnecessary, dispensable, up to you, nice to have, may be left out, can be left out, may be omitted, can be omitted, may be skipped,
    can be skipped, may leave out, can leave out, can skip, may skip, may omit, can omit, left to the author, may be empty, can be empty`,
  only: 'only, reject all else, reject everything else, rejects all else, rejects everything else, reserved for, and no one else, and nobody else, solely, exclusively, alone, sole, nothing else, nobody else, no other, nowhere else, nothing but, entirely, single',
  more: `also, too, as well, another, additional, additionally, a second, a third, both, works with, work with, compatible with, tested with, tested on, besides, in addition, a copy, one of, some, further, other, others, extra,
    not everyone, not everybody, not all, not every, not always, not necessarily, sometimes, either, alternatively, co owner`,
  replaces: `now, no longer, nowadays, these days, from now on, since, moved, moves to, changed, changes to, switched, replaced, replaces, migrated, used to, was, were, formerly, previously,
    increased, raised, lowered, reduced, decreased, instead of, no more, ported, dropped, cancelled, canceled, stopped, lifted, handed over, handed, took over, takes over, as of, effective, renamed,
    anymore, any more, became, upgraded, downgraded, relocated, retired, abandoned, gone`,
  except:
    'except, unless, outside, excluding, other than, apart from, aside from, except for, but for, save for, exempt, with the exception of',
  until: 'until, till, as long as, so long as',
  min: `at least, min, msrv, minimum, minimal, or more, or older, or above, or higher, or newer, and up, over, above, more than, no less than, not less than, upwards of, from, floor, older`,
  max: `at most, max, maximum, maximal, up to, under, below, less than, no more than, not more than, or less, or fewer, or younger, within, not exceed, fewer than, at the most, ceiling, limit, cap, capped at, capped, tops`,
  usual:
    'default, by default, typical, typically, average, on average, median, mean, usual, usually, normally, recommended, initial, initially',
  start: `start, starts, started, starting, begin, begins, beginning, kick off, kicks off, kickoff, opens, open at, goes out, launches`,
  end: 'end, ends, ended, ending, finish, finishes, finished, close, closes, done, complete, due, deadline, until, expire, expires, over by, done by, stops at',
  before: 'before, prior to, ahead of, precede, precedes',
  after: 'after, afterwards, once, only after, following, follows, follow',
  one: `owner, lead, leader, head, manager, ceo, cto, cfo, chief, captain, chair, boss, president, director, editor, favorite, favourite,
    default, primary, capital, deadline, standard, supplier, vendor, provider, mentor, final say, principal, maintainer, headquarters, successor, coordinator, treasurer, host of, contact, approver,
    base branch, license, licence`,
  held: 'belong to, belongs to, belonged to, owned by, led by, managed by, run by, headed by, chaired by, maintained by, looked after by, reviewed by, approved by, mentored by, coordinated by, reports to, report to',
  holds: `presides over, preside over, oversees, supervises, steers, signs, is in charge of, answers for, stewards, owns, leads, heads, manages, chairs, maintains, coordinates, runs the, captains, directs, is responsible for, is in charge of, has the final say, takes care of, looks after, approves, signs off`,
  place: `is in, are in, located in, located, located at, lives in, live in, lives at, hosted in, hosted on, hosted at, kept in, stored in, stored at, takes place in, takes place at,
    take place in, held in, held at, sits in, sit in, sits at, is at, are at, go in, go into, goes in, goes into, belongs in, belong in, stay in, stays in, based in, situated in, based at,
    happens in, meets in, meet in, all sit in, saved in, saved to, stored on, kept on, found in, put in, deployed to, deployed in`,
  'state+': `enable, enables, enabled, active, activate, activated, turned on, switched on, turn on, switch on, is open, are open, stays open, stay open, opened, public, automatic, running,
    unmuted, is live, is up, are up, visible, shown, available, synchronous, mutable, unlocked`,
  'state-': `disable, disables, disabled, inactive, deactivate, deactivated, turned off, switched off, turn off, switch off, is closed, are closed, stays closed, stay closed, shut, private, manual, muted,
    is down, are down, hidden, invisible, unavailable, asynchronous, immutable, locked, shut off, blocked`,
  'liking+': `like, likes, liked, love, loves, loved, enjoy, enjoys, enjoyed, prefer, prefers, preferred, adore, adores, adored, thrilled, great, excellent, happy, glad, fond of, delighted, pleased,
    good idea, right call, right choice, good choice, fan of, big fan of, appreciate, appreciates, wonderful, fantastic, pleasant, useful, brilliant, keen on, looks forward to, look forward to, sweet, admires, praises, praised,
    recommends, swears by, swear by, in favour of, in favor of, welcomes, wants, want, satisfied`,
  'liking-': `dislike, dislikes, disliked, hate, hates, hated, dread, dreads, dreaded, detest, detests, loathe, loathes, annoying, annoyed, awful, terrible, horrible, unhappy, bad idea, mistake,
    a mistake, wrong call, wrong choice, fed up with, fed up, despise, despises, not stand, cannot stand, can not stand, could not stand, not bear, can not bear, sick of, tired of, useless, unpleasant, resents, resent,
    objects to, disappointed, disappointing, complained about, complains about, complain about, cannot abide, cringes at, would rather not, confusing, frustrating, waste of time, a waste`,
};

/** Maps the first word of a phrase to the rest of the phrase and its mark, the longest phrase first. */
export const marksByFirstWord: ReadonlyMap<
  string,
  readonly { readonly rest: readonly string[]; readonly mark: Mark }[]
> = (() => {
  const found = new Map<string, { rest: string[]; mark: Mark }[]>();
  for (const [mark, list] of Object.entries(phrasesByMark) as [Mark, string][])
    for (const phrase of splitPhrases(list)) {
      const [first, ...rest] = phrase.split(' ');
      found.set(first!, [...(found.get(first!) ?? []), { rest, mark }]);
    }
  for (const entries of found.values()) entries.sort((one, other) => other.rest.length - one.rest.length);
  return found;
})();

/** Marks whose words are not part of the topic. The words of all marks outside this set also belong to the topic. */
export const bareMarks: ReadonlySet<Mark> = new Set<Mark>([
  ...([
    'not',
    'without',
    'allowed',
    'forbidden',
    'required',
    'should',
    'optional',
    'only',
    'more',
    'replaces',
  ] as const),
  ...(['min', 'max', 'start', 'end', 'before', 'after', 'except', 'until', 'place'] as const),
  ...(['plain', 'state+', 'state-', 'liking+', 'liking-'] as const),
]);

/** Verbs and nouns with so general a meaning that they do not distinguish subjects. */
export const wideWords: ReadonlySet<string> = new Set(
  splitWords(`
  be is are am was were been being have has had having do does did done use uses used using run runs running set sets setting get gets got getting go goes going take takes taking make makes made
  put puts keep keeps kept live lives sit sits happen happens listen listens bind binds binded hold holds store stores stored serve serves come comes came
  carry carries contain contains work works working show shows shown give gives given send sends sent see sees open opens need stay stays lie lies fire fires say says call
  belong belongs meet meets meeting become cost costs pay pays paid last lasts equal equals amount amounts find finds found think thinks consider considers considered turn turns turned switch
  follow follows look looks want wants add adds has let lets mean means host hosts hosted speak talk talks stick sticks compile compiles compiled
  carried throughout straight direct directly really very just always ever still already fyi please everything everybody everyone all every each any anybody anyone our we you your i my he his she her they their it its us
  value values version versions edition number thing things way kind sort time order matters default currently house style
  so for to of in on at by with from into onto out up down over off as than then that this these those there here who which when while where if and or but the a an
  enough best exactly precisely about around approximately roughly sharp within per box via through both
  moment day entry entries place port one ones total fixed current currently must us supposed bit`),
);

/** Maps each variant of a word to its standard word. */
export const standardWordByVariant: ReadonlyMap<string, string> = new Map(
  [
    'production prod',
    'kubernetes k8s kube',
    'repository repo repos repositories',
    'character char chars characters letters',
    'database db databases dbs',
    'documentation docs doc',
    'configuration config configs',
    'environment env envs',
    'application app apps applications',
    'pr prs mr mrs pullrequest pullrequests mergerequest',
    'register signup registration registering',
    'administrator admin admins administrators',
    'authentication auth',
    'development dev',
    'message messages msg msgs',
    'postgres postgresql pg',
    'javascript js',
    'typescript ts',
    'customer customers client clients',
    'owner own owns owned',
    'leader lead leads led',
    'manager manage manages managed',
    'employee employees staff',
    'pupil pupils student students',
    'child children kid kids',
    'photo photos picture pictures',
    'email emails mail mails e-mail',
    'month monthly',
    'week weekly',
    'year yearly annual annually',
    'emoji emojis',
    'approve approval approvals',
    'merge merges merged merging',
    'worldwide global',
    'directory folder dir',
    'mobile phone phones',
    'touch hit hits touches reach reaches access accesses read reads',
    'budget spend spends spending',
    'translate translated translation translations',
    'answer answers reply replies',
    'pin pins',
    'replica replicas instance instances',
    'department dept',
    'information info',
    'specification spec specs',
    'reference ref refs',
    'standup stand-up daily',
    'deployment deploy deploys deployments release releases ship',
    'oncall on-call',
    'vacation holiday holidays',
    'write writes wrote written',
    'draw draws drew drawn',
    'build builds built',
    'choose chooses chose chosen',
    'send sends sent',
    'pay pays paid',
    'sell sells sold',
    'buy buys bought',
    'fee fees price prices rate tariff',
    'payment payments',
    'car cars vehicle vehicles',
    'colour color colors colours',
  ].flatMap((line) => {
    const [name, ...others] = line.split(' ');
    return [name!, ...others].map((other) => [other, name!] as const);
  }),
);

export const factorByMultiplier: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['hundred', 100],
  ['dozen', 12],
  ['million', 1e6],
  ['billion', 1e9],
  ['mio', 1e6],
  ['bn', 1e9],
]);

export const valueByTens: ReadonlyMap<string, number> = new Map(
  splitWords('twenty thirty forty fifty sixty seventy eighty ninety').map((word, at) => [word, (at + 2) * 10]),
);

/** Words that introduce a value. After any other word, a number may be part of a name. */
export const valueIntroducers: ReadonlySet<string> = new Set(
  splitWords(
    `is are was be to at on from = : equals of has have than by a with takes allow allows least most exactly up only max maximum min minimum limit port size about around under over below above until`,
  ),
);

/** Nouns that name the number directly after them: "port 5433". */
export const nounsOfNumbers: ReadonlySet<string> = new Set(splitWords('port size limit timeout number code seed rate'));

/** Nouns of things whose number identifies them: "run 4", "ticket number 12". */
export const instanceNouns: ReadonlySet<string> = new Set(
  splitWords(
    `attempt batch build case chapter deploy deployment episode experiment import incident invoice issue item iteration job lap lesson meeting migration order page part patch phase pipeline release request round row run section session shift shipment sprint step task test ticket trial try visit wave`,
  ),
);

export const prepositions: ReadonlySet<string> = new Set(
  splitWords(
    `in on at of for to from by with without into onto out as per during while when if after before since until than via through and or but because once under over between within across so unless except`,
  ),
);

/** The stems of verbs that may have several objects at once. */
export const severalVerbs: ReadonlySet<string> = new Set(
  splitWords(
    'answer deliver ship supply sell travel export sync copy talk send speak post reply push belong allow access available',
  ).map(stemWord),
);

/**
 * Words for a property or a frequency of a thing. If only one text has such a word, the word does not identify the
 * thing.
 */
export const plainModifiers: ReadonlySet<string> = new Set(
  splitWords(
    'new current latest total actual final own same whole main overall annual yearly monthly weekly daily regular usual',
  ),
);

/** Names of languages, which are used after "in" like places: "in English". */
export const languageNames: ReadonlySet<string> = new Set(
  splitWords(
    'english german french spanish italian portuguese dutch swedish danish norwegian finnish polish czech russian ukrainian greek turkish arabic hebrew hindi chinese japanese korean latin',
  ),
);

export const pronouns: ReadonlySet<string> = new Set(splitWords('it they he she this that these those its'));
export const subordinators: ReadonlySet<string> = new Set(
  splitWords(
    'if when while once before after unless on at during in for as since until with without from whenever although though because to by',
  ),
);
