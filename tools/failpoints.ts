/** Code that a mutated build has in the place of a comment of the sources, which marks the place and says nothing else. */
export interface Edit {
  /** Text of the comment; it must occur exactly once in all sources. */
  readonly marker: string;
  readonly code: string;
}

/** Point at which a test kills the process, in a window that is too short to hit by chance (spec: reliability.md 7.4). */
export interface Failpoint {
  readonly name: string;
  readonly app: 'ingest' | 'embedding-worker';
  /** Condition on the variables in scope for a pass to count. */
  readonly when?: string;
  /** Number of first passes of which one is fatal; fewer where few occur. */
  readonly passes?: number;
}

export const failpoints: readonly Failpoint[] = [
  {
    name: 'write/before-commit',
    app: 'ingest',
  },
  {
    name: 'write/after-commit-before-reply',
    app: 'ingest',
  },
  {
    name: 'change/before-commit',
    app: 'ingest',
    passes: 2,
  },
  {
    name: 'propose/before-commit',
    app: 'ingest',
    passes: 2,
  },
  {
    name: 'decide/before-commit',
    app: 'ingest',
    passes: 2,
  },
  {
    name: 'forget/after-commit-before-reply',
    app: 'ingest',
    when: 'isForgotten',
    passes: 1,
  },
  {
    name: 'relay/after-claim-before-add',
    app: 'ingest',
    when: 'claims.flat().length > 0',
  },
  {
    name: 'relay/after-add-before-complete',
    app: 'ingest',
    when: 'handed.length > 0',
  },
  {
    name: 'relay/after-complete',
    app: 'ingest',
    when: 'handed.length > 0',
  },
  {
    name: 'vectors/after-embed-before-index',
    app: 'embedding-worker',
  },
  {
    name: 'vectors/after-index-before-mark',
    app: 'embedding-worker',
    when: "target === 'vectors'",
  },
  {
    name: 'words/after-index-before-mark',
    app: 'embedding-worker',
    when: "target === 'words'",
  },
  {
    name: 'worker/after-mark-before-done',
    app: 'embedding-worker',
  },
];

/** Settings that choose the point and the fatal pass. Only a mutated build reads them. */
export const failpointEnv = ({ name }: Failpoint, pass: number) => ({
  CAIRN_FAILPOINT: name,
  CAIRN_FAILPOINT_PASS: String(pass),
});

export const failpointEdits: readonly Edit[] = failpoints.map(({ name, when }) => ({
  marker: `Failpoint: ${name}`,
  code: dyingAt(name, when),
}));

function dyingAt(name: string, when = 'true'): string {
  const passes = 'globalThis.failpointPasses';
  const isPicked = `process.env['CAIRN_FAILPOINT'] === '${name}' && (${when})`;
  const isPass = `(${passes} = (${passes} ?? 0) + 1) === Number(process.env['CAIRN_FAILPOINT_PASS'])`;
  return `if (${isPicked} && ${isPass}) process.kill(process.pid, 'SIGKILL');`;
}
