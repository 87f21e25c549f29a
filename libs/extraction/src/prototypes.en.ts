import type { ExtractedKind } from './extracted.ts';

/**
 * Maps each kind to typical sentences of it, and `none` to talk that is not worth keeping. The embedding model compares
 * statements with these sentences.
 */
export const prototypes: Readonly<Record<ExtractedKind | 'none', readonly string[]>> = {
  decision: [
    'We decided to keep the queue in Postgres instead of adding Kafka.',
    "Let's go with the second option for the launch.",
    'Agreed, the migration moves to next quarter.',
    'We will use feature flags rather than long branches.',
    'I have chosen the smaller apartment near the office.',
  ],
  rule: [
    'Never push directly to main.',
    'Always run the linter before you commit.',
    'From now on answer me in short sentences.',
    'Nobody may change the production config without a review.',
    'Every migration must have a way back.',
  ],
  correction: [
    'No, the staging database is on port 5433, not 5432.',
    "Actually it's Tuesday, I mixed up the days.",
    "That's wrong, the token expires after one hour.",
    'The docs are outdated: the flag was renamed.',
  ],
  preference: [
    'I prefer short answers with examples.',
    "I'd rather pair in the morning than in the afternoon.",
    'My favourite editor is Vim.',
    'I like small pull requests.',
    'We prefer plain SQL over an ORM.',
  ],
  lesson: [
    'It turned out that the cache was never invalidated.',
    'The build failed because the lockfile was stale; deleting it fixed it.',
    'The root cause was a missing index.',
    'Next time we warm up the workers before we switch the traffic.',
  ],
  fact: [
    'The billing service runs on port 8080 in Frankfurt.',
    'My sister lives in Toronto and teaches maths.',
    'The nightly export takes about forty minutes.',
    'I adopted a dog last month.',
    'The API key rotates every ninety days.',
  ],
  goal: [
    "I'll send the draft by Friday.",
    'We want to ship the beta before the end of May.',
    'The deadline for the audit is 14 March.',
    'I plan to run a marathon next year.',
  ],
  relation: [
    'Ana owns the billing service.',
    'The checkout depends on the ledger API.',
    'The platform team is responsible for the cluster.',
    'Questions about payroll go to Sam.',
  ],
  none: [
    'Sounds great, thanks!',
    'Can you run the tests again?',
    'Let me have a look at the file.',
    'How was your weekend?',
    'I am glad that it worked out for you.',
    'Okay, one moment please.',
    'It might be something else, I am not sure.',
  ],
};
