export { gatewayOptionsOf } from './allowed-names.ts';
export { GatewayModule } from './gateway.module.ts';
export type { GatewayOptions } from './gateway-options.ts';
export {
  mcpServerFor,
  serveStdio,
  tools,
  type Apis,
  type McpServerOptions,
  type Tool,
  type ToolAnswer,
} from './mcp.ts';
