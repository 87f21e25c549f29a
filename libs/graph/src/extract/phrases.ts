/** A verb phrase between two lists of names: what relation it says, and which side it starts from. */
export interface Phrase {
  /** Read without case, between spaces. `NOT` stands where a negation may stand. */
  readonly words: string;
  readonly type: string;
  /** `left`: the names before it are `from`. */
  readonly from: 'left' | 'right';
  /** What the two ends are, where the phrase itself says so. */
  readonly left?: Kind;
  readonly right?: Kind;
  readonly says?: 'ends';
}

export type Kind = 'team' | 'repository' | 'path' | 'member';

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

const BE = '(?:be|is|are|was|were|has been|have been|gets|being)';

/** The table of the extractor. Longer phrases stand before the shorter that they hold. */
export const phrases: readonly Phrase[] = [
  verb('owns', 'stopped (?:owning|maintaining|looking after)', { says: 'ends' }),
  verb('owns', 'handed over', { says: 'ends' }),
  verb('owns', `${BE} NOTresponsible for`),
  verb('owns', `${BE} NOT(?:the |an? )?(?:code )?owners? of`),
  verb('owns', `${BE} NOTin charge of`),
  verb('owns', 'NOT(?:looks? after|takes? care of|took over|takes over|owns?|owned)'),
  passive('owns', `${BE} NOT(?:jointly )?(?:owned|looked after|taken care of|handled) by`),
  passive('owns', 'NOTbelongs? to'),
  passive('owns', `${BE} NOTthe responsibility of`),
  passive('owns', '(?:go|goes) to'),
  verb('owns', 'NOT(?:has|have|had) (?:admin|maintain) access to', { left: 'team' }),
  verb('has_write_on', 'NOT(?:has|have|had) write access to', { left: 'team' }),
  verb('has_triage_on', 'NOT(?:has|have|had) triage access to', { left: 'team' }),
  verb('has_read_on', 'NOT(?:has|have|had) read access to', { left: 'team' }),
  passive('maintains', `${BE} NOTmaintained by`),
  verb('maintains', `${BE} NOT(?:the |an? )?maintainers? of`),
  verb('maintains', 'NOTmaintains?'),
  passive('leads', `${BE} NOT(?:led|headed|chaired) by`),
  verb('leads', `${BE} NOT(?:the |a )?(?:tech |team |technical )?(?:lead|leader|head) of`),
  verb('leads', 'NOT(?:leads?|heads?|led)'),
  verb('chairs', 'NOTchairs?'),
  verb('authored', 'NOT(?:wrote|authored)'),
  passive('authored', `${BE} NOT(?:written|authored) by`),
  verb('member_of', `${BE} NOT(?:an? )?members? of`, { left: 'member', right: 'team' }),
  verb('member_of', `${BE} NOTon(?= the .* team)`, { left: 'member', right: 'team' }),
  verb('member_of', 'NOT(?:joined|joins)', { left: 'member', right: 'team' }),
  verb('member_of', 'left(?= the .* team)', { left: 'member', right: 'team', says: 'ends' }),
  verb('part_of', `${BE} NOTan? (?:child|sub-?) ?team of`, { left: 'team', right: 'team' }),
  verb('part_of', `${BE} NOT(?:an? )?(?:part|sub-?project|component) of`),
  verb('depends_on', 'NOT(?:depends?|depended|relies|rely) (?:up)?on'),
  verb('depends_on', `${BE} NOTbuilt (?:up)?on(?: top of)?`),
  verb('depends_on', '(?:cannot|can not|does not|do not|will not) (?:work|run|start|build) without'),
  verb('depends_on', 'NOT(?:pulls? in|imports?|needs?|requires?)'),
  passive('depends_on', `${BE} NOT(?:needed|required) by`),
  passive('uses', `${BE} NOTused by`),
  verb('decided', '(?:decided on|decided to (?:use|adopt|go with)|chose|picked|adopted|settled on|went with)'),
  verb('uses', 'NOTuses?'),
  passive('replaces', `${BE} NOT(?:replaced|superseded) (?:by|with)`),
  verb('replaces', 'NOT(?:replaces|replaced|supersedes|superseded)'),
  verb('located_in', `(?:NOTlives? in|${BE} NOT(?:located|stored|kept) in|NOTresides? in|can be found in)`, {
    right: 'path',
  }),
];

/** What stands before a colon: `Members of X: A and B`. */
export const headings: readonly { readonly words: string; readonly type: string; readonly from: 'list' | 'head' }[] = [
  { words: 'members? of', type: 'member_of', from: 'list' },
  { words: '(?:code )?owners? of|who (?:owns|reviews)', type: 'owns', from: 'list' },
  { words: 'maintainers? of|who maintains', type: 'maintains', from: 'list' },
  { words: 'approvers? of|who approves', type: 'approves', from: 'list' },
  { words: 'leads? of|who leads', type: 'leads', from: 'list' },
  { words: 'chairs? of|who chairs', type: 'chairs', from: 'list' },
  { words: 'authors? of|who wrote', type: 'authored', from: 'list' },
  { words: 'dependencies of', type: 'depends_on', from: 'head' },
];
