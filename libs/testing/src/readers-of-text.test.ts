import {
  analyserOf,
  askedRoleOf,
  asksForName,
  asksForNumber,
  asksForTime,
  callsIn,
  chunkText,
  claimsOf,
  findEvent,
  handoffOf,
  headingsAt,
  judgeAll,
  matchesTrigger,
  nameKey,
  newestAnalyser,
  normsToStore,
  openQuestionsIn,
  readAction,
  readNames,
  readRule,
  readText,
  textFeaturesOf,
  textRelationOf,
  timeRangesIn,
  topicOf,
  wordsOfAction,
} from '@cairn/text';
import { answeringSentenceOf } from '@cairn/text/answering-sentence';
import { hostileTextContract } from './hostile-text.ts';

const analyser = analyserOf(newestAnalyser('english'));
const aRuling = (content: string) => ({
  rule: readRule({ title: 'Never push', content }),
  triggers: ['git push *', '*a*a*'],
  isBinding: true,
  isTrusted: true,
  likeness: 0.5,
});
const known = aRuling('Never push `a` to main. Use <file> instead. Branches must start with feature/.');

const givenNorms = {
  ...known,
  rule: readRule({
    ...{ title: 'Never push', content: 'At most 3 minutes.' },
    forbids: [
      {
        ...{ names: ['git push --force', 'a/**', '*.a', 'DELETE FROM a', 'a(', 'a <file> ... *a* <b>', 'POST /a'] },
        ...{ words: ['customer data'], verbs: ['send', 'force push'], within: ['a', 'a/', 'in the morning'] },
        ...{ environments: ['local'], without: ['WHERE', 'an approval'], except: ['b', 'between 1:00 and 2:00'] },
        number: { above: 3 },
      },
    ],
  }),
};

const signNorms = {
  ...known,
  rule: readRule({
    ...{ title: 'Signs', content: 'Never.' },
    forbids: [
      { names: ['==', '*', '??'], within: ['*='], without: ['*'] },
      { names: ['=*', '/'], without: ['**='], except: ['*='] },
    ],
  }),
};

hostileTextContract('libs/text', {
  units: [
    '?"',
    '..<',
    '"<',
    ' # ',
    '--\n',
    '`a`, ',
    'in a ',
    'are used ',
    'said Ann, ',
    'week of ',
    'may 1 ',
    '-_',
    '-exec find ',
    'cd a; ',
  ],
  readers: {
    'queries, as the word index asks': (text) => analyser.query(text),
    'chunks for a model': (text) =>
      chunkText(text, { maxTokens: 128, countTokens: ({ length }) => Math.ceil(length / 4) }),
    'the hand-off of a session': (text) =>
      ['user', 'assistant', 'tool'].map((role) =>
        handoffOf([{ role, content: text, toolCalls: [{ act: 'run', target: text.slice(0, 500) }] }]),
      ),
    headings: (text) => headingsAt(text, text.length),
    'those who are called': callsIn,
    'names of speakers': (text) =>
      readNames(text, ['Ann Lee', 'a a', 'Bo'], [{ alias: 'Annie', speakers: ['Ann Lee'] }]),
    'the key of a name': nameKey,
    'the answer that a question asks for': (text) =>
      [asksForName, asksForNumber, asksForTime, askedRoleOf, findEvent].map((asks) => asks(text)),
    'open questions': openQuestionsIn,
    'the sentence that answers a question': (text) => [
      answeringSentenceOf({ question: 'When does a A open?', text }),
      answeringSentenceOf({ question: text, text: 'The harbour opens at six. a A is 1.' }),
    ],
    'claims and topics': (text) => [claimsOf(text).map((claim) => ({ ...claim })), topicOf(text)],
    'relations of two statements': (text) => textRelationOf(readText(text), readText(`${text} 3`)),
    'features of a message': (text) => textFeaturesOf({ content: text, timestamp: 0 }),
    times: (text) => timeRangesIn(text, { at: 1_700_000_000_000, timeZone: 'UTC' }),
    'a statement in SQL': (text) => readAction(`select ${text}`),
    'a shell script': (text) => readAction(`rm ${text}`),
    'commands that find runs': (text) => readAction(`find ${text}`),
    'a shell script in substitutions': (text) => readAction(`rm x$(${text.replaceAll('a', '`b ')}`),
    'an edit': (text) => judgeAll(readAction(`edit a/b.ts: ${text}`), [known]),
    'an edit before given norms': (text) => judgeAll(readAction(`edit a/b.ts: ${text}`), [givenNorms]),
    'an action before norms of signs': (text) => judgeAll(readAction(text), [signNorms]),
    'a sentence that says what is done': (text) => judgeAll(readAction(`I ${text}`), [known]),
    'norms to store': (text) =>
      normsToStore({ title: text, content: `Never run \`${text}\`.`, category: 'rule', actionTriggers: [text] }),
    'words of an action': (text) => wordsOfAction(readAction(`edit a/b.ts: ${text}`)),
    'a rule': (text) => judgeAll(readAction('git push a main'), [aRuling(`Never ${text}`)]),
    'a text that triggers are sought in': (text) =>
      ['*a*b*c', 'a*', '*a', '*a'.repeat(100), `${'a'.repeat(199)}b`].map((trigger) => matchesTrigger(trigger, text)),
    'a trigger': (text) => matchesTrigger(text, `${text}b`),
    'a text that a template is sought in': (text) =>
      judgeAll(readAction(`edit a/b.ts: ${text}`), [aRuling('Never use `a <file> ... *a* <b>`.')]),
  },
});
