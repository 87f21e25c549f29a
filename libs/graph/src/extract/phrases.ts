/** A verb phrase between two lists of names: what relation it says, and which side it starts from. */
export interface Phrase {
  /** Read without case, between spaces. `NOT` stands where a negation or an adverb may stand. */
  readonly words: string;
  readonly type: string;
  /** `left`: the names before it are `from`. */
  readonly from: 'left' | 'right';
  /** What the two ends are, where the phrase itself says so. */
  readonly left?: Kind;
  readonly right?: Kind;
  readonly says?: 'ends' | 'denies';
  /** Words that mean this only between such ends. */
  readonly where?: { readonly left?: Looks; readonly right?: Looks };
  /** Between these ends the words can mean either of two relations, so that nothing is read. */
  readonly isUnclear?: true;
}

export type Kind = 'team' | 'repository' | 'path' | 'member';

/**
 * What a name looks like. `thing`: it has its kind beside it or is no plain word. `team`: it is called one. `someone`: a
 * capitalised name or a handle, with no kind beside it. `handle`: `@somebody`. `place`: a path.
 */
export type Looks = 'thing' | 'team' | 'someone' | 'handle' | 'place';

const verb = (type: string, words: string, more: Partial<Phrase> = {}): Phrase => ({
  words,
  type,
  from: 'left',
  ...more,
});
const passive = (type: string, words: string, more: Partial<Phrase> = {}): Phrase => ({
  words,
  type,
  from: 'right',
  ...more,
});

const BE = "(?:be|is|are|was|were|has been|have been|gets|being|(?:is|are|was|were)n['’]t)";
const STOP = '(?:(?:has |have |had )?(?:stopped|ceased|quit)|stops|gave up|gives up)';
const LEAD = '(?:(?:tech|technical|team|engineering) )?(?:lead|leader|head|manager|director)';
const inTeam = { left: 'member', right: 'team' } as const;
const ofPeople = { ...inTeam, where: { left: 'someone', right: 'team' } } as const;
const ofThings = { where: { left: 'thing' } } as const;
const atPlace = { right: 'path', where: { right: 'place' } } as const;

/** The table of the extractor. Longer phrases stand before the shorter that they hold. */
export const phrases: readonly Phrase[] = [
  verb('maintains', `${STOP} maintaining`, { says: 'ends' }),
  verb('owns', `${STOP} (?:owning|looking after|taking care of|running)`, { says: 'ends' }),
  verb('owns', '(?:has |have )?(?:gave|given|gives?) up (?:the )?(?:ownership of|responsibility for)', {
    says: 'ends',
  }),
  verb('owns', 'handed over', { says: 'ends' }),
  verb('owns', `${BE} NOT(?:jointly )?(?:responsible|accountable) for`),
  verb('owns', '(?:shares?|shared) (?:the )?(?:responsibility for|ownership of)'),
  verb('owns', 'NOT(?:has|have|had|took|takes?|holds?) (?:the )?(?:ownership of|responsibility for)'),
  verb('owns', `${BE} NOT(?:the |an? )?(?:code |co-)?owners? of`),
  verb('owns', `${BE} NOTin charge of`),
  verb('owns', 'NOT(?:looks? after|takes? care of|took over|takes over|(?:co-)?owns?|(?:co-)?owned)'),
  passive('leads', `${BE} NOT(?:managed|run|led|headed|chaired) by`, { where: { left: 'team', right: 'someone' } }),
  passive('owns', `${BE} NOT(?:owned|looked after|taken care of|handled|managed|run|operated) by`),
  passive('owns', `${BE} NOT(?:under|in) the (?:care|ownership|hands) of`),
  passive('member_of', `NOT(?:consists?|consisted|${BE} (?:made up|composed)) of`, {
    right: 'member',
    left: 'team',
    where: { left: 'team', right: 'someone' },
  }),
  verb('member_of', 'NOTbelong(?:s|ed)? to', { ...inTeam, where: { left: 'handle', right: 'team' } }),
  verb('member_of', 'NOTbelong(?:s|ed)? to', { ...ofPeople, isUnclear: true }),
  passive('owns', 'NOTbelong(?:s|ed)? to'),
  passive('owns', `${BE} NOTthe responsibility of`),
  passive('owns', '(?:go|goes) to'),
  verb('owns', 'NOT(?:has|have|had) (?:admin|maintain) access to', { left: 'team' }),
  verb('has_write_on', 'NOT(?:has|have|had) write access to', { left: 'team' }),
  verb('has_triage_on', 'NOT(?:has|have|had) triage access to', { left: 'team' }),
  verb('has_read_on', 'NOT(?:has|have|had) read access to', { left: 'team' }),
  passive('maintains', `${BE} NOTmaintained by`),
  verb('maintains', `${BE} NOT(?:the |an? )?maintainers? of`),
  verb('maintains', 'NOT(?:maintains?|maintained)'),
  passive('leads', `${BE} NOT(?:led|headed|chaired) by`),
  verb('leads', `(?:has |have )?(?:stepped|steps) down as (?:the |an? )?${LEAD} of`, { says: 'ends' }),
  verb('leads', `(?:took|takes|has taken) over as (?:the |an? )?${LEAD} of`),
  verb('leads', `${BE} NOT(?:the |an? )?${LEAD} of`),
  verb('leads', '(?:has|have) been NOTleading'),
  verb('leads', 'NOT(?:leads?|heads?|led|headed)'),
  verb('chairs', 'NOT(?:chairs?|chaired)'),
  verb('reports_to', 'NOT(?:reports?) to', { where: { right: 'someone' } }),
  verb('authored', 'NOT(?:wrote|authored)'),
  passive('authored', `${BE} NOT(?:written|authored) by`),
  verb('member_of', `${BE} NOT(?:an? )?members? of`, inTeam),
  verb('member_of', `${BE} NOTon`, ofPeople),
  verb('member_of', 'NOT(?:works?|worked) (?:on|in|for)', ofPeople),
  verb('member_of', 'NOT(?:has |have )?(?:joined|joins)', { ...inTeam, where: { right: 'team' } }),
  verb('member_of', 'NOT(?:has |have )?(?:left|leaves)', { ...inTeam, where: { right: 'team' }, says: 'ends' }),
  verb('member_of', `${BE} NOT(?:an? )?part of`, ofPeople),
  verb('part_of', `${BE} NOTan? (?:child|sub-?) ?team of`, { left: 'team', right: 'team' }),
  verb('part_of', `${BE} NOT(?:an? )?(?:part|sub-?project|component) of`),
  verb('depends_on', `${STOP} (?:depending|relying) (?:up)?on`, { says: 'ends' }),
  verb('depends_on', 'NOT(?:depends?|depended|relies|rely) ADVERB(?:up)?on'),
  verb('depends_on', `${BE} NOTdependent (?:up)?on`),
  verb('depends_on', 'NOT(?:has|have|had) (?:a |an? \\w+ )?dependenc(?:y|ies) on'),
  passive('depends_on', `${BE} NOT(?:a |an \\w+ )?dependenc(?:y|ies) of`),
  verb('depends_on', `${BE} NOTbuilt (?:up)?on(?: top of)?`),
  verb(
    'depends_on',
    "(?:cannot|can not|can't|does not|do not|will not|won't|doesn't|don't) (?:work|run|start|build|function) without",
  ),
  verb('depends_on', 'NOT(?:pulls? in|imports?|needs?|requires?)'),
  passive('depends_on', `${BE} NOT(?:needed|required|imported) by`),
  verb('depends_on', 'NOT(?:calls?|talks? to|reads? from|writes? to|connects? to)', {
    where: { left: 'thing', right: 'thing' },
  }),
  passive('uses', `${BE} NOTused by`),
  verb('decided', '(?:has |have )?(?:decided|chose|chosen) (?:against|not to (?:use|adopt|go with))', {
    says: 'denies',
  }),
  verb(
    'decided',
    '(?:has |have )?(?:decided on|decided to (?:use|adopt|go with)|agreed on|agreed to (?:use|adopt)|chose|chosen|picked|adopted|settled on|opted for|went with)',
  ),
  passive('decided', `${BE} NOT(?:chosen|picked|adopted|selected) by`, { where: { right: 'team' } }),
  verb('uses', `${STOP} using`, { says: 'ends' }),
  verb('uses', '(?:has|have) been NOTusing'),
  verb('uses', 'NOT(?:uses?|makes? use of)'),
  verb('uses', 'never used', ofThings),
  verb('uses', 'NOT(?:runs? on|stores? (?:its|their) (?:data|state) in)', ofThings),
  verb('uses', `${BE} NOT(?:deployed (?:on|to)|hosted on|written in|powered by|built with)`, ofThings),
  passive('replaces', `${BE} NOT(?:replaced|superseded) (?:by|with)`),
  verb('replaces', `${BE} NOT(?:the |an? )?(?:successor (?:of|to)|replacement (?:of|for))`),
  verb('replaces', '(?:took|takes|has taken) the place of'),
  verb('replaces', 'NOT(?:replaces?|replaced|supersedes?|superseded)'),
  verb('located_in', 'NOT(?:lives?|resides?|sits?) (?:in|under)', atPlace),
  verb('located_in', `${BE} NOT(?:located|stored|kept|found)? ?(?:in|under)`, atPlace),
  verb('located_in', 'can be found (?:in|under)', atPlace),
];

/** What stands before a colon or a form of `be`: `Members of X: A and B`, `The owner of X is A`. */
export const headings: readonly { readonly words: string; readonly type: string; readonly from: 'list' | 'head' }[] = [
  { words: 'members? of', type: 'member_of', from: 'list' },
  { words: '(?:code )?owners? (?:of|for)|who (?:owns|reviews)', type: 'owns', from: 'list' },
  { words: 'maintainers? of|who maintains', type: 'maintains', from: 'list' },
  { words: 'approvers? of|who approves', type: 'approves', from: 'list' },
  { words: '(?:team |tech )?lead(?:er)?s? of|head of|who leads', type: 'leads', from: 'list' },
  { words: 'chairs? of|who chairs', type: 'chairs', from: 'list' },
  { words: 'authors? of|who wrote', type: 'authored', from: 'list' },
  { words: 'dependencies of', type: 'depends_on', from: 'head' },
];
