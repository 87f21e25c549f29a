export {
  clients,
  findClient,
  otherClient,
  type ConfigFile,
  type Connection,
  type Entry,
  type Machine,
  type McpClient,
} from './clients.ts';
export { missingTables, snippetOf, UnreadableConfig, valueAt, withoutValue, withValue } from './config-text.ts';
export { hookEvents, hookGroups, withHooks, withoutHooks } from './hooks.ts';
export { claudeCodePlugin, mcpbManifest, MCPB_PROGRAM, PLUGIN_HOOK, registryEntry } from './packages.ts';
