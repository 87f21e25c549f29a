import fc from 'fast-check';
import { MISSING_WORDS_MAX } from '@cairn/contracts';
import { askedNamesIn, isNamedIn, NAMED_CHARS_MAX } from './asked-names.ts';
import { missingWords } from './missing-words.ts';

const namesOf = (question: string) => askedNamesIn(question).map(({ text }) => text);
const codes = (count: number) => Array.from({ length: count }, (_, at) => `a10000${at + 1}`);
const isIn = (question: string, text: string) => askedNamesIn(question).some(isNamedIn(text));

describe('the names that a question asks for', () => {
  it.each([
    ['Who leads Heron Four?', ['Heron Four']],
    ['Is the flag "old-basket" still on?', ['old-basket']],
    ['How many nodes has eu-west-2?', ['eu-west-2']],
    ['What broke the VPN in Minsk?', ['Minsk', 'VPN']],
    ['How many guests came on the 14th?', []],
    ['Where did we meet in May 2031?', []],
    ['Which one is the primary region?', []],
    ['Are two approvals needed?', []],
    ['Why 3 replicas?', []],
    ['After 3 outages, what did we change?', []],
    ['Do we give Quill 30 days to pay?', ['Quill']],
    ['Haben Kunden 3 Wochen Zeit?', []],
    ['Where does our k8s run?', []],
    ['How long is the 90-day trial?', []],
    ['Who runs the e2e-tests?', []],
    ['Is 2TB enough from 10am-5pm?', []],
    ['What was due in Q3-2031?', []],
    ['The worker eu-west-2 stopped with E4017.', []],
    ['Read "old basket". What does E4017 mean?', []],
    ['Are a100001 a100002 a100003 a100004 a100005 a100006 a100007 a100008 up?', codes(8)],
    ['Are a100001 a100002 a100003 a100004 a100005 a100006 a100007 a100008 a100009 up?', []],
  ])('%s', (question, names) => expect(namesOf(question).sort()).toEqual([...names].sort()));

  it.each([
    ['Who leads Heron 4?', 'heron four is led by Ida', true],
    ['Who leads Heron 4?', 'heron 40 is led by Ida', false],
    ['Is the flag "old basket" on?', 'flag old-basket: on', true],
    ['Who cleans Room 12?', 'rooms 11 and 12 are cleaned by Ida', true],
    ['Do we use OAuth2?', 'sign-in by OAuth 2.0', true],
    ['Which files have a SHA256?', 'a SHA-256 for each file', true],
    ['Which port has the eu-west-2 gate?', 'the EU-West-2 gate', true],
    ['Which port has the eu-west-2 gate?', 'the eu-west-20 gate', false],
    ['Who audits our SLA?', 'the service level agreement', true],
    ['Who audits our SLA?', 'the audit of the archive', false],
  ])('%s in "%s"', (question, text, expected) => expect(isIn(question, text)).toBe(expected));
});

describe('the words of a question that no text has together with the others', () => {
  it.each([
    ['an exact name that no text has', 'Who leads Heron Four?', ['Heron Five is led by Ida.'], ['Heron Four']],
    [
      'a name that only a text about something else has',
      'Does the Wren plan include phone support?',
      ['Kite plan: phone support, unlimited seats.', 'Wren plan: ten seats.'],
      ['wren'],
    ],
    [
      'an attribute that only another thing has',
      'torque of the rear axle nut',
      ['Front axle nut: 65 Nm.', 'Rear brake bolts: 27 Nm.'],
      ['rear'],
    ],
    [
      'a year of an event that has others',
      'How much did the 2031 gala raise?',
      ['Gala 2030: 61,000 raised, 240 guests.', 'Gala 2032: 75,500 raised.', 'Blades need two people.'],
      ['2031'],
    ],
    [
      'a day of an event',
      'reason for the 503s on 22 June?',
      ['24 June: 503s for nine minutes.', '21 June: a latency spike.'],
      ['22 June'],
    ],
    [
      'a number of which a text tells something else',
      'How tall is the scaffold at Pier 6?',
      ['Scaffold at Pier 4: 18 metres.', 'Pier 6 is closed to vehicles.'],
      ['Pier 6'],
    ],
    [
      'a cluster that no text names',
      'Kafka retention of the Tokyo cluster',
      ['We left Kafka.', 'Kafka retention: the cluster in Perth has seven days.'],
      ['Tokyo'],
    ],
    [
      'the number of somebody of whom the texts tell other things',
      'phone number of Chen Wei',
      ['Chen Wei prefers chat.', 'Ask Chen Wei on 3 May 2031.'],
      ['phone number'],
    ],
    ['an address of mail', "What is Chen Wei's email address?", ['Chen Wei prefers e-mail.'], ['email address']],
  ])('are %s', (_, question, texts, missing) => {
    expect(missingWords(question, texts)).toEqual(missing);
  });

  it.each([
    [
      'the answer says it in other words',
      'why did we abandon the broker?',
      ['Kafka was too much work.', 'Broker fees rose.'],
    ],
    ['one text has all of them', 'who leads the Wren plan?', ['Ida leads the Wren plan.', 'Ben leads the Kite plan.']],
    [
      'a text is long, so that it is about more',
      'rear axle nut',
      [`Front axle nut. ${'More. '.repeat(80)}`, 'Rear bolts.'],
    ],
    ['there is no text', 'Who leads Heron Four?', []],
    [
      'one text is long, so that it may have the name further on',
      'Who leads Heron Four?',
      ['Heron Five is led by Ida.', 'More. '.repeat(80)],
    ],
    [
      'a task is given',
      'Write to the customers of the Wren plan about phone support.',
      ['Kite plan: phone support.', 'Wren plan: ten seats.'],
    ],
    ['a log is pasted', 'E4017 at worker-31 of eu-west-2\nE4018 at worker-32', ['Worker 31 stopped.']],
    ['a question counts replicas', 'Why 3 replicas?', ['Three replicas survive the loss of one.']],
    ['a question asks for one', 'Which one is the primary region?', ['The primary region is Perth.']],
    ['a question counts approvals', 'Are two approvals needed?', ['Each change needs 2 approvals.']],
    ['a sentence starts with a word before a number', 'After 3 outages, what changed?', ['We left the broker.']],
    ['a code is an abbreviation', 'Where does our k8s run?', ['Kubernetes runs in Perth.']],
    ['a code is a number with a word', 'Is there a 90-day trial?', ['The trial takes 90 days.']],
    ['a code is short for several words', 'Who runs the e2e tests?', ['Ida runs the end-to-end tests.']],
    ['a code is a number with a unit', 'Is 2TB enough?', ['Each host has 2 TB.']],
    [
      'a text without a year may be of that year',
      'Where did we meet in May 2031?',
      ['We meet in Oslo.', 'In May 2030 we were to meet in Rome.'],
    ],
    ['a text about that very day has it', 'Who came on 22 June?', ['22 June: Ida came.', '24 June: Ben came.']],
    ['a thing is called otherwise', 'Where is the Terraform state?', ['tfstate is in the bucket of Perth.']],
    ['a name is spelled otherwise', 'Who is at the Sankt Gallen office?', ['The office in St. Gallen is led by Ida.']],
    [
      'a text has a number',
      'phone number of Chen Wei',
      ['Reach Chen Wei at +49 30 123 456.', 'Chen Wei prefers chat.'],
    ],
    ['a code is written with a version', 'Do we sign in by OAuth2?', ['The sign-in is by OAuth 2.0.']],
  ])('are none where %s', (_, question, texts) => expect(missingWords(question, texts)).toEqual([]));
});

const answered: readonly [question: string, ...texts: string[]][] = [
  // years
  ['Did we finish the migration by 2025?', 'We finished the migration in 2024.'],
  ['When do we have to support IPv6, before 2026?', 'We have to support IPv6 from 2027 on.'],
  ['When was the company founded, 2019?', 'The company was founded in 2018.'],
  ['When did we move to the new hall in 2021?', 'We did move to the new hall in 2020.'],
  ['Since 2021, who was on call?', 'Ben was on call since 2020, Ida since last year.'],
  ['What is the budget for 2026?', 'The budget for 2025 was 30,000.', 'Next year we may spend 40,000.'],
  ['Who led the choir in 2022?', 'Ida led the choir from 2019 to 2024.'],
  ['How much did the gala of 2024 raise?', 'FY24: 75,500 from the dance.', 'Gala 2023: how much did it raise? 61,000.'],
  ['Were there floods in 2013?', 'The floods were in 2014.'],
  ['What changed between 2019 and 2021?', 'What changed in 2020: all moved to Perth.'],
  // versions and other numbers
  ['Do we support node 20?', 'We support node 22 or newer.'],
  ['Do we support Node 20?', 'We support Node 22 or newer.'],
  ['Which images run node 20?', 'Images run node 18 and upwards.'],
  ['Which images run Node 20?', 'Images run Node 18 or later.'],
  ['Why node 22?', 'In April node 20 is at its end of life.'],
  ['Is port 8080 free on the build host?', 'The build host listens on port 9090, and nothing else.'],
  ["Isn't room 12 free?", 'Ida is in room 11, Ben has the one beside it.'],
  ['what did we say about chapter 4', 'Chapter 4 is too long.', 'Chapter 3: what did we say about chapters'],
  ['Who opened room 12?', 'ROOM 12 was unlocked by Ida.', 'Ben opened room 11.'],
  ['What is in Chapter 4?', 'The fourth chapter is on birds.', 'What is in Chapter 3: fish.'],
  ['Who reads chapter 4?', 'Ida has the fourth chapter.', 'Ben reads chapter 3.'],
  ['Who guards gate 3?', 'Gate three: Ida.', 'Ben guards gate 2.'],
  ['What happens in step 3?', 'What happens in steps 1 to 4: a build.', 'What happens in step 5: a test.'],
  ['How many people fit in room 12?', 'All rooms fit 10 people, even room 11.'],
  ['Who works on the top 10 list?', 'Top 20 list: Ida works on it.'],
  ['What is the difference from phase 1 to phase 2?', 'The difference is in phase 3 alone.'],
  ['Why did we move to Node 22?', 'Node 20 is at its end of life in April, so we moved.'],
  ['How long is sprint 14?', 'Each sprint takes two weeks.', 'Sprint 13 was long.'],
  ['How many points were done in sprint 14?', 'Done in sprint 13: 20 points; this sprint: 25 points.'],
  ['What changed in version 2?', 'v2: faster reads.', 'version 1: nothing changed'],
  // clusters, sites, plans and contracts
  ['Which Postgres cluster is the primary one?', 'pg-1 is the primary database cluster.'],
  ['Where does the Kafka cluster run?', 'Our brokers run on three hosts.', 'The Redis cluster has six nodes.'],
  ['How big is the Redis cluster?', 'The cache has six nodes.', 'The Kafka cluster has three.'],
  ['What is our Kubernetes cluster called?', 'The k8s cluster is called Heron.', 'The Heron cluster is new.'],
  ['What does the Pro plan cost?', 'Professional: 40 a month.', 'Kite plan: 20 a month.'],
  ['What is the Marketing plan?', 'We advertise in May.'],
  ['Who leads the Berlin office?', 'Ida leads our German branch.', 'The Paris office is led by Ben.'],
  ['Who leads the Prague office?', 'The Czech office: Ida leads it.'],
  ['Who signed the Acme contract?', 'ACME Corp: signed by Ida.', 'Heron contract: signed by Ben.'],
  // contacts
  ['Why do we mask the phone number in logs?', 'We mask it in logs because of the GDPR.'],
  ['Where is the email address validated?', 'It is validated in signup.ts, by Zod.'],
  ['Which column holds the phone number?', 'It is in the column contact of customers.'],
  ['Who removed the email address field from the form?', 'Ben removed that field from the form.'],
  ['What is a valid email address?', 'One that RFC 5322 allows.'],
  ['What is the phone number of the front desk?', 'Front desk: call 112.'],
  ["What is Ida's email address?", 'Ida: ida [at] heron'],
  ["What's Ida's mobile number?", 'The mobile number of Ida is on the door.'],
  // days
  ['What did Ida promise on 3 May?', 'I promise to send the slides by 5 May, Ida wrote.', 'ok'],
  ['How many people came on day 2?', 'Day 1: 40 people came.', 'On the second day 30 people came'],
  ['Who opened the gate on 22 June?', '2031-06-22: Ida.', 'Ben opened the gate on 24 June.'],
  ['Who opened the gate on 22 June?', 'On the 22nd it was Ida.', 'Ben opened the gate on 24 June.'],
  ['Who opened the gate on June 22?', 'June 20-23: Ida.', 'Ben opened the gate on 24 June.'],
  ['Was the gate open on 22 June?', 'The gate was open on 24 June alone.'],
  ['When is the fair, on 3 May?', 'The fair is on 5 May.'],
];

it.each(answered)('none are missing where a text answers: %s', (question, ...texts) => {
  expect(missingWords(question, texts, { isTalk: true })).toEqual([]);
});

it('takes a message of the asked day for an answer, without a date in its words', () => {
  const texts = [
    'I will bring the slides.',
    'What I promise by mail on 5 May is nothing.',
    'I promise a talk on 6 May.',
  ];
  const ask = (question: string, ...times: number[]) => missingWords(question, texts, { isTalk: true, times });

  expect(ask('What did Ida promise on 3 May?')).toEqual(['3 May']);
  expect(ask('What did Ida promise on 3 May?', Date.UTC(2031, 4, 9, 8))).toEqual(['3 May']);
  expect(ask('What did Ida promise on 3 May?', Date.UTC(2031, 4, 9, 8), Date.UTC(2031, 4, 3, 8))).toEqual([]);
});

it.each([
  ["what's Ludo's mobile number?", ['Ludo has his birthday on 8 June.\ncase-12345678-1234-5678'], ['mobile number']],
  ['How much did the 2023 gala raise?', ['case-1234-5678\nGala 2022: 61,000 raised.'], ['2023']],
  ['What is the phone number for the hotel?', ['The hotel has 40 rooms.'], ['phone number']],
  ['email address of Ida', ['Ida prefers chat.'], ['email address']],
  ['Who leads the Berlin office?', ['Paris office: Ida leads it.', 'Ben is in sales.'], ['Berlin']],
  [
    'what was the outcome of experiment 31B',
    ['Experiment 32: no effect.', 'Experiment 31A: 4.1 percent.'],
    ['experiment 31B'],
  ],
])('are those of a question that the texts do not answer: %s', (question, texts, missing) => {
  expect(missingWords(question, texts, { isTalk: true })).toEqual(missing);
});

it('counts words that are scattered over a talk as said together, but no name of another thing', () => {
  const plans = ['Kite plan: phone support, unlimited seats.', 'Wren plan: ten seats.'];

  expect(missingWords('Does the Wren plan include phone support?', plans, { isTalk: true })).toEqual([]);
  expect(missingWords('How tall is Pier 6?', ['Pier 4 is tall.'], { isTalk: true })).toEqual(['Pier 6']);
});

it('names eight missing words at most', () => {
  const words = 'amber birch cedar daisy ember fable gravel harbor island juniper'.split(' ');
  const texts = ['The quiet lantern.', ...words.map((word) => `The ${word}.`)];

  const missing = missingWords(`Which quiet lantern has ${words.join(' ')}?`, texts);

  expect(missing).toEqual(words.slice(0, MISSING_WORDS_MAX));
});

describe('the work for a question', () => {
  /** A list that counts how often its texts are read. */
  function countedReads(texts: readonly string[]) {
    let reads = 0;
    const counted = texts.map(() => '');
    texts.forEach((text, at) => Object.defineProperty(counted, at, { get: () => ((reads += 1), text) }));
    return { counted, reads: () => reads };
  }

  it('does not grow with the names of the question times the texts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 30 }), (names, count) => {
        const { counted, reads } = countedReads(Array.from({ length: count }, () => 'The worker stopped.'));

        const missing = missingWords(`Are ${codes(names).join(' ')} up?`, counted);

        expect(missing).toEqual(codes(names));
        expect(reads()).toBe(2 * count);
      }),
    );
  });

  it('ends at once for a question or a text of 100 KB', () => {
    const { counted, reads } = countedReads(['The worker stopped.']);
    const hostile = Array.from({ length: 12_500 }, (_, at) => `a${100_000 + at}`).join(' ');

    expect(askedNamesIn(`Are ${hostile} up?`)).toEqual([]);
    expect(missingWords(`Are ${hostile} up?`, counted)).toEqual([]);
    expect(missingWords('Is a100001 up?', [hostile])).toEqual([]);
    expect(reads()).toBe(1);
  });

  it('is for the beginning of a text alone', () => {
    const [name] = askedNamesIn('Is a100001 up?');

    expect(isNamedIn(`${' '.repeat(NAMED_CHARS_MAX - 8)}a100001`)(name!)).toBe(true);
    expect(isNamedIn(`${' '.repeat(NAMED_CHARS_MAX)}a100001`)(name!)).toBe(false);
  });
});
