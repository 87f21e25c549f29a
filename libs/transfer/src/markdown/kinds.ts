import type { Category, Store } from '@cairn/contracts';

export const markdownKinds = ['markdown', 'rules'] as const;
export type MarkdownKind = (typeof markdownKinds)[number];

interface Kind {
  /** Pattern that the paths of the kind's files match. */
  readonly wanted: RegExp;
  readonly names: string;
  readonly store: Store;
  readonly category: Category;
}

export const kinds: Readonly<Record<MarkdownKind, Kind>> = {
  markdown: { wanted: /./u, names: 'Markdown notes', store: 'semantic', category: 'fact' },
  rules: {
    wanted: /(?:^|\/)(?:AGENTS|GEMINI|CLAUDE(?:\.local)?)\.md$/iu,
    names: 'AGENTS.md, CLAUDE.md, .claude/rules or rules of another client',
    store: 'procedural',
    category: 'rule',
  },
};
