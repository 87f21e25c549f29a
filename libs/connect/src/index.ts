export {
  clients,
  configFormats,
  findClient,
  keyVariableOf,
  otherClient,
  type Connection,
  type Entry,
  type Machine,
  type KeyInput,
  type McpClient,
} from './clients.ts';
export {
  keepUserChoices,
  countMissingTables,
  hasInput,
  snippetOf,
  readValueAt,
  withEntry,
  withoutInput,
  withoutValue,
  withValue,
} from './config-text.ts';
export { UnreadableConfig } from './config-language.ts';
export { cairnFolder, hookConfigPath } from './places.ts';
export { hookOutcomes, hookRunFiles, hookRunsIn, type HookRun } from './hook-runs.ts';
export { findHookClient, hasHooks, hookClients, hookMoments, type HookClient } from './hook-clients.ts';
export { hookEntries, withHooks, withoutHooks } from './hooks.ts';
export { claudeCodePlugin, mcpbManifest, PLUGIN_HOOK, registryEntry } from './packages.ts';
export { agentPlugin } from './agent-plugin.ts';
export { openclawPlugin } from './openclaw-plugin.ts';
