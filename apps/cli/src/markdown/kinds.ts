import type { Category, Store } from '@cairn/contracts';

export const markdownKinds = ['obsidian', 'adr', 'rules'] as const;
export type MarkdownKind = (typeof markdownKinds)[number];

interface Kind {
  /** Matches the paths of the files that it reads. */
  readonly wanted: RegExp;
  readonly names: string;
  readonly store: Store;
  readonly category: Category;
  /** A decision record is one memory; else each section is one. */
  readonly isWhole: boolean;
}

export const kinds: Readonly<Record<MarkdownKind, Kind>> = {
  obsidian: { wanted: /./u, names: 'Markdown notes', store: 'semantic', category: 'fact', isWhole: false },
  adr: {
    wanted: /^(?!(?:.*\/)?(?:readme|index|template|\d*-?adr-template)\.)/iu,
    names: 'decision records (*.md)',
    store: 'semantic',
    category: 'decision',
    isWhole: true,
  },
  rules: {
    wanted: /(?:^|\/)(?:AGENTS|CLAUDE(?:\.local)?)\.md$/iu,
    names: 'AGENTS.md, CLAUDE.md',
    store: 'procedural',
    category: 'rule',
    isWhole: false,
  },
};

/** What a decision record says of itself, in front matter, a line or a section `Status`. */
export function statusOf(fields: Readonly<Record<string, unknown>>, text: string): string | undefined {
  const said =
    typeof fields['status'] === 'string'
      ? fields['status']
      : (/^#{1,6}[ \t]+Status[ \t]*\n+[*_> -]*(\w+)/imu.exec(text)?.[1] ??
        /^[*_> -]*Status[*_]*:[*_ ]*(\w+)/imu.exec(text)?.[1]);
  const word = /^\w+/u.exec(said?.trim() ?? '')?.[0].toLowerCase();
  return word === 'supersedes' ? undefined : word;
}

/** Statuses of a record that nobody follows: it is kept, archived. */
export const isRetired = (status: string | undefined): boolean =>
  status !== undefined &&
  ['superseded', 'superceded', 'deprecated', 'rejected', 'retired', 'obsolete'].includes(status);
