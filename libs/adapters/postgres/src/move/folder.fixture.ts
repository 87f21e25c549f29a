import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteEmbeddingStore, SqliteOutbox, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { SqlAliases, SqlFeedback, SqlIdentity, SqlLifecycle } from '@cairn/adapter-sql';
import { scopeOf, type ItemId, type Principal } from '@cairn/contracts';
import {
  aChunk,
  aColleagueOf,
  aNewMemory,
  aNewMessage,
  aPrincipal,
  saying,
  SettableClock,
  someScopes,
} from '@cairn/testing';

export const MODEL = 'test-model';
export const FIRST_ANSWER = { key: 'once \0 \u0010', requestHash: 'h' };

/** All of the embedded truth over a folder. */
export async function openFolder(dataDir: string) {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  return {
    truth: new SqliteTruth({ threads, clock }),
    identity: new SqlIdentity({ store: new SqliteStore({ threads, clock }), clock, peerPrefixes: ['coach'] }),
    outbox: new SqliteOutbox({ threads, clock }),
    aliases: new SqlAliases(new SqliteStore({ threads, clock })),
    feedback: new SqlFeedback(new SqliteStore({ threads, clock })),
    lifecycle: new SqlLifecycle(new SqliteStore({ threads, clock })),
    store: new SqliteEmbeddingStore({ threads, clock }),
    close: () => threads.close(),
  };
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

/** A folder that nobody holds, with something of everything that a truth can hold. */
export async function aFullFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-'));
  const folder = await openFolder(dataDir);
  const filled = await fill(folder);
  await folder.close();
  changeState(dataDir);
  return { dataDir, ...filled, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function fill({ truth, identity, outbox, aliases, feedback, lifecycle, store }: Folder) {
  const { orgId } = await identity.firstOrganisation();
  const newKey = (name: string) => identity.createKey({ orgId, name, kind: 'person', role: 'writer', peers: ['*'] });
  const [kept, revoked] = [await newKey('Ada'), await newKey('Grace')];
  await identity.revokeKey(aPrincipal({ orgId }), revoked.summary.keyId);
  const ada = (await identity.authenticate(kept.key)) as Principal;
  const eve = aPrincipal({ peerPrefixes: ['coach'] });
  const writers = [ada, aColleagueOf(ada), eve];

  const memories: ItemId[] = [];
  for (const writer of writers) {
    const receipts = await truth.write(writer, itemsOfAllSorts(writer));
    memories.push(...receipts.filter(({ kind }) => kind === 'memory').map(({ id }) => id as ItemId));
  }
  await truth.write(ada, [aNewMessage({ content: 'said once' })], FIRST_ANSWER);
  const [gone, embedded] = [aNewMemory({ title: 'To be forgotten' }), aNewMessage({ content: 'kept by meaning' })];
  await truth.write(ada, [gone, embedded]);
  await truth.forget(scopeOf(ada), ada, 'memory', gone.id);
  await store.keep({ orgId, kind: 'message', id: embedded.id }, MODEL, 'hash', [aChunk(1), aChunk(2)]);
  await aliases.declare(ada, { key: 'bob', alias: 'Bob', speakers: ['Robert Kim'] });
  await feedback.give(scopeOf(ada), memories[0]!, 'helpful');
  await feedback.weigh(orgId, memories[0]!);
  const act = { scope: scopeOf(ada), author: ada, id: memories[0]!, ifVersion: 1 };
  await lifecycle.supersede(act, aNewMemory({ title: 'The successor' }));
  await buryOne(outbox);
  return { kept, revoked, ada, memories, gone, embedded, scopes: someScopes(writers) };
}

const channels = [undefined, 'dev', 'coach:1', 'coach:2'];
const visibilities = [undefined, 'org', 'private', 'team'] as const;

/** Every visibility and channel, sessions, speakers, times, lists, and texts that a database would rather not have. */
const itemsOfAllSorts = (writer: Principal) =>
  Array.from({ length: 32 }, (_, at) => {
    const channel = channels[at % 4];
    const wanted = visibilities[Math.floor(at / 4) % 4];
    const visibility = wanted ?? (channel?.startsWith('coach') ? ('peer' as const) : undefined);
    const common = {
      ...(channel && { channel }),
      timestamp: at * 1000,
      provenance: { at: `${at}`, nul: '\0' },
      externalId: `${writer.principalId} ${at}`,
    };
    const content = `zebra ${at} \0 \u0010 ä "quoted" \\ 😀 ${at / 3}`;
    return at % 2
      ? aNewMemory(
          {
            ...common,
            content,
            tags: ['a', 'ü\0'],
            valence: -1 / 3,
            validFrom: at,
            subject: 'zebras',
            sourceIds: [`${writer.principalId} ${at - 1}`, 'nobody \0'],
          },
          { ...(visibility && { visibility }) },
        )
      : aNewMessage(
          { ...common, content, sessionKey: `s${at % 3}`, speaker: `Speaker ${at % 5}`, role: 'assistant' as const },
          {
            ...(visibility && { visibility }),
            says: saying('time', 'name'),
            told: { from: at, to: at + 1 },
            calls: { version: 1, names: [{ name: 'Bob', who: 'self' }] },
          },
        );
  });

async function buryOne(outbox: SqliteOutbox): Promise<void> {
  const [delivery] = await outbox.claim(['memory.written.vectors'], 1, 60_000);
  await outbox.bury(delivery!.id, 'it \0 would not');
}

/** States that no command of today makes. */
function changeState(dataDir: string): void {
  const file = new DatabaseSync(join(dataDir, 'cairn.db'));
  file.exec(
    "update item set state = 'archived', version = 7, strength = 0.1 where kind = 'memory' and state = 'active' and seq % 5 = 0",
  );
  file.close();
}
