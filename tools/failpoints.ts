export interface Edit {
  /** Path from the repository's root. */
  readonly file: string;
  /** Text to replace; it must occur exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** Point at which a test kills the process, in a window that is too short to hit by chance (spec: reliability.md 7.4). */
export interface Failpoint {
  readonly name: string;
  readonly app: 'ingest' | 'embedding-worker';
  readonly file: string;
  /** Line before the point; it must occur exactly once. */
  readonly before: string;
  /** Condition on the variables in scope for a pass to count. */
  readonly when?: string;
  /** Number of first passes of which one is fatal; fewer where few occur. */
  readonly passes?: number;
}

const store = 'libs/store/src/';
const relay = 'libs/adapters/bullmq/src/outbox-relay.ts';
const indexing = 'libs/services/indexing/src/';

export const failpoints: readonly Failpoint[] = [
  {
    name: 'write/before-commit',
    app: 'ingest',
    file: `${store}memories/writing.ts`,
    before: '  await keepAnswer(session, command, receipts);\n',
  },
  {
    name: 'write/after-commit-before-reply',
    app: 'ingest',
    file: `${store}indexes/truth.ts`,
    before: '    this.speakersChanged();\n    return receipts;\n',
  },
  {
    name: 'change/before-commit',
    app: 'ingest',
    file: `${store}memories/lifecycle.ts`,
    before: "  return { outcome: 'done', version, state: fresh.state, index };\n",
    passes: 2,
  },
  {
    name: 'forget/after-commit-before-reply',
    app: 'ingest',
    file: `${store}indexes/truth.ts`,
    before: '    if (isForgotten) this.speakersChanged();\n',
    when: 'isForgotten',
    passes: 1,
  },
  {
    name: 'relay/after-claim-before-add',
    app: 'ingest',
    file: relay,
    before: '    const handed = await this.handOver(claims.flat());\n',
    when: 'claims.flat().length > 0',
  },
  {
    name: 'relay/after-add-before-complete',
    app: 'ingest',
    file: relay,
    before: '    if (handed.length > 0) await outbox.complete(handed);\n',
    when: 'handed.length > 0',
  },
  {
    name: 'relay/after-complete',
    app: 'ingest',
    file: relay,
    before: '    if (claims.some(({ length }, at) => length === open[at]?.room)) this.wokenAgain = true;\n',
    when: 'handed.length > 0',
  },
  {
    name: 'vectors/after-embed-before-index',
    app: 'embedding-worker',
    file: `${indexing}item-vectors.ts`,
    before: '    return chunks.map(({ vector }) => vector);\n',
  },
  {
    name: 'vectors/after-index-before-mark',
    app: 'embedding-worker',
    file: `${indexing}index-item.ts`,
    before: '    await this.ledger.markIndexed(pointer, target, item.version);\n',
    when: "target === 'vectors'",
  },
  {
    name: 'words/after-index-before-mark',
    app: 'embedding-worker',
    file: `${indexing}index-item.ts`,
    before: '    await this.ledger.markIndexed(pointer, target, item.version);\n',
    when: "target === 'words'",
  },
  {
    name: 'worker/after-mark-before-done',
    app: 'embedding-worker',
    file: 'libs/adapters/bullmq/src/events/bull-transport.ts',
    before: '    } catch (error) {\n      if (error instanceof DelayedError) throw error;\n',
  },
];

/** Settings that choose the point and the fatal pass. Only a mutated build reads them. */
export const failpointEnv = ({ name }: Failpoint, pass: number) => ({
  CAIRN_FAILPOINT: name,
  CAIRN_FAILPOINT_PASS: String(pass),
});

export const failpointEdits: readonly Edit[] = failpoints.map(({ name, file, before, when }) => ({
  file,
  find: before,
  replace: `${dyingAt(name, when)}\n${before}`,
}));

function dyingAt(name: string, when = 'true'): string {
  const passes = 'globalThis.failpointPasses';
  const isPicked = `process.env['CAIRN_FAILPOINT'] === '${name}' && (${when})`;
  const isPass = `(${passes} = (${passes} ?? 0) + 1) === Number(process.env['CAIRN_FAILPOINT_PASS'])`;
  return `if (${isPicked} && ${isPass}) process.kill(process.pid, 'SIGKILL');`;
}
