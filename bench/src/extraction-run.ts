import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { extractFrom, type ConversationMessage, type Embed, type Extracted } from '@cairn/extraction';
import { ownQuotes, scoreSession, sessionsText, share } from './extraction-score.ts';
import {
  messagesOf,
  readConversations,
  readObservations,
  readStatedIds,
  readStatedTexts,
  type JudgedSession,
  type StatedText,
} from './extraction-sets.ts';

/** Extracts from judged sessions and compares with their authors. */
export async function measureSessions(sessions: readonly JudgedSession[], embed?: Embed): Promise<string> {
  const scores = [];
  for (const session of sessions) scores.push(scoreSession(session, await extractFrom(messagesOf(session), { embed })));
  return `own sessions\n${sessionsText(scores)}`;
}

/** Measures on the public sets that the folder has. */
export async function measurePublicSets(data: string, embed?: Embed): Promise<string> {
  const has = (set: string) => existsSync(join(data, set));
  const lines = [
    has('locomo') ? await measureObservations(join(data, 'locomo/dev'), embed) : [],
    ...(await Promise.all(
      ['beam', 'beam500k'].filter(has).map((set) => measureStandingWords(set, join(data, set, 'dev'), embed)),
    )),
    has('graph')
      ? await measureStatements('graph', readStatedTexts(join(data, 'graph/dev/memories.jsonl')), embed)
      : [],
    has('statements')
      ? await measureStatements('statements', readStatedTexts(join(data, 'statements/dev.jsonl')), embed)
      : [],
  ];
  return lines.flat().join('\n');
}

const PROPOSALS_PER_100_MAX = 40;

/** Share of the source messages of hand-made observations that are in a proposal, at most 40 a 100 messages, the most certain first. */
async function measureObservations(folder: string, embed: Embed | undefined): Promise<string[]> {
  const sessions = readConversations(folder);
  const observed = new Set(readObservations(folder).keys());
  const { proposals, messages, cpuMs } = await extractAll(sessions, embed);
  const kept = proposals
    .toSorted((one, other) => other.certainty - one.certainty)
    .slice(0, Math.floor((messages * PROPOSALS_PER_100_MAX) / 100));
  const quoted = idsIn(kept);
  const found = [...observed].filter((id) => quoted.has(id)).length;
  return [
    `locomo: ${share(found, observed.size)} of ${observed.size} source messages in ${((100 * kept.length) / messages).toFixed(1)} proposals a 100 messages, ${share(kept.filter((one) => ownQuotes(one).some(({ messageId }) => observed.has(messageId))).length, kept.length)} of these of a source; ${cpuMs.toFixed(2)} ms of processor a message`,
  ];
}

/** Share of the messages that state an instruction or a preference that are in a proposal. */
async function measureStandingWords(set: string, folder: string, embed: Embed | undefined): Promise<string[]> {
  const { proposals, messages, cpuMs } = await extractAll(readConversations(folder), embed);
  const quoted = idsIn(proposals);
  const lines = ['instruction_following', 'preference_following'].map((kind) => {
    const stated = readStatedIds(folder, kind);
    return `${set} ${kind}: ${share(stated.filter((id) => quoted.has(id)).length, stated.length)} of ${stated.length}`;
  });
  return [
    ...lines,
    `${set}: ${((100 * proposals.length) / messages).toFixed(1)} proposals a 100 messages; ${cpuMs.toFixed(2)} ms of processor a message`,
  ];
}

/** Share of the sentences that state a relation, each said in a chat, that are proposed; and of those that state none. */
async function measureStatements(
  name: string,
  texts: readonly StatedText[],
  embed: Embed | undefined,
): Promise<string[]> {
  const { proposals } = await extractAll([chatOf(texts)], embed);
  const [quoted, related] = [idsIn(proposals), idsIn(proposals.filter(({ kind }) => kind === 'relation'))];
  const [stating, others] = [
    texts.filter(({ isRelation }) => isRelation),
    texts.filter(({ isRelation }) => !isRelation),
  ];
  const shareIn = (some: readonly StatedText[], ids: ReadonlySet<string>) =>
    `${share(some.filter(({ id }) => ids.has(id)).length, some.length)} of ${some.length}`;
  return [
    `${name}: proposed ${shareIn(stating, quoted)}, as a relation ${shareIn(stating, related)}; without a relation ${shareIn(others, related)} as one`,
  ];
}

/** Makes a chat of sentences: each is one message, after another message that asks for it. */
const chatOf = (texts: readonly StatedText[]): ConversationMessage[] =>
  texts.flatMap(({ id, text }) => [
    { id: `${id}/asked`, role: 'user', speaker: 'Ben', content: 'Anything that we should know?', timestamp: CHAT_MS },
    { id, role: 'user', speaker: 'Ana', content: `${text}`, timestamp: CHAT_MS },
  ]);
const CHAT_MS = Date.UTC(2026, 2, 2);

const idsIn = (proposals: readonly Extracted[]): ReadonlySet<string> =>
  new Set(proposals.flatMap((one) => ownQuotes(one).map(({ messageId }) => messageId)));

/** Extracts from sessions; the processor time without the model. */
async function extractAll(sessions: readonly (readonly ConversationMessage[])[], embed: Embed | undefined) {
  const proposals: Extracted[] = [];
  let embedding = 0;
  const timed: Embed | undefined =
    embed &&
    (async (texts) => {
      const from = process.cpuUsage();
      const vectors = await embed(texts);
      embedding += msOf(process.cpuUsage(from));
      return vectors;
    });
  const from = process.cpuUsage();
  for (const session of sessions) proposals.push(...(await extractFrom(session, { embed: timed })));
  const messages = sessions.reduce((sum, { length }) => sum + length, 0);
  return { proposals, messages, cpuMs: (msOf(process.cpuUsage(from)) - embedding) / messages };
}

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
