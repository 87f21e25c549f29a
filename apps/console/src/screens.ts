import type { Role } from '@cairn/contracts';
import type { IconName } from './parts/icon.tsx';

/** A screen: its path, the lowest role that can open it, and the letter that opens it after `g`. */
export interface Screen {
  readonly path: string;
  readonly label: string;
  readonly says: string;
  readonly role: Role;
  readonly letter: string;
  readonly icon: IconName;
}

interface ScreenGroup {
  /** Heading in the navigation; the first group has none. */
  readonly label?: string;
  readonly screens: readonly Screen[];
}

const reader = { role: 'reader' } as const;
const admin = { role: 'admin' } as const;

const daily: readonly Screen[] = [
  { path: '/', label: 'Home', says: 'Changes since your last visit', letter: 'h', icon: 'home', ...reader },
  { path: '/ask', label: 'Ask', says: 'Search all that is stored', letter: 'a', icon: 'ask', ...reader },
  { path: '/review', label: 'Review', says: 'Choices that wait for you', letter: 'r', icon: 'review', ...reader },
];

const knowledge: readonly Screen[] = [
  {
    path: '/memories',
    label: 'Memories',
    says: 'All memories, newest first',
    letter: 'm',
    icon: 'memories',
    ...reader,
  },
  {
    path: '/decisions',
    label: 'Decisions',
    says: 'Decisions and their reasons',
    letter: 'd',
    icon: 'decisions',
    ...reader,
  },
  { path: '/rules', label: 'Rules', says: 'Rules that agents follow', letter: 'u', icon: 'rules', ...reader },
  {
    path: '/conversations',
    label: 'Conversations',
    says: 'Messages of agents and people',
    letter: 'c',
    icon: 'conversations',
    ...reader,
  },
  { path: '/notes', label: 'Notes', says: 'Markdown notes of the team', letter: 'n', icon: 'notes', ...reader },
  { path: '/documents', label: 'Documents', says: 'Knowledge bases', letter: 'k', icon: 'documents', ...reader },
  {
    path: '/patterns',
    label: 'Patterns',
    says: 'Lessons that agents learned',
    letter: 't',
    icon: 'patterns',
    ...reader,
  },
  {
    path: '/ownership',
    label: 'Ownership',
    says: 'Owners, dependencies and connections',
    letter: 'o',
    icon: 'ownership',
    ...reader,
  },
];

const team: readonly Screen[] = [
  { path: '/agents', label: 'Agents', says: 'Connect an agent', letter: 'g', icon: 'agents', ...reader },
  { path: '/people', label: 'People', says: 'People, teams and keys', letter: 'p', icon: 'people', ...reader },
  {
    path: '/imports',
    label: 'Imports',
    says: 'Import files of other tools',
    role: 'writer',
    letter: 'i',
    icon: 'imports',
  },
];

const administration: readonly Screen[] = [
  {
    path: '/health',
    label: 'Health',
    says: 'State of the server and its indexes',
    letter: 'e',
    icon: 'health',
    ...admin,
  },
  { path: '/audit', label: 'Audit', says: 'Every action and its author', letter: 'l', icon: 'audit', ...admin },
  { path: '/settings', label: 'Settings', says: 'Limits and retention', letter: 's', icon: 'settings', ...admin },
];

export const screenGroups: readonly ScreenGroup[] = [
  { screens: daily },
  { label: 'Knowledge', screens: knowledge },
  { label: 'Team', screens: team },
  { label: 'Admin', screens: administration },
];

export const screens: readonly Screen[] = screenGroups.flatMap((group) => group.screens);

/** Earlier paths of screens with their present ones, so that old links still work. */
export const movedPaths: Readonly<Record<string, string>> = {
  '/recall': '/ask',
  '/inbox': '/review',
  '/timeline': '/conversations',
  '/graph': '/ownership',
  '/connect': '/agents',
  '/operations': '/health',
};
