/** Kinds of files that a person names, since their contents look alike. */
export type NamedKind = 'markdown' | 'rules' | 'adr' | 'repository';

/** A tool whose data can be imported, and the way to get its data. */
export interface ImportSource {
  readonly id: string;
  readonly label: string;
  readonly gives: string;
  readonly steps: readonly string[];
  /** How the files are read; absent where their contents show it. */
  readonly kind?: NamedKind;
  readonly takesFolder?: true;
}

export const importSources: readonly ImportSource[] = [
  {
    id: 'chatgpt',
    label: 'ChatGPT',
    gives: 'Your conversations',
    steps: [
      'In ChatGPT, open Settings, Data controls, Export data.',
      'Download the zip from the e-mail that arrives.',
      'Drop the zip here as it is.',
    ],
  },
  {
    id: 'claude-ai',
    label: 'claude.ai',
    gives: 'Your conversations',
    steps: [
      'In claude.ai, open Settings, Privacy, Export data.',
      'Download the zip from the e-mail that arrives.',
      'Drop the zip here as it is.',
    ],
  },
  {
    id: 'claude-code',
    label: 'Claude Code',
    gives: 'Sessions of an agent',
    steps: ['Open the folder ~/.claude/projects.', 'Drop the .jsonl files of the sessions, or the folder, here.'],
    takesFolder: true,
  },
  {
    id: 'codex',
    label: 'Codex',
    gives: 'Sessions of an agent',
    steps: ['Open the folder ~/.codex/sessions.', 'Drop the .jsonl files of the sessions, or the folder, here.'],
    takesFolder: true,
  },
  {
    id: 'slack',
    label: 'Slack',
    gives: 'Messages and threads',
    steps: [
      'Open, with the role of an owner, Settings & administration, Workspace settings, Import/Export data.',
      'Export a range, and download the zip.',
      'Drop the zip here. Private channels stay readable by you alone.',
    ],
  },
  {
    id: 'markdown',
    label: 'Markdown, Obsidian',
    gives: 'A memory for each section',
    steps: ['Drop a file, the folder of the vault, or a zip of it here.'],
    kind: 'markdown',
    takesFolder: true,
  },
  {
    id: 'rules',
    label: 'Rules of agents',
    gives: 'AGENTS.md, CLAUDE.md, rules of clients',
    steps: ['Drop the folder of the repository, a zip of it, or the file here.'],
    kind: 'rules',
    takesFolder: true,
  },
  {
    id: 'adr',
    label: 'Decision records',
    gives: 'A decision for each ADR',
    steps: ['Drop the folder with the records, such as docs/adr, or a zip of it here.'],
    kind: 'adr',
    takesFolder: true,
  },
  {
    id: 'repository',
    label: 'Repository',
    gives: 'Owners, dependencies, decisions',
    steps: [
      'Drop the folder of the checkout, or a zip of it, here. Only files about owners and dependencies are read.',
    ],
    kind: 'repository',
    takesFolder: true,
  },
  {
    id: 'git-log',
    label: 'Git history',
    gives: 'A memory for each commit',
    steps: [
      "Run: git log -z --numstat --no-renames --no-merges --format='%x1e%H%x1f%an%x1f%aI%x1f%s%x1f%b%x1f' > REPOSITORY.log",
      'Drop the file here.',
    ],
  },
  {
    id: 'jsonl',
    label: 'JSONL',
    gives: 'An export of Cairn, or lines of any tool',
    steps: [
      'One JSON object a line: with a title it becomes a memory, otherwise a message. Fields are those of the HTTP API.',
      'Drop the file here.',
    ],
  },
];
