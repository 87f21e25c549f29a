import type { Role } from '@cairn/contracts';

/** A screen: its path, the lowest role that can open it, and the letter that opens it after `g`. */
export interface Screen {
  readonly path: string;
  readonly label: string;
  readonly says: string;
  readonly role: Role;
  readonly letter: string;
}

const reader = { role: 'reader' } as const;
const admin = { role: 'admin' } as const;

export const screens: readonly Screen[] = [
  { path: '/', label: 'Home', says: 'Stored items, and the state of the indexes', letter: 'h', ...reader },
  { path: '/recall', label: 'Recall', says: 'Ask, and see the reasons for each rank', letter: 'r', ...reader },
  { path: '/memories', label: 'Memories', says: 'All stored memories, newest first', letter: 'm', ...reader },
  { path: '/timeline', label: 'Timeline', says: 'Messages of a channel or session', letter: 't', ...reader },
  { path: '/decisions', label: 'Decisions', says: 'Why something was decided', letter: 'd', ...reader },
  { path: '/graph', label: 'Graph', says: 'Relations of one entity', letter: 'e', ...reader },
  { path: '/inbox', label: 'Inbox', says: 'Choices that wait for somebody', letter: 'x', ...reader },
  { path: '/imports', label: 'Imports', says: 'Import files of other tools', role: 'writer', letter: 'i' },
  { path: '/connect', label: 'Connect', says: 'Connect an agent', letter: 'c', ...reader },
  { path: '/people', label: 'People', says: 'People, agents, their keys and teams', letter: 'p', ...reader },
  { path: '/audit', label: 'Audit', says: 'Every action and its author, proof against changes', letter: 'a', ...admin },
  { path: '/operations', label: 'Operations', says: 'Queues, indexes and what failed', letter: 'o', ...admin },
];
