export { gatewayOptionsOf, isLoopbackHost } from './allowed-names.ts';
export { SignInLinks } from './console/sign-in-links.ts';
export { GatewayModule } from './gateway.module.ts';
export { serveStdio } from './mcp.ts';
