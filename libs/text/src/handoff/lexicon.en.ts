/** First words of a request to an agent. A sentence that begins with one of them, or with "please", asks for work. */
export const orders = [
  ...['add', 'allow', 'apply', 'ask', 'build', 'bump', 'change', 'check', 'clean', 'close', 'commit', 'compare'],
  ...['convert', 'copy', 'create', 'debug', 'delete', 'deploy', 'describe', 'design', 'disable', 'document', 'draft'],
  ...['enable', 'explain', 'extend', 'extract', 'figure out', 'find', 'finish', 'fix', 'generate', 'give', 'handle'],
  ...['have a look', 'help', 'implement', 'improve', 'install', 'investigate', 'look', 'make', 'measure', 'merge'],
  ...['migrate', 'move', 'open', 'optimise', 'optimize', 'port', 'prepare', 'print', 'profile', 'push', 'put', 'read'],
  ...['rebase', 'refactor', 'release', 'remove', 'rename', 'replace', 'reproduce', 'revert', 'review', 'rewrite'],
  ...['run', 'search', 'send', 'set', 'ship', 'show', 'simplify', 'split', 'start', 'stop', 'summarise', 'summarize'],
  ...['switch', 'take', 'tell', 'test', 'translate', 'try', 'turn', 'update', 'upgrade', 'use', 'verify', 'wire'],
  ...['write'],
];

/** Phrases of a request within a sentence. */
export const requests = [
  ...['please', 'can you', 'could you', 'would you', 'will you', 'i need', 'we need', 'i want', 'we want', "i'd like"],
  ...['i would like', "we'd like", 'make sure', 'your task', 'the task is', 'the goal is', 'the plan is'],
];

/** Phrases by which people decide. Phrases of rules and preferences are matched elsewhere. */
export const decisions = [
  ...["let's use", "let's go with", "let's keep", "let's do", "let's stay", "let's not", "let's drop", "let's take"],
  ...[
    "let's never",
    "let's always",
    'we never',
    'we always',
    "we'll use",
    'we will use',
    "we'll go with",
    'we go with',
  ],
  ...["we'll keep", 'we keep', 'we decided', "we've decided", 'we agreed', 'we chose', 'decided to', 'decided on'],
  ...['decided against', 'decision:', 'decision is', 'agreed:', 'agreed,', 'go with', 'going with', 'went with'],
  ...['i decided', 'i chose', 'i opted', 'opted for', 'settled on', 'we stay with', 'we stick', 'stick with'],
  ...['instead of', 'rather than', 'final answer', 'we are keeping', "we're keeping", "we're dropping"],
];

/** Phrases that offer a choice and decide nothing. */
export const offers = [
  ...['we could', 'you could', 'i could', 'could also', 'should we', 'should i', 'shall we', 'shall i', 'would you'],
  ...['do you want', 'do you prefer', 'option a', 'option b', 'option 1', 'option 2', 'options are', 'alternatively'],
  ...['another option', 'one option', 'either', 'might want', 'if you want', "if you'd like", 'if you prefer'],
  ...['what if', 'if we', 'if i', 'imagine', 'maybe', 'wanted to', 'thought about', 'i believe'],
  ...['i recommend', 'i suggest', 'i would recommend', "i'd recommend", "i'd suggest"],
];

/**
 * Verbs of finished work. A sentence of an assistant reports a change if it begins with such a verb, or with "I" and
 * such a verb.
 */
export const doneVerbs = [
  ...['added', 'adjusted', 'applied', 'bumped', 'changed', 'cleaned up', 'committed', 'converted', 'created', 'cut'],
  ...['deleted', 'deployed', 'disabled', 'documented', 'enabled', 'extended', 'extracted', 'fixed', 'implemented'],
  ...['installed', 'merged', 'migrated', 'moved', 'opened', 'ported', 'pushed', 'put', 'raised', 'rebased'],
  ...[
    'refactored',
    'released',
    'removed',
    'renamed',
    'replaced',
    'reverted',
    'rewrote',
    'set',
    'shipped',
    'simplified',
  ],
  ...['split', 'switched', 'turned', 'updated', 'upgraded', 'wired', 'wrote'],
];

/** Phrases for a failure or its cause. */
export const failures = [
  ...['fails', 'failed', 'failing', 'fail with', 'does not work', "doesn't work", 'did not work', "didn't work"],
  ...['is broken', 'was broken', 'broke', 'crashes', 'crashed', 'throws', 'threw', 'hangs', 'timed out', 'times out'],
  ...['it turned out', 'turns out', 'root cause', 'the problem was', 'the problem is', 'the cause was', 'the bug was'],
  ...['the cause is', 'the bug is', 'the issue was', 'the issue is', 'regression', 'out of memory', 'deadlock'],
];

/** Phrases that say that nothing fails. */
export const successes = [
  ...['no failures', 'not fail', 'no longer fails', 'no longer fail', 'nothing failed', 'without failing', '0 failed'],
  ...['0 failing', 'none failed', 'never fails', 'fixed the failing', 'no longer crashes', 'no longer hangs'],
];

/** First words of a sentence that supposes a failure, and phrases that announce work on a failure. */
export const suppositions = ['if', 'when', 'whenever', 'unless', 'until', "i'll", 'i will', 'let me', 'understood'];

/** Phrases for work that is left. */
export const leftovers = [
  ...['still need', 'still needs', 'still have to', 'still has to', 'still open', 'still missing', 'still to do'],
  ...['remains to', 'is left', 'are left', 'left to do', 'to do:', 'todo', 'next step', 'next steps'],
  ...['not yet', "haven't", "hasn't", 'have not', 'has not been', 'follow-up', 'follow up', 'blocked on', 'blocked by'],
  ...[
    'waiting for',
    'wait for',
    'pending',
    'tomorrow',
    'next week',
    'on monday',
    'will do',
    'later today',
    'i stopped',
  ],
  ...['is unclear', 'not decided', 'open question', 'to be decided', 'needs a decision', 'needs review'],
];

/** Phrases for a promise or a date that somebody waits for. */
export const promises = [
  ...['i promised', 'we promised', 'have promised', 'has promised', 'i told', 'we told', 'let me forget', 'remind me'],
  ...['deadline', 'is due', 'are due', 'due on', 'due by', 'need it by', 'needs it by', 'need it on', 'has to be with'],
  ...['must be with', 'we go live', 'goes live', 'will be out by', 'will be done by', 'by tomorrow', 'by friday'],
  ...['by monday', 'by tuesday', 'by wednesday', 'by thursday', 'by the end of'],
];

/** Whole messages that agree, thank or go on, and ask nothing of their own. */
export const acknowledgements = [
  ...['yes', 'yep', 'yeah', 'ok', 'okay', 'no', 'nope', 'sure', 'thanks', 'thank you', 'great', 'perfect', 'nice'],
  ...[
    'good',
    'looks good',
    'looks good to me',
    'lgtm',
    'continue',
    'go on',
    'go ahead',
    'proceed',
    'do it',
    'please do',
  ],
  ...['sounds good', 'cool', 'awesome', 'right', 'correct', 'exactly', 'got it', 'hi', 'hello', 'hey', 'good morning'],
  ...['yes please', 'ok go', 'please continue', 'keep going', 'next', 'resume', 'y', 'n'],
];
