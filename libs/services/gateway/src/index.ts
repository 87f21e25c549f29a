export { gatewayOptionsOf } from './allowed-names.ts';
export { FirstVisit } from './console/first-visit.ts';
export { GatewayModule } from './gateway.module.ts';
export { serveStdio } from './mcp.ts';
