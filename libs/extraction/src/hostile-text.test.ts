import { englishReader, type StatementReader } from '@cairn/graph';
import { hostileTextContract } from '@cairn/testing';
import { candidatesOf } from './candidates.ts';
import { extractedOf } from './extract-from.ts';

let readRelations: StatementReader;
beforeAll(async () => {
  readRelations = await englishReader();
});

const extract = (content: string) => {
  const messages = [
    { id: 'a', role: 'user', content, timestamp: 1 },
    { id: 'b', role: 'assistant', content },
    { id: 'c', role: 'user', content: `yes ${content}` },
  ];
  return extractedOf(candidatesOf(messages, readRelations));
};

hostileTextContract('libs/extraction', {
  units: [
    'never ',
    'we decided ',
    'no, ',
    'by friday ',
    ', can ',
    'I prefer a, ',
    '> a\n',
    '$ a\n',
    'hey Ann, ',
    '"a b ',
    'it is great! ',
    'that one with them ',
    'we decided to keep it. ',
  ],
  readers: { 'memories of a conversation': extract },
});
