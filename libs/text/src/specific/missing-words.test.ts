import { askedNamesIn } from './asked-names.ts';
import { missingWords } from './missing-words.ts';

const namesOf = (question: string) => askedNamesIn(question).map(({ text }) => text);
const isIn = (question: string, text: string) => askedNamesIn(question).some((name) => name.isIn(text));

describe('the names that a question asks for', () => {
  it.each([
    ['Who leads Heron Four?', ['Heron Four']],
    ['Is the flag "old-basket" still on?', ['old-basket']],
    ['How many nodes has eu-west-2?', ['eu-west-2']],
    ['What broke the VPN in Minsk?', ['Minsk', 'VPN']],
    ['How many guests came on the 14th?', []],
    ['Where did we meet in May 2031?', []],
  ])('%s', (question, names) => expect(namesOf(question).sort()).toEqual([...names].sort()));

  it.each([
    ['Who leads Heron 4?', 'heron four is led by Ida', true],
    ['Who leads Heron 4?', 'heron 40 is led by Ida', false],
    ['Is the flag "old basket" on?', 'flag old-basket: on', true],
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
  ])('are %s', (_, question, texts, missing) => expect(missingWords(question, texts)).toEqual(missing));

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
  ])('are none where %s', (_, question, texts) => expect(missingWords(question, texts)).toEqual([]));
});
