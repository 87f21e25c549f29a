import type { McpClient } from './clients.ts';

/** Tells whether a client runs hooks that `connect --hooks` can write. */
export const hasHooks = ({ id }: Pick<McpClient, 'id'>): boolean => id === 'claude-code';
