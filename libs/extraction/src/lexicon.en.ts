/**
 * Maps the name of each English cue to expressions, of which a sentence contains at least one. `patternOf` adds the
 * borders of words. Apostrophes are straight and spaces single, as in the sentences that are searched. Each cue counts
 * once for each sentence; `weights.ts` has its weight for each kind.
 */
export const cues = {
  // Decisions
  decided: [
    "(?:we|i|they|team|you)(?:'ve| have)?(?: all| both| just| also| finally| already)? (?:decided|agreed|chose|chosen|opted|settled|concluded|picked)",
    '(?:it was|was|were|been|is) (?:decided|agreed|settled|chosen|approved)',
    '^(?:decision|decided|agreed|resolution|final call|verdict)(?: is)?:',
    '(?:final|my|our|the) (?:decision|call|choice) (?:is|was)',
    "(?:that|it)(?:'s| is) (?:settled|decided|final)",
    'signed off on',
    '^(?:agreed|approved|decided) (?:to|on|that|not)',
  ],
  goingWith: [
    "(?:let's|lets|we'll|i'll|we will|i will|we should|gonna|going to) (?:just )?(?:go with|stick with|stick to|settle on|opt for)",
    "(?:we|i)(?:'re| are|'m| am)? going with",
    '^(?:going|went|sticking|staying) with',
    '(?:we|i) went with',
  ],
  choosing: [
    "(?:let's|lets|we'll|we will|we're going to|we are going to|so we|then we) (?:just |still |not |now )?(?:use|using|keep|adopt|switch|move|drop|stay|ship|migrate|replace|split|store|skip|defer|postpone|freeze|pin|remove|retire|deprecate|standardi[sz]e|start with|turn off|disable|enable|cap|limit|roll back|do it|put|make|run|set)",
    "(?:we're|we are|i'm) (?:now |still )?(?:switching|moving|keeping|dropping|migrating|adopting|replacing|sticking|staying|standardi[sz]ing|retiring|deprecating|postponing|deferring|freezing|splitting|using)",
  ],
  overOther: ['instead of', 'rather than', 'in favou?r of', '\\w+ over \\w+'],
  plan: ['the plan is', 'plan of record', 'approach is', 'way forward'],
  insteadOf: [
    '(?:not|no longer) (?:guessing|doing|using|going|adding|doing that|back to)',
    '^(?:just|only|both|neither|all) \\p{L}+',
    ' only[.!]?$',
    '(?:stays?|stay|remains?|keep|keeps) (?:at|on|as|in|the|with|it|there|out|put)',
    '(?:for now|as is)[.,!]?$',
    "(?:use|take|put|pick|make it|let's say|say|go) (?:the |a )?(?:\\d|first|second|option)",
  ],
  // Rules
  always: [
    '^(?:and |so |but |also |then |ok,? |okay,? )?(?:please )?(?:always|never)(?! mind| know| been| had| thought| forget| give up| heard| seen) \\p{L}+',
  ],
  alwaysInside: [
    '(?:should|must|to|please|and|but|we|you|they|is|are|be) (?:always|never)(?! been| had| thought| heard| seen| know) \\p{L}+',
  ],
  fromNowOn: [
    'from now on',
    'going forward',
    'in (?:the )?future,',
    'from here on',
    'as a rule',
    'by default',
    'for all future',
    'the rule is',
    'house rule',
    'standing (?:rule|instruction|order)',
    'as of (?:today|now)',
    'our (?:policy|convention|rule|practice|standard) (?:is|says)',
  ],
  whenever: [
    '(?:whenever|every time|any ?time|each time|when) (?:i|we|you|someone|anyone|somebody) (?:ask|say|mention|talk|touch|change|add|write|deploy|merge|push|open|edit|run|need|want|do|make|commit|release)',
  ],
  mustNot: [
    "(?:must not|mustn't|may not|shall not|should never|must never|can never|is not to|are not to)",
    '(?:nobody|no one|no-one) (?:may|should|must|can|is allowed|ever|gets|pushes|merges|deploys|touches|edits)',
    '(?:is|are|be) (?:strictly )?(?:forbidden|not allowed|prohibited|off[- ]limits|banned|mandatory|required|not permitted)',
    'no (?:direct |more |manual |new )?\\w+(?: \\w+)? (?:without|before|until|after|on fridays?|outside)',
  ],
  must: [
    '(?:must|has to|have to|needs to|need to) (?:be|go|have|pass|use|include|come|get|run|always)',
    '(?:every|all|each|any) (?:\\w+ ){1,4}(?:must|should|needs?|has to|have to|gets?|goes?)',
    'only (?:\\w+ ){1,4}(?:may|can|should|is allowed|are allowed)',
  ],
  dont: [
    "^(?:and |so |but |also |ok,? |please |oh and )*(?:please )?(?:don't|do not|dont|avoid|stop) (?!worry|forget|get me|you|be|think|know|have|give|want|need|feel|hesitate|mind|let|sweat|beat)\\p{L}+",
  ],
  ensure: ['^(?:please )?(?:make sure|ensure|be sure|remember) (?:to|that|you|we|all|every)'],
  generic: [
    '(?:all|any|every|each|no|nothing|nobody|everything|anything|whatever|whoever|both|only) (?:\\p{L}+ ){0,4}(?:goes|go|gets?|must|stays?|needs?|leaves?|comes?|is|are|has|have|should|may|can|runs?|uses?|shows?|ever)(?![\\p{L}])',
    "(?:we|they|it|bot|ci) (?:never|always|only|don't|do not|doesn't|does not|won't|will) \\p{L}+",
    '(?:goes|go|come|comes) (?:through|via|past|to|into|from|in) ',
    '(?:that has to|this has to|has to) stay',
    'make (?:that|it|this) (?:a habit|official|a rule)',
    '(?:hands off|no matter|without (?:me|asking|approval|a|the|telling))',
    'instead of \\p{L}+ing|in (?:english|writing|cents|lower ?case|utc)',
  ],
  politeRule: [
    '(?:can|could|would) (?:we|you) please (?!send|show|check|look|give me|help)\\p{L}+',
    "please (?:no|not|log|write|keep|use|put|add|always|never|give|don't)",
    "(?:i want|i'd like) (?:it|every|all|a \\p{L}+) (?:\\p{L}+ )?(?:to|for|with)",
  ],
  conditional: [
    '(?:unless|otherwise|except|only (?:at|if|when|with|after|in|on)|at (?:most|least)|no more than|minimum|maximum|as long as|even (?:for|if|when|in))',
    '(?:before|after|until) (?:any|each|every|you|we|it|they|the|someone|somebody|\\d)',
  ],
  habit: [
    '(?:always|never|every (?:day|week|month|monday|tuesday|wednesday|thursday|friday|time)|on \\p{L}+days|in general|usually|as usual|each (?:week|day|month|time)|daily|weekly|nightly|monthly|six months)',
  ],
  duty: ['(?:must|has to|have to|needs? to|should|shall|ought to|is to|are to|gotta|needs?|supposed to)'],
  refusing: ["^(?:no|nope|nah|nooo*|never|please don't|don't|do not|not|no way|hands off)\\b"],
  standingScope: [
    '(?:every|each|all|any|everything|anything|everyone|in (?:this|our) (?:repo|project|codebase|team)|on (?:main|prod|production|master|fridays?))',
  ],
  oneOff: [
    '(?:this (?:pr|time|once|one|commit|branch)|for now|right now|just (?:now|this)|at the moment|yet|here|today|tonight|in a (?:sec|minute|bit))',
  ],
  // Preferences
  prefer: [
    "(?:i|we|he|she|they|\\p{Lu}\\p{L}+)(?:'d| would)? (?:\\w+ )?(?:prefer|prefers|preferred)",
    "(?:i|we)(?:'d| would) (?:much |really )?rather",
    "(?:my|our|his|her|their|[’']s) (?:\\w+ )?(?:preference|favou?rite|favorites)",
    'i prioriti[sz]e',
    'my preference',
  ],
  likes: [
    "(?:i|we)(?:'ve)? (?:\\w+ )?(?:love|like|enjoy|hate|dislike|adore|loathe|appreciate)(?!d? (?:it|that|this)[.!]?$)",
    "i(?:'m| am) (?:\\w+ )?(?:a fan of|fond of|into|keen on|passionate about|not a fan of|allergic to)",
    "i can't stand",
  ],
  wantsIt: [
    "i(?:'d| would)? (?:want|like|need) (?:\\w+ ){0,3}(?:to be|to stay|to keep|kept|short|concise|simple|without|in)",
    'my style',
    'i want (?:my|our|the)',
  ],
  styleOf: [
    '(?:(?:short|shorter|small|smaller|long|brief|concise|less|fewer|more|one|two|three) (?:\\p{L}+ )?(?:answers?|ones?|sentences?|prs?|messages?|explanations?|summary|summaries|lines?|decimals?|bullets?|examples?|paragraphs?))',
    "(?:i|he|she|they|we) (?:don't|doesn't|never|hardly|can't|cannot|dont) (?:\\p{L}+ )?(?:read|reads|like|want|need|care|use|answer|open|look|follow|get)",
    "(?:you|u) (?:don't|dont|needn't) (?:have|need) to",
    '(?:is enough|is fine for me|first and then|link first|at a glance|i get lost|works best for|easier for me|suits me|how you write)',
    '(?:colou?r|colou?rblind|font|format|landscape|portrait|pdf|tone|emoji|dark mode|mornings?|evenings?)',
  ],
  // Corrections
  correcting: [
    '^(?:no|nope|nah|wait|sorry|oops|hm+)[,.!:—–-]+ ',
    '^(?:actually|correction|scratch that|not quite|wrong|i was wrong|my mistake|my bad)',
    "(?:that's|that is|this is|it's|you're|is) (?:not right|wrong|incorrect|not correct|not true|outdated|stale|out of date|mistaken|off)",
    'i (?:meant|misspoke|mixed up|got that wrong|was wrong)',
    'to correct',
    '(?:small|quick|one) correction',
  ],
  wrongSource: [
    "(?:the (?:docs?|wiki|runbook|readme|file|comment|page|table|report|number|query|ticket|config|deck|manual|footnote)|it) (?:\\p{L}+ ){0,4}(?:says?|said|is|was|has|stands|contains) (?:\\S+ ){0,6}(?:wrong|dead|old|outdated|stale|not|but|that's)",
    "(?:that's|thats|those are|these are|it's|its) (?:\\p{L}+ )?(?:wrong|not|last year|old|from years|only|since|more like|pure)",
    '(?:is|are|was|were) (?:only|actually|really|in fact) ',
    '\\d\\S* (?:and )?not \\d',
    "wasn't it|should be \\d|put \\d|better \\d|rather \\d|more like",
    '(?:changed it|has not been true|not been true|not true since|not covered|was from the old|nobody touched)',
  ],
  notButIs: [
    "(?:it's|it is|is|are|was|that's|they're|uses?|runs? on|lives? in) (?:actually )?(?:\\S+ ){1,5}(?:,|-|—) ?not (?:the |a |an )?\\S+",
    "(?:is|are|was|it's|that's)(?:n't| not) (?:\\S+ ){1,6}(?:but|it's|it is|they're|—|;)",
    ', not \\S+(?: \\S+){0,3}[.!]?$',
    'no longer',
    'not .{1,40} any ?more',
  ],
  changed: [
    '(?:since (?:\\d|the|january|february|march|april|may|june|july|august|september|october|november|december|last|we|i|spring|summer|autumn|winter)|until (?:last|now|\\d)|used to|any ?more|no longer|these days|nowadays|now(?: it| we| they|,| not|\\.|$)|was (?:changed|moved|renamed|replaced|bumped)|changed (?:it|in|to|the)|moved to|bumped|went (?:up|down)|instead|is out|are out|is gone)',
  ],
  // Lessons
  turnedOut: [
    '(?:it |that |this )?(?:turns|turned) out',
    '(?:root cause|culprit|post-?mortem)',
    '(?:the|real|actual|underlying) (?:problem|issue|cause|bug|reason|trick|fix|catch|workaround) (?:\\w+ ){0,5}(?:was|is|turned|here)(?: that)?',
    '(?:was|were|is|got) (?:caused|triggered|broken|fixed|resolved) (?:by|to|with|after|once)',
    '(?:that|this|which|what) (?:fixed|solved|broke|caused|did the trick)',
  ],
  failing: [
    "(?:fails?|failed|failing|breaks?|broke|broken|crash(?:es|ed)?|timed? out|times out|hangs?|hung|does(?:n't| not) work|did(?:n't| not) work|never worked|error|refuses?|rejected|silently|stale|leak(?:s|ed)?|flak(?:y|es))",
  ],
  causing: [
    'because',
    'since the',
    'so that',
    'due to',
    'unless',
    'otherwise',
    'the reason',
    'which means',
    'that is why',
    "that's why",
  ],
  learnt: [
    '(?:lesson|learned|learnt|takeaway|gotcha|note to self|til|moral|pro tip|heads up|fyi|next time|for the record|figured (?:it )?out|the solution (?:was|is))\\b',
    '^(?:ok |ah |oh |right |right, |hm+ |so,? )*so [^,]{3,60}(?:then|when|is|before|first|always|,)',
    '(?:hard way|been burnt|bitten|good to know|good find|from now|lesson|that one (?:worked|took|did)|had to (?:use|run|restart|add|set|pass)|it goes|goes with|worked|works now|did the trick|fixed it|the cure|on purpose|stale state|so the \\p{L}+ (?:was|is|did|does|changed))',
    '(?:only (?:fails?|breaks?|works?|happens?)|fails? (?:on|at|with|when|if|only)|hung at|hangs? (?:at|on|when)|timed out|blocks? (?:it|the)|loses?|lost|drops?|skipped|took (?:it|them)|marks? the|never (?:ran|called|checked))',
    "(?:wasn't|isn't|weren't|aren't|didn't|doesn't) (?:\\p{L}+ ){0,2}(?:available|versioned|set|supported|checked|called|there|covered|installed|enabled|start|work|load|exist)",
  ],
  // Goals
  willDo: [
    '(?:i|we) (?:wanna|gonna|want to|need to|would like to) \\p{L}+',
    "(?:i|we)'d like (?:an?|to)",
    "(?:i|we)(?:'ll| will| shall|'re going to| are going to|'m going to| am going to|'m gonna| am gonna|'re gonna) (?!be able|see you|talk to you|let you know|keep you|be there|be here|have to)\\p{L}+",
  ],
  aims: [
    '(?:my|our|the|main|big|next) (?:goal|goals|aim|target|objective|dream|plan|plans|milestone|deadline|eta) (?:\\w+ ){0,4}(?:is|are|was|to)',
    "(?:i|we)(?:'m|'re|'ve| am| are| have)?(?: been| also| really| just| still| now)* (?:plan|plans|planning|planned|aim|aiming|hope|hoping|intend|intending|want|wanna|working|thinking|looking|dream|trying|saving|training|preparing) (?:to|on|about|of|for|towards?)\\b",
    '(?:promise|promised|committed|commit) (?:to|that|you|them)',
    'deadline',
    '(?:is|are) due',
    'scheduled for',
    'signed up (?:for|to)',
  ],
  byDate: [
    '(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:the \\d|week|at|noon|morning|evening|\\d)',
    '(?:at|by|until) \\d{1,2}(?::\\d\\d|am|pm| ?o.clock)',
    '(?:by|before|due|on|until|for|starting|this|next|no later than) (?:the end of |end of |this |next |early |late )?(?:mon|tues|wednes|thurs|fri|satur|sun)day',
    '(?:by|before|due|on|until|for|starting|no later than) (?:the end of |end of |early |late |mid-?)?(?:january|february|march|april|june|july|august|september|october|november|december|may \\d|q[1-4]|\\d{1,2}(?:st|nd|rd|th)|\\d{4}-\\d\\d|eod|eow|tomorrow|tonight|next|monday|the (?:\\d|end|week|month|release))',
    '(?:tomorrow|next (?:week|month|year|quarter|sprint|summer|spring|fall|winter)|in (?:two|three|four|\\d+|a few|a couple of) (?:days|weeks|months|years)|this (?:weekend|week|month|summer|year))',
  ],
  promised: [
    "(?:told|promised|owe|owes|said to) (?:\\w+ ){1,3}(?:i|we|he|she|they)(?:'d|'ll| would| will| have| get| gets)?",
    "(?:i|we)(?:'ll| will| do) (?:\\w+ ){1,6}(?:today|tonight|tomorrow|this week|next week|myself|soon|later|monday|tuesday|wednesday|thursday|friday)",
    '(?:opens|books?|booked|takes place|starts|begins|due|is on|are on) (?:on |the |at |for )?(?:\\p{L}+day|the \\d|\\d|mid|early|late|end)',
    '(?:is on me|on my list|will be out|goes live|go live|has to be (?:with|ready|done|out)|need it|needs it|wants? everything|is booked)',
  ],
  ownership: [
    "(?:is|are|it's|that's|'s) (?:mine|yours|\\p{L}+'s (?:thing|job|baby|turf|area|call|boat|server|\\p{L}+))",
    '(?:owns|maintains?|looks? after|takes? care of|takes? over|is up to \\p{L}+|in charge|responsible|belongs? to|leads?|runs the|reads? (?:the|it|from)|pulls? from|hooks? into|depends? on|relies on|parses?|sign-?off|approver?|approves|has the (?:keys?|token|access|deploy|finance)|does the|the one who|ask (?:him|her|them|\\p{L}+ (?:before|there|first|about))|goes past|goes through)',
  ],
  // Facts
  stating: [
    '(?:is|are|was|were|equals|defaults? to|runs? (?:on|at|in|every)|listens? on|lives? (?:in|at|under)|points? (?:to|at)|uses?|takes?|costs?|expires?|supports?|requires?|needs?|contains?|holds?|handles?|stores?|returns?|has|have|belongs? to|depends? on)',
  ],
  ownPresent: [
    "(?:i|we)(?:'m|'re|'ve| am| are| have| has) \\p{L}+",
    '(?:i|we) (?:live|work|run|own|have|use|teach|study|play|do|go|volunteer|keep|make|cook|paint|write|grow)\\b',
    'my (?:\\w+ ){1,2}(?:is|are|has|have|was|were|got)',
  ],
  ownPast: [
    "(?:i|we|he|she|they|my \\w+|our \\w+)(?:'ve|'d| have| had)?(?: just| also| recently| finally| already| even| actually| really)* (?:\\p{L}{2,}ed|got|went|did|made|took|had|was|were|found|saw|met|bought|started|came|won|lost|gave|wrote|built|ran|began|said|told|left|felt|grew|taught|read|tried|found|joined|been|done|gone|seen|taken|given|written|spent|drove|flew|ate|hung|put|set|sent|held|kept|led|paid|sold|thought|caught|threw|chose|broke|fell|knew|lent|rode|sang|slept|spoke|swam|wore)\\b",
    '^(?:just |been |recently |finally |got |went |had |made |started |finished |took |did )',
  ],
  ownFamily: [
    'my (?:\\w+ )?(?:mom|mum|dad|mother|father|sister|brother|son|daughter|kids?|wife|husband|partner|boyfriend|girlfriend|family|friends?|grandma|grandpa|grandmother|grandfather|dog|cat|pup|pet|boss|colleagues?|team|neighbou?rs?|cousins?|aunt|uncle|parents?|roommate|coach|job|house|car|home|career|degree|business|company)',
  ],
  timed: [
    '(?:yesterday|today|tonight|last (?:night|week|weekend|month|year|summer|winter|spring|fall|mon|tue|wed|thu|fri|sat|sun)|(?:a|two|three|four|few|couple of|\\d+) (?:days?|weeks?|months?|years?|hours?) ago|recently|lately|the other day|this (?:morning|week|weekend|month|year)|since (?:\\d|i|we|last|january|february|march|april|may|june|july|august|september|october|november|december)|for (?:the (?:first|last|past)|\\d+|two|three|four|five|a (?:few|couple)|years|months))',
  ],
  // Marks of statements that may not be worth keeping
  praise: [
    "(?:that's|that is|that sounds|sounds|this is|it's|looks|what an?|how|so|you're|such an?|really|super|pretty) (?:\\w+ ){0,2}(?:awesome|great|amazing|cool|wonderful|fantastic|lovely|nice|good|incredible|inspiring|impressive|beautiful|fun|sweet|exciting|interesting|tough|rough|hard|sorry|perfect|brilliant|true|right|kind|helpful)",
    '^(?:wow|woah|whoa|woohoo|congrats|congratulations|great|awesome|cool|nice|amazing|good|perfect|sounds|love|glad|happy|excellent|lovely|sweet|well done|way to go|good luck|take care|absolutely|totally|definitely|exactly|of course|agreed|same|true|sure|thanks|thank you|cheers|no problem|no worries|you bet|for sure|got it|ok|okay|yep|yes|yeah)\\b[^,]{0,30}[!.]?$',
    "i(?:'m| am) (?:so |really |very |super )?(?:glad|happy|proud|sorry|excited|impressed|sure|here for)(?: (?:for|to hear|that|of|you))",
    "can't wait",
  ],
  thanking: ['(?:thanks|thank you|thx|cheers|appreciate (?:it|you|your|the))'],
  toYou: ["(?:you|your|you're|you've|you'll|yourself)"],
  aboutYou: [
    "^(?:\\w+,? )?(?:you|your|you're|you've|you'll)\\b",
    '(?:hope|bet|know|believe|see|hear|think|sure|glad|wish) (?:that )?you',
  ],
  requesting: [
    '^(?:and |so |ok,? |please |now |then |also )*(?:can|could|would|will) (?:you|someone|we)',
    '^(?:please |now |then |also |ok,? |and )*(?:show|tell|give|help|explain|check|look|find|list|run|try|fix|add|write|create|implement|update|rerun|open|send|share|review|see|let|read|remove|rename|continue|go ahead|generate|make|test|put|take|ping|ask)\\b(?! (?:us|sure))',
    'help me',
    'can you',
    'let me (?:know|see|check|look|think|try)',
    'could you',
  ],
  narrating: [
    "^(?:ok,? |okay,? |now,? |alright,? |great,? )*(?:i'll|let me|i will|i'm going to|going to|i am|i'm) (?:now |just |first |also )?(?:check|look|take|start|run|rerun|try|see|read|search|open|investigate|dig|fix|add|update|do|have a look|get|push|commit|create|write|looking|checking|running|trying|reading|working)",
    'one (?:sec|moment|minute)',
    'on it\\b',
    'looking (?:at|into) (?:it|this|that)',
  ],
  hedging: [
    "(?:maybe|perhaps|might|i guess|not sure|i'm unsure|probably|possibly|could be|i wonder|wondering|what if|suppose|supposedly|i think|i feel like|kind of|i suspect|seems|apparently|we could|could also)",
  ],
  wondering: [
    "(?:i'm|i am|we're) (?:\\p{L}+ )?(?:not sure|unsure|wondering|curious|confused|stuck|struggling|having trouble|getting stuck|worried|looking for|seeking)",
    "(?:i don't|i do not) (?:understand|know|get|see)",
    'no idea',
    'how to',
  ],
  studying: [
    "(?:i'm|i am|i've been) (?:\\p{L}+ )?(?:trying|exploring|considering|thinking|studying|practi[sc]ing|working) ?(?:to|on|about|the)? ?(?:understand|figure|calculate|find|solve|get|prove|verify|determine|estimate|decide|apply|see|learn|process)?",
    "here's (?:my|the|an|what|some)",
    '(?:for example|for instance|let me)',
  ],
  resolving: [
    "(?:i'll|i will|i think i'll|let's) (?:also |definitely |just |probably |make sure to |try to |keep |look |start by |consider |see )",
  ],
  supposing: [
    '^(?:if|unless|suppose|assuming|in case|imagine)\\b',
    "(?:would have|could have|should have|would be|would've|if (?:we|i|you|they|it))",
  ],
  joking: [
    '(?:lol|haha|hehe|lmao|just kidding|jk|joking|kidding)',
    '(?:😂|🤣|😅|😜|😉|;\\)|:p)',
    '(?:murder|murders|kill|kills|killed|divorce|divorces|divorced|strangle|eat|ate) (?:me|us)',
    "(?:out (?:of )?the window|wish me luck|over my dead body|when pigs fly|famous last words|sell my soul|i'd (?:rather )?die|until (?:christmas|the end of time))",
  ],
  imagining: [
    "^(?:and |but |so )?if (?:we|i|you|they|it|he|she|only) (?:would|had|were|could|hadn't|weren't)",
    '(?:imagine|hypothetically|one day|some ?day|in theory|thinking out loud|just curious|what happens if|what if|could we|we could|if we had|if i had|musing)',
  ],
  chatting: [
    '(?:coffee|tea|pizza|lunch|cake|weekend|dentist|weather|good morning|morning|gn|good night|bye|see you|have a good|sleep|luck|holiday|cheers|congrats)',
  ],
  going: [
    "^(?:and |so |but |ok,? |okay,? |yes,? |great,? |good[.,]? |perfect[.,]? |also,? |now,? |then |please |pls |can you |could you )*(?:do it|go ahead|go for it|merge|ship|deploy|swap|push|commit|rename|bump|squash|print|send|paste|show|add|put|make|run|rerun|retry|revert|try|check|look|grab|start|write|draft|build|plot|train|retrain|open|close|flash|restart|roll|remove|delete|drop|post|publish|update|fix|change|set|move|create|load|generate|give|tell|find)(?![\\p{L}'])",
  ],
  feeling: [
    "(?:i|we)(?:'m| am|'re| are)? (?:feel|feeling|felt) ",
    "(?:i'm|i am|we're|we are|i've been|i was) (?:\\p{L}+ )?(?:excited|thrilled|stoked|pumped|worried|stressed|nervous|anxious|overwhelmed|frustrated|grateful|relieved|tired|exhausted|confident|happy|proud)",
    '(?:sounds?|seems?) (?:like )?(?:a |an )?(?:\\p{L}+ )?(?:doable|solid|good|great|perfect|fun|spot on|reasonable|manageable)',
    '(?:so|really|super|truly|incredibly) (?:rewarding|fulfilling|inspiring|peaceful|calming|special|meaningful|exciting|relaxing)',
  ],
  showing: [
    "^(?:here's|here is|here are|check out|take a look|look at|have a look|see) ",
    '(?:this|these|the|a|an|another|my) (?:photo|pic|picture|image|snap|screenshot|shot)s?',
  ],
  needingHelp: [
    "i(?:'m| am)? (?:need|trying|want|looking|hoping|would like|'d like)(?: some)? (?:help|to (?:understand|know|learn|practi[sc]e|figure|see|verify|find|solve|calculate|prove|implement|optimi[sz]e|ensure|make sure|get it|apply|improve|explore|compare|determine))",
    '(?:code so far|the following|step by step|walk me through|any (?:tips|advice|ideas|suggestions))',
  ],
  longing: ['(?:i wish|if only|dreaming of)'],
  hearsay: [
    '(?:he|she|they|someone|somebody|people|blog|article|docs?|documentation|readme) (?:says?|said|claims?|claimed|writes?|wrote|suggests?|reckons?)',
  ],
  vague: ["^(?:it|that|this|they|these|those|there|which|he|she)(?:'s|'re|'ll)?\\b(?! (?:turned|turns) out)"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CueName = keyof typeof cues;

/** Words before a sentence that greet, thank or agree. They are left out of a quote. */
export const greetings = [
  ...[
    'hey',
    'hi',
    'hiya',
    'hello',
    'dear',
    'thanks',
    'thank you',
    'thx',
    'cheers',
    'wow',
    'woah',
    'whoa',
    'yeah',
    'yep',
  ],
  ...[
    'yup',
    'yes',
    'sure',
    'haha',
    'lol',
    'hmm',
    'oh',
    'ah',
    'aw',
    'aww',
    'btw',
    'by the way',
    'good morning',
    'morning',
  ],
  ...['ok', 'okay', 'alright', 'right', 'great', 'cool', 'nice', 'definitely', 'absolutely', 'totally', 'of course'],
  ...[
    'well',
    'anyway',
    'so',
    'um',
    'uh',
    'good point',
    'fair',
    'fair enough',
    'got it',
    'good evening',
    'good afternoon',
  ],
];

/** Words with which a person confirms the preceding message. */
export const confirmations = [
  ...[
    'yes',
    'yep',
    'yeah',
    'yup',
    'ok',
    'okay',
    'sure',
    'agreed',
    'correct',
    'exactly',
    'right',
    'confirmed',
    'approved',
  ],
  ...['sounds good', 'sounds great', 'sounds right', 'makes sense', 'go ahead', 'do it', 'do that', 'ship it', 'lgtm'],
  ...[
    "let's do",
    "let's go",
    'perfect',
    'great',
    'good call',
    'good',
    'works for me',
    'fine',
    'fine by me',
    'please do',
  ],
  ...[
    'i agree',
    "that's right",
    'that is right',
    'good catch',
    'nice',
    'thanks',
    'yes please',
    'go for it',
    'deal',
    '\u{1f44d}',
  ],
];

/** Words that keep a sentence from being a confirmation, such as `but` in `yes, but`. */
export const reservations = [
  'but',
  'however',
  'except',
  'not',
  "don't",
  'no',
  'wait',
  'instead',
  'rather',
  'although',
  'wrong',
];

/** Words with which somebody takes back what was said just before. */
export const retractions = [
  "(?:(?:oh|ok|hm+|no|wait|actually|sorry|haha|lol|nah|argh?|ah|well|please)[,.!…]* )*(?:scratch that|never ?mind|forget (?:it|that|about it|about that|what i said)|ignore (?:that|my last|what i said)|(?:just |only )?kidding|i'm (?:just )?(?:kidding|joking)|jk|on second thoughts?|strike that|i take (?:it|that) back|(?:i )?changed my mind|that was a joke|was joking|undo that|not anymore)",
  '(?:but )?(?:only|just) (?:for|on|in|at) (?:this|today|now)(?! on)',
  '(?:just|only) (?:this|once|today)(?: time| once)?[.!]*$',
];

/** Properties of a thing that a statement may state: `the port of X is`, `X's deadline is`. */
export const attributes = [
  ...[
    'port',
    'owner',
    'lead',
    'deadline',
    'due date',
    'release date',
    'version',
    'url',
    'address',
    'limit',
    'timeout',
    'budget',
  ],
  ...[
    'password',
    'email',
    'phone number',
    'birthday',
    'price',
    'cost',
    'size',
    'region',
    'branch',
    'retention',
    'ttl',
    'quota',
  ],
  ...[
    'rate limit',
    'name',
    'default',
    'interval',
    'schedule',
    'threshold',
    'host',
    'database',
    'capacity',
    'status',
    'location',
  ],
];

/**
 * Maps the type of a relation to a property of the thing at its end, such as `owns` to `owner`. A thing has few
 * relations of such a type at a time.
 */
export const attributeByRelation: ReadonlyMap<string, string> = new Map([
  ['owns', 'owner'],
  ['maintains', 'maintainer'],
  ['leads', 'lead'],
  ['chairs', 'chair'],
  ['contact_for', 'contact'],
]);

/** Words with which a message offers something to choose. */
export const offers = [
  ...[
    'options?',
    'choices?',
    'two ways',
    "i'd (?:go|suggest|propose|recommend|add|use|avoid|keep|say)",
    'i (?:suggest|propose|recommend|can|could|would)',
  ],
  ...[
    'shall (?:i|we)',
    'should (?:i|we)',
    'do (?:you|we) want',
    'would you',
    'or .{1,80}\\?',
    'which (?:one|of)',
    'better (?:one)?',
    'could (?:try|use|also)',
  ],
];

/** First words of a statement that cannot be understood without the statement before it. */
export const leaningWords = [
  ...[
    'it',
    "it's",
    'its',
    'that',
    "that's",
    'thats',
    'this',
    'they',
    "they're",
    'he',
    'she',
    "he's",
    "she's",
    'those',
    'these',
  ],
  ...[
    'so',
    'then',
    'otherwise',
    'because',
    'and',
    'but',
    'which',
    'instead',
    'if not',
    'therefore',
    'hence',
    'him',
    'her',
    'them',
  ],
];

/** Abbreviations. A full stop after an abbreviation does not end the sentence if a lower-case letter follows. */
export const abbreviations = [
  'e\\.g',
  'i\\.e',
  'etc',
  'vs',
  'approx',
  'incl',
  'resp',
  'fig',
  'no',
  'nr',
  'ca',
  'cf',
  'dr',
  'mr',
  'mrs',
  'ms',
  'st',
  'inc',
];

/** Words of a sentence about what was, and of one about what is to come. */
export const tenses = {
  past: [
    ...cues.ownPast,
    '(?:was|were|had|happened|left|came|went|began|started|finished|took|broke|held|moved|changed|ended|signed)',
    '(?:yesterday|last (?:night|week|month|year|\\p{L}+day)|ago)',
  ],
  future: [
    "(?:will|'ll|won't|shall|going to|gonna|wanna|want to|wants to|plan|plans|planning|promised?|must|should|has to|have to|needs? to|tomorrow|next|due|deadline|until|goal|aim|aiming|hoping|hope|scheduled)",
    'by (?:the (?:end|\\d)|\\p{L}+day|next|tomorrow|end of|january|february|march|april|may|june|july|august|september|october|november|december)',
  ],
};

/** Words that are never part of a name. If a subject contains such a word, the subject was cut in the wrong place. */
export const wordsOfNoName = [
  ...[
    'a',
    'and',
    'or',
    'but',
    'who',
    'which',
    'that',
    'it',
    'we',
    'you',
    'they',
    'he',
    'she',
    'i',
    'if',
    'when',
    'because',
    'so',
  ],
  ...[
    'please',
    'ok',
    'okay',
    'all',
    'not',
    'never',
    'always',
    'also',
    'then',
    'next',
    'every',
    'would',
    'us',
    'me',
    'my',
    "i'm",
    "i've",
    "i'll",
    "i'd",
    "we're",
    "we've",
    'him',
    'her',
  ],
  ...[
    'what',
    'how',
    'why',
    'where',
    'first',
    'now',
    'only',
    'just',
    'really',
    'else',
    'there',
    'for',
    'with',
    'hmm',
    'haha',
    'yes',
    'no',
  ],
  ...[
    'run',
    'use',
    'log',
    'put',
    'keep',
    'make',
    'do',
    'did',
    'got',
    'one',
    'this',
    'these',
    'those',
    'until',
    'at',
    'in',
    'by',
    'goes',
    'go',
    'nothing',
    'everything',
    'anything',
  ],
];

/** Maps a word with which a person picks one of several numbered options to the number of that option. */
export const picks: ReadonlyMap<string, number> = new Map(
  Object.entries({ first: 1, second: 2, third: 3, fourth: 4, one: 1, two: 2, three: 3, four: 4 }),
);
