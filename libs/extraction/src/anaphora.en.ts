/**
 * Expressions of English that refer to something which was said before, by the sort of thing to which they refer.
 * Apostrophes are straight and spaces single, as in the sentences that are searched.
 */
export const anaphora = {
  thing: [
    "(?:it|its|it's|itself|they|they're|they've|they'll|them|their|theirs|themselves)",
    '(?:the|a|another|each|that|which|whichever|new|old|other|first|second|third|last|next|right|wrong|big|small|same|only|good|better|best|of) (?:ones?)(?! (?:of|day|who|that|time))',
    '(?:all|the) (?:two|three|four|five|six)(?=[,.;]|$| (?:are|were|have|had|will|can|do|did|run|runs|go|goes|get|must|should)(?![\\p{L}]))',
    '(?:some|any|many|most|none|all|each|both|few|several|neither|either|half)(?=[,.;!]|$| (?:are|were|have|had|will|can|do|did) )',
  ],
  // Words that point at the sentence before, even if their own sentence names things.
  pointing: [
    "thats|(?:this|that|these|those)(?='s| (?:is|isn't|are|aren't|was|wasn't|were|will|won't|would|can|could|should|must|may|might|has|had|does|did|doesn't|didn't|means?|makes?|made|helps?|sounds?|looks?|works?|worked|gives?|gave|takes?|keeps?|brings?|lets?|feels?|way|too|also|all|only|really)(?![\\p{L}])|[,.;:!?)]|$)",
    '(?:this|these)(?= (?:and|or|but|for|with|to|into|in|on|at|as|because|so|when|if|again|now|before|after|from|since|until|instead|through|up|out|down|off|by)(?![\\p{L}]))',
    '(?<=(?:about|after|at|before|by|do|does|did|doing|done|for|from|in|into|like|of|on|over|than|through|to|with|without|use|using|used|add|keep|make|need|want|fix|see|love|like) )(?:that|those)(?= (?:and|or|but|for|with|to|in|on|at|as|because|so|when|if|again|now|next|later|before|after|from|since|until|instead)(?![\\p{L}]))',
    // A thing that was named before, such as `that table` or `those steps`.
    '(?<=^|[,;:(—–-] ?|(?:about|after|at|before|by|for|from|in|into|like|of|on|over|than|through|to|with|without|and|but|or|so|as|if|when|because|is|are|was|see|use|using|do|doing|find|found|have|had|get|got|make|love|liked?|apply|follow|try|need|want|suggest|send|all of|\\p{L}+ing) )that (?!(?:i|we|you|he|she|it|they|there|the|a|an|my|our|your|his|her|their|is|are|was|were|day|night|time|who|which|what|if|when|all|every|no|any|some|each|everyone|everything|nobody|nothing|said|much|many|far|days)(?![\\p{L}]))\\p{L}+',
    '(?:those|these) (?!(?:i|we|you|he|she|it|they|there|the|a|an|my|our|your|his|her|their|is|are|was|were|day|night|time|who|which|what|if|when|all|every|no|any|some|each|everyone|everything|nobody|nothing|said|much|many|far|days)(?![\\p{L}]))\\p{L}+',
    'this (?:one|way|problem|issue|decision|thing|change|approach|plan|idea|step|error|bug|logic|question|topic|part|process|place|book|game|experience|kind|type|sort|amount|method|function|formula|situation|stuff|event|trip|goal|habit|case|code|feature|opportunity|journey|project|photo|pic|picture)',
    '(?:the same|the former|the latter|the others?|the rest|the above|the following|such (?:an? )?(?!as(?![\\p{L}]))\\p{L}+|either way|both ways|in that case)(?! (?:as|of)(?![\\p{L}]))',
    '(?:do|does|did|doing|done|do it|think|hope|guess|say) so(?=[,.;!]|$)',
    '(?<!(?:hi|hey|hello|is|are|was|out|that|if|and|but|so|when|because|then|think|hope|where) )there(?=[,.;!]|$| (?:without|until|before|after|on|in|at|by|with|for|every|each|too|again|now|first|yet|already|since|to|and|or|but|as|any|anymore)(?![\\p{L}]))',
  ],
  person: ["(?:he|she|he's|she's|he'll|she'll|he'd|she'd|him|her|hers|his|himself|herself)"],
} as const;

/** Expressions that look like `anaphora` and refer to nothing. */
export const emptyWords = [
  "it(?:'s| is| was|'d be| would be| will be|'ll be| has been| may be| might be)(?: not)?(?: \\p{L}+)? (?:\\p{L}+)(?: for \\p{L}+)? to \\p{L}+",
  "it(?:'s| is| was)(?: \\p{L}+)? (?:clear|true|likely|possible|important|good|great|nice|obvious|known) that",
  '(?:it|that|this) (?:turns|turned) out(?: that)?',
  'it (?:seems|looks|appears|feels) (?:like|that|as)',
  "it(?:'s| is| was)(?: about| around| almost| already)? (?:\\d|raining|snowing|sunny|cold outside|friday|monday|late|early|time)",
  'it (?:takes?|took|costs?) (?:\\p{L}+ ){1,5}to',
  '(?:make|makes|made|find|found|making) it (?:\\p{L}+ )?(?:\\p{L}+) to',
  "(?:that said|that way|that's why|that is why|like that|those who|those of|and that's it|that's it|if it|at that|not that|so that|now that|call it a day|make it|made it|get it|got it|as it is|when it comes to|there it is)",
];

/** Words that a sentence needs before `anaphora` of its own, so that these refer to a thing in the sentence. */
export const antecedents = [
  '(?:the|an?|my|our|your|every|each|any|some|no|all|whatever|both) (?!(?:of|own|bit|lot|few|same|other|others|rest|one|ones|following|above|while|time|day|way|first|second|next|last)(?![\\p{L}]))\\p{L}+',
  '`[^`]+`',
  '\\p{L}+(?:[-_/.]\\p{L}+)+',
];

/** People whom a sentence names by what they are. */
export const people = [
  "(?:mom|mum|dad|mother|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|grandma|grandpa|grandmother|grandfather|friend|aunt|uncle|cousin|boss|manager|colleague|teacher|coach|doctor|neighbou?r|therapist|lead|owner|reviewer|client|customer|landlord|agent|dog|cat|pup|puppy|kitten|turtle|pet|baby|kid|kids|child|someone|somebody|anyone|anybody|whoever|nobody|everyone|who|accountant|lawyer|student|mentor|intern)(?:'s|s)?",
];

/** First words of a sentence that goes on from the sentence before it. */
export const continuations = [
  '(?:so|then|otherwise|because|and|but|which|instead|therefore|hence|plus|also|besides|or|nor|yet|still|either|neither|not|only|just|even|especially|except|too|if not|if so|same|similarly|likewise|meanwhile|afterwards?|later|after that|before that|eventually|finally|in the end|at first|first|second|secondly|next|overall|though|although|as well|again|more|most|less|another|other|others|both|some|all of|none of|one of|rather|no|nope|not really|yes|(?:i|we|he|she|they)(?:.\\p{L}{1,2})? (?:also|even|then|still|again)|in addition|on top|apart from|for example|e\\.g)',
];

/** Sentences that open a talk and say nothing. */
export const courtesies = [
  '^(?:hey|hi|hello|hiya|morning|good morning|good evening|wow|oh|ah|yeah|yep|yes|no|nope|ok|okay|sure|great|cool|nice|right|exactly|absolutely|definitely|totally|of course|no problem|no worries|not bad|same here|me too|sounds good|got it|makes sense|done|noted|on it)(?:[,!.]? \\p{L}+){0,2}[.!,]*$',
  "(?:it's been (?:ages|a while|so long)|long time|good to (?:see|hear)|nice to (?:see|hear|meet)|great to (?:see|hear|meet)|what's up|what's new|how are you|how have you been|how's it going|how's everything|guess what|hope you|anything new|one more thing)",
];

/** Offers with which an assistant ends a message, whatever the message was about. */
export const closingOffers = [
  '(?:anything else|any other (?:questions?|concerns?|topics?)|any (?:additional|further|more|specific) (?:advice|information|help|questions?|support|guidance|assistance|details|concerns?)|feel free|let me know|(?:try|review|explore|discuss) (?:another|any|some|more) (?:example|problem|concept|topic|specific|other)|(?:would|do) you (?:like|want|need) (?:me to|any help|more)|how does that sound|does that (?:help|make sense|work))',
];

/** First words of a sentence that refuses what another speaker said. */
export const refusals = [
  '^(?:no|nope|nah|no way|not really)(?=[,.!: ])(?! (?:\\p{L}+ )?(?:more|one|direct|new|other|need|default|config|push|deploy|person)s?(?![\\p{L}]))',
];
