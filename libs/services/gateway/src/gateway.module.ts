import { Module, type DynamicModule } from '@nestjs/common';
import { Allowed, type GatewayOptions } from './gateway-options.ts';
import { HomeController } from './home.controller.ts';
import { McpController } from './mcp.controller.ts';

/** The door for agents: MCP at /mcp and a page at the root. It asks the routes through `RouteCaller`, whoever answers them. */
@Module({})
export class GatewayModule {
  static forRoot(options: GatewayOptions = {}): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [HomeController, McpController],
      providers: [{ provide: Allowed, useFactory: () => new Allowed(options) }],
    };
  }
}
