import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteOutbox, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import {
  Identity,
  callsOf,
  imports,
  invitations,
  teams,
  closedChannels,
  auditLog,
  checkpoints,
  feedback,
  ruleStops,
  useCounts,
  webhooks,
  extractions,
  proposals,
  aliases,
  knowledgeBases,
  lifecycle,
  links,
  oauthGrants,
  graphCorrections,
  forgetting,
  retention,
  continueForgetting,
  notes,
  putNote,
  embeddingStore,
  keepChunks,
  keys,
  organisations,
  settings,
} from '@cairn/store';
import type { ItemId, MessageId } from '@cairn/contracts';
import { scopeOf, teamWordOf, type Principal } from '@cairn/domain';
import { aChunk } from '@cairn/store/contract';
import {
  aCheckpoint,
  aColleagueOf,
  aMemoryId,
  aNewMemory,
  aNewNote,
  aNewMessage,
  aPrincipal,
  mentionsOf,
  SettableClock,
  someScopes,
} from '@cairn/testing';

export const MODEL = 'test-model';
export const FIRST_ANSWER = { key: 'once \0 \u0010', requestHash: 'h' };

/** The embedded truth over a folder. */
export async function openFolder(dataDir: string) {
  const clock = new SettableClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  return {
    truth: new SqliteTruth({ threads, clock }),
    identity: new Identity({ store: new SqliteStore({ threads, clock }), clock }),
    keys: callsOf(keys, new SqliteStore({ threads, clock })),
    settings: callsOf(settings, new SqliteStore({ threads, clock })),
    outbox: new SqliteOutbox({ threads, clock }),
    auditLog: callsOf(auditLog, new SqliteStore({ threads, clock })),
    aliases: callsOf(aliases, new SqliteStore({ threads, clock })),
    corrections: callsOf(graphCorrections, new SqliteStore({ threads, clock })),
    feedback: callsOf(feedback, new SqliteStore({ threads, clock })),
    uses: callsOf(useCounts, new SqliteStore({ threads, clock })),
    checkpoints: callsOf(checkpoints, new SqliteStore({ threads, clock })),
    retentions: callsOf(retention, new SqliteStore({ threads, clock })),
    forgetting: callsOf(forgetting, new SqliteStore({ threads, clock })),
    lifecycle: callsOf(lifecycle, new SqliteStore({ threads, clock })),
    links: callsOf(links, new SqliteStore({ threads, clock })),
    notes: callsOf(notes, new SqliteStore({ threads, clock })),
    organisations: callsOf(organisations, new SqliteStore({ threads, clock })),
    knowledgeBases: callsOf(knowledgeBases, new SqliteStore({ threads, clock })),
    ruleStops: callsOf(ruleStops, new SqliteStore({ threads, clock })),
    imports: callsOf(imports, new SqliteStore({ threads, clock })),
    grants: callsOf(oauthGrants, new SqliteStore({ threads, clock })),
    invitations: callsOf(invitations, new SqliteStore({ threads, clock })),
    webhooks: callsOf(webhooks, new SqliteStore({ threads, clock })),
    extractions: callsOf(extractions, new SqliteStore({ threads, clock })),
    proposals: callsOf(proposals, new SqliteStore({ threads, clock })),
    teams: callsOf(teams, new SqliteStore({ threads, clock })),
    closedChannels: callsOf(closedChannels, new SqliteStore({ threads, clock })),
    store: callsOf(embeddingStore, new SqliteStore({ threads, clock })),
    close: () => threads.close(),
  };
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

/** An unlocked folder with every kind of data that a truth can contain. */
export async function aFullFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-'));
  const folder = await openFolder(dataDir);
  const filled = await fill(folder);
  await folder.close();
  changeState(dataDir);
  return { dataDir, ...filled, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function fill({
  truth,
  identity,
  keys,
  settings,
  outbox,
  aliases,
  auditLog,
  checkpoints,
  corrections,
  feedback,
  uses,
  forgetting,
  lifecycle,
  links,
  notes,
  organisations,
  knowledgeBases,
  teams,
  closedChannels,
  retentions,
  ruleStops,
  imports,
  grants,
  invitations,
  webhooks,
  extractions,
  proposals,
  store,
}: Folder) {
  const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
  const newKey = (name: string) => keys.create({ orgId, name, kind: 'person', role: 'writer', peers: ['*'] });
  const [kept, revoked] = [await newKey('Ada'), await newKey('Grace')];
  await keys.revoke({ author: aPrincipal({ orgId, role: 'admin' }), keyId: revoked.summary.keyId });
  const member = kept.summary.principalId;
  await teams.create({ author: aPrincipal({ orgId }), team: { name: 'Platform ü', members: [member] } });
  await closedChannels.close({
    author: aPrincipal({ orgId }),
    request: { channel: 'ü:1', principals: [member], teams: [] },
  });
  const account = { issuer: 'https://id.example', subject: 'ü', issuedAt: 1, name: 'Ümit' };
  await identity.signIn({ ...account, firstRole: 'reader', teams: ['Platform ü'] });
  const told = { description: 'ü\0', scope: 'dev', sourceType: null, agentIds: [member] };
  await knowledgeBases.create({
    author: aPrincipal({ orgId }),
    base: { name: 'Docs ü', ...told, peerScopePolicy: 'permissive' },
  });
  const ada = (await identity.authenticate(kept.key)) as Principal;
  const visibility = teamWordOf(ada.teams![0]!.teamId);
  const eve = aPrincipal({ peerPrefixes: ['coach'] });
  const writers = [ada, aColleagueOf(ada), eve];

  const memories: ItemId[] = [];
  for (const writer of writers) {
    const receipts = await truth.write(writer, itemsOfAllSorts(writer));
    memories.push(...receipts.filter(({ kind }) => kind === 'memory').map(({ id }) => id as ItemId));
    for (const { id } of receipts.filter(({ kind }) => kind === 'message'))
      await aliases.hear({
        orgId: writer.orgId,
        id: id as ItemId,
        calls: { rules: 1, names: [{ name: 'Bob', who: 'self' }] },
      });
  }
  await truth.write(ada, [aNewMessage({ content: 'said once' })], FIRST_ANSWER);
  const [gone, embedded] = [
    aNewMemory({ store: 'procedural', title: 'To be forgotten', content: 'Gone.' }),
    aNewMessage({ content: 'kept by meaning' }),
  ];
  const derived = aNewMemory({ title: 'Made of what is gone', content: 'It stays.', sourceIds: [gone.id] });
  await truth.write(ada, [gone, embedded, aNewMessage({ content: 'of the team' }, { visibility }), derived]);
  await truth.forget(scopeOf(ada), ada, 'memory', gone.id);
  await keepChunks(store, {
    pointer: { orgId, kind: 'message', id: embedded.id },
    modelId: MODEL,
    contentHash: 'hash',
    chunks: [aChunk(1), aChunk(2)],
  });
  await aliases.declare({ author: ada, declaration: { key: 'bob', alias: 'Bob', speakers: ['Robert Kim'] } });
  await feedback.give({ scope: scopeOf(ada), memoryId: memories[0]!, kind: 'helpful' });
  await feedback.updateStrength({ orgId, memoryId: memories[0]! });
  await uses.add({ orgId, uses: [{ memoryId: memories[0]!, kind: 'recall', times: 2 }] });
  const stopped = { memoryId: memories[0]!, principalId: ada.principalId, times: 3 };
  await ruleStops.add({ orgId, stops: [stopped] });
  await invitations.create({ author: ada, invitation: { name: 'Zoë ü', role: 'reader', days: 7 } });
  const terms = { redirectUri: 'https://chat.example/ü', challenge: 'c', role: 'reader', scope: 'read' } as const;
  const bo = (await identity.authenticate((await newKey('Bo')).key)) as Principal;
  const { code } = await grants.allow({ author: bo, client: { id: 'cü', agentName: 'Chat ü' }, ...terms });
  await grants.exchange({ code, clientId: 'cü', redirectUri: terms.redirectUri, challenge: terms.challenge });
  await imports.report({
    author: ada,
    importId: 'i-1',
    report: {
      ...{ name: 'ü.jsonl', format: 'jsonl', readers: 'org', state: 'complete', created: 1, present: 0, failed: 1 },
      share: 0.5,
      failures: [{ place: 'line 1', reason: 'ü' }],
    },
  });
  await webhooks.add({ author: ada, webhook: { url: 'https://chat.example/ü', events: ['rule.stopped'] } });
  await settings.change({ author: ada, changes: { review: { reviewers: 'managers' }, agentCalls: 'off' } });
  await extractions.setChannel({ author: ada, channel: 'hr ü', isRead: false });
  await extractions.record({ orgId, key: 'k', number: 0, contentHash: 'h', version: '1', nextTurn: 1 });
  const proposal = {
    item: aNewMemory({ title: 'Proposed ü' }),
    kind: 'fact',
    certainty: 0.5,
    isOwnWords: false,
  } as const;
  const quotes = [{ messageId: embedded.id as MessageId, start: 0, end: 4 }];
  const proposed = { author: ada, ownerId: member, proposals: [{ ...proposal, quotes }] };
  await proposals.propose({ scope: scopeOf(ada), ...proposed });
  const act = { scope: scopeOf(ada), author: ada, id: memories[0]!, ifVersion: 1 };
  await lifecycle.supersede({ ...act, successor: aNewMemory({ title: 'The successor' }) });
  const linking = [{ kind: 'wiki', target: 'ü \0', line: 1, name: 'ü \0' }] as const;
  for (const text of ['one \0', 'two\n\nthree', 'two'])
    await putNote(notes, {
      scope: scopeOf(ada),
      author: ada,
      workspace: { name: 'team' },
      note: aNewNote('memory/ä.md', text, { links: linking }),
    });
  await forgetting.begin({
    scope: scopeOf(ada),
    role: ada.role,
    selection: { source: 'a wiki', lineage: false },
    id: aMemoryId(),
  });
  const said = aNewMemory({ title: 'Said by two', actionTriggers: ['rm *'] }, { mergeKey: 'two' });
  const restated = aNewMemory({ title: said.input.title, content: said.input.content });
  await truth.write(ada, [said, restated]);
  await links.relink({ orgId, id: restated.id, candidates: [said.id] });
  await truth.write(aColleagueOf(ada), [{ ...said, id: aMemoryId() }]);
  await checkpoints.create({ scope: scopeOf(ada), checkpoint: aCheckpoint({ tags: ['ü\0'] }) });
  const from = { id: 'team:pay', type: 'team', name: 'pay', aliases: [] } as const;
  const split = { id: aMemoryId(), action: 'split', from, to: { type: 'team', name: 'ü' } } as const;
  await corrections.add({ author: ada, correction: { ...split, memoryIds: [aMemoryId()] } });
  const open = aMemoryId();
  await forgetting.begin({
    scope: scopeOf(ada),
    role: ada.role,
    selection: { ids: [memories[0]!], lineage: false },
    id: open,
  });
  await continueForgetting(forgetting, { orgId, id: open });
  await retentions.set({
    author: ada,
    rule: { kind: 'memory', channel: 'ü', archiveAfterDays: 30, forgetAfterDays: null },
  });
  await retentions.begin({ author: ada, id: aMemoryId() });
  await organisations.remove(await organisations.create({ name: 'Gone', limits: { storedItems: 9 } }));
  await deadLetterOne(outbox, memories[2]!);
  await auditLog.seal({ limit: 1000 });
  return { kept, revoked, ada, memories, gone, embedded, scopes: someScopes(writers) };
}

const channels = [undefined, 'dev', 'coach:1', 'coach:2'];
const visibilities = [undefined, 'org', 'private', 'team'] as const;

/** Items with every visibility and channel, sessions, speakers, times, lists, and texts that are difficult for databases. */
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
            entities: [{ name: `Zoo ${at} \0`, type: 'team' }],
            relations: [{ from: `Zoo ${at} \0`, type: 'owns', to: 'service:zebras' }],
          },
          { ...(visibility && { visibility }) },
        )
      : aNewMessage(
          { ...common, content, sessionKey: `s${at % 3}`, speaker: `Speaker ${at % 5}`, role: 'assistant' as const },
          {
            ...(visibility && { visibility }),
            mentions: mentionsOf('time', 'name'),
            mentionedTime: { from: at, to: at + 1 },
          },
        );
  });

/** Gives up one delivery of an item that no other step forgets, and gives the other deliveries back. */
async function deadLetterOne(outbox: SqliteOutbox, itemId: ItemId): Promise<void> {
  const claimed = await outbox.claim(['memory.written.vectors'], 1000, 60_000);
  const dead = claimed.find(({ payload }) => (payload as { id?: unknown }).id === itemId)!;
  await outbox.deadLetter(dead.id, 'it \0 would not');
  for (const { id } of claimed) if (id !== dead.id) await outbox.continueLater(id);
}

/** Sets states that no current command makes. */
function changeState(dataDir: string): void {
  const file = new DatabaseSync(join(dataDir, 'cairn.db'));
  file.exec(
    "update item set state = 'archived', version = 7, strength = 0.1 where kind = 'memory' and state = 'active' and seq % 5 = 0",
  );
  file.close();
}
