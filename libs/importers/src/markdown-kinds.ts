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

/** Kinds of Markdown files that become memories, one per section. */
export const markdownFiles: Readonly<Record<MarkdownKind, Kind>> = {
  markdown: { wanted: /./u, names: 'Markdown notes', store: 'semantic', category: 'fact' },
  rules: {
    wanted: /(?:^|\/)(?:AGENTS|GEMINI|CLAUDE(?:\.local)?)\.md$/iu,
    names: 'AGENTS.md, CLAUDE.md, .claude/rules or rules of another client',
    store: 'procedural',
    category: 'rule',
  },
};

const ruleFolders =
  /(?:^|\/)(?:\.claude\/rules\/.+\.md|\.cursor\/rules\/.+\.mdc?|\.windsurf\/rules\/.+\.md|\.clinerules\/.+\.md|\.github\/instructions\/.+\.md|\.github\/copilot-instructions\.md)$/iu;

/** Whether a file of this path has rules for agents, in whatever client. */
export const isRuleFile = (path: string): boolean => markdownFiles.rules.wanted.test(path) || ruleFolders.test(path);
