import { AliasQuery, DeclareAliasRequest } from './aliases.ts';
import { KeyRequest } from './keys.ts';
import { MessageSearchRequest, RecallRequest, RecentRequest } from './recall.ts';
import { MemoryInput, MessageInput } from './records.ts';
import { ItemQuery } from './writes.ts';

const lone = 'a\ud800b';
const place = { channel: lone, subchannel: lone, sessionKey: lone };
const item = { channel: lone, content: lone, source: lone, externalId: lone, provenance: { [lone]: lone } };

test.each([
  ['MessageInput', MessageInput, { ...item, ...place, speaker: lone }],
  ['MemoryInput', MemoryInput, { ...item, title: lone, tags: [lone], subject: lone, sourceIds: [lone] }],
  ['KeyRequest', KeyRequest, { name: lone, peers: [lone] }],
  ['DeclareAliasRequest', DeclareAliasRequest, { alias: lone, speakers: [lone] }],
  ['AliasQuery', AliasQuery, { alias: lone }],
  ['ItemQuery', ItemQuery, { channel: lone }],
  ['RecallRequest', RecallRequest, { ...place, query: lone, tags: [lone] }],
  ['MessageSearchRequest', MessageSearchRequest, { query: lone, channel: lone }],
  ['RecentRequest', RecentRequest, { channel: lone, sessionKey: lone }],
])('%s lets no lone surrogate through, in a value or in a key', (_, schema, sent) => {
  const parsed = JSON.stringify(schema.parse(sent));

  expect(parsed).toContain('a\ufffdb');
  expect(parsed).not.toMatch(/\\ud[89a-f]/);
});
