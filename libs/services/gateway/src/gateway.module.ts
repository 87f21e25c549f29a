import { Module, type DynamicModule } from '@nestjs/common';
import { ConsoleController } from './console/console.controller.ts';
import { ConsoleFiles } from './console/console-files.ts';
import { SessionController } from './console/session.controller.ts';
import { Allowed, type GatewayOptions } from './gateway-options.ts';
import { HomeController } from './home.controller.ts';
import { McpController } from './mcp.controller.ts';
import { ResourceMetadataController } from './resource-metadata.controller.ts';

/** The door for agents and people: MCP at /mcp, the console for people at /console and a page at the root. It asks the routes through `RouteCaller`, whoever answers them. */
@Module({})
export class GatewayModule {
  static forRoot(options: GatewayOptions = {}): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [HomeController, McpController, ResourceMetadataController, SessionController, ConsoleController],
      providers: [
        { provide: Allowed, useFactory: () => new Allowed(options) },
        { provide: ConsoleFiles, useFactory: () => new ConsoleFiles(options.consoleFolder) },
      ],
    };
  }
}
