import { Module, type DynamicModule } from '@nestjs/common';
import { AccessTokens } from '@cairn/platform';
import { Identity } from '@cairn/store';
import { CompanySignIn } from './console/company-sign-in.ts';
import { CompanySignInController } from './console/company-sign-in.controller.ts';
import { ConsoleController } from './console/console.controller.ts';
import { ConsoleFiles } from './console/console-files.ts';
import { SignInLinks } from './console/sign-in-links.ts';
import { JoinController } from './console/join.controller.ts';
import { SessionController } from './console/session.controller.ts';
import { Allowed } from './callers/allowed.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { HomeController } from './home.controller.ts';
import { McpController } from './mcp.controller.ts';
import { Mem0Controller } from './mem0/mem0.controller.ts';
import { ClientDocuments } from './oauth/client-documents.ts';
import { Clients } from './oauth/clients.ts';
import { ConsentController } from './oauth/consent.controller.ts';
import { OauthController } from './oauth/oauth.controller.ts';
import { StepUp } from './oauth/step-up.ts';
import { DocsController } from './pages/docs.controller.ts';
import { DocsFiles } from './pages/docs-files.ts';
import { ResourceMetadataController } from './resource-metadata.controller.ts';

/**
 * The entry point for agents and people. It serves MCP at /mcp, mem0's clients at /mem0, the console at /console, the docs at /docs, a page at
 * the root, and the authorization server at /oauth. It calls the routes through `RouteCaller`, in whichever process
 * these routes run.
 */
@Module({})
export class GatewayModule {
  static forRoot(options: GatewayOptions = {}): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        HomeController,
        McpController,
        ResourceMetadataController,
        Mem0Controller,
        OauthController,
        ConsentController,
        SessionController,
        JoinController,
        CompanySignInController,
        ConsoleController,
        DocsController,
      ],
      providers: [
        SignInLinks,
        Clients,
        StepUp,
        { provide: ClientDocuments, useFactory: () => new ClientDocuments(options.clientDocuments) },
        { provide: Allowed, useFactory: () => new Allowed(options) },
        {
          provide: CompanySignIn,
          inject: [{ token: AccessTokens, optional: true }, Identity],
          useFactory: (tokens: AccessTokens | undefined, identity: Identity) =>
            options.consoleClient && tokens && new CompanySignIn(options.consoleClient, tokens, identity),
        },
        { provide: ConsoleFiles, useFactory: () => new ConsoleFiles(options.consoleFolder) },
        { provide: DocsFiles, useFactory: () => new DocsFiles(options.docsFolder) },
      ],
    };
  }
}
