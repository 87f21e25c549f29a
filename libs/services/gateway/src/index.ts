export { gatewayOptionsOf } from './allowed-names.ts';
export { FirstVisit } from './console/first-visit.ts';
export { GatewayModule } from './gateway.module.ts';
export type { GatewayOptions } from './gateway-options.ts';
export {
  mcpServerFor,
  serveStdio,
  tools,
  type McpServerOptions,
  type Tool,
  type ToolAnswer,
  type ToolHost,
} from './mcp.ts';
