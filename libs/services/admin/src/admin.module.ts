import { Module, type DynamicModule } from '@nestjs/common';
import { WebhookNetworks, type ReachableNetworks } from '@cairn/platform';
import { AgentsController } from './agents.controller.ts';
import { AuditController } from './audit.controller.ts';
import { AuditSealer } from './audit-sealer.ts';
import { ClosedChannelsController } from './closed-channels.controller.ts';
import { DeadLettersController } from './dead-letters.controller.ts';
import { DataFolder, HealthController } from './health.controller.ts';
import { InvitationsController, PublicAddress } from './invitations.controller.ts';
import { KeysController, OwnProgram } from './keys.controller.ts';
import { OrganisationsController, PeerPrefixes } from './organisations.controller.ts';
import { OutboxMeasures } from './outbox-measures.ts';
import { PrincipalsController } from './principals.controller.ts';
import { QueuesController } from './queues.controller.ts';
import { RetentionController } from './retention.controller.ts';
import { RetentionTimer } from './retention-timer.ts';
import { SettingsController } from './settings.controller.ts';
import { TeamsController } from './teams.controller.ts';
import { WebhooksController } from './webhooks.controller.ts';

export interface AdminOptions {
  readonly webhookNetworks: ReachableNetworks;
  /** The data folder of an embedded store. */
  readonly dataDir?: string | undefined;
  /** The address by which people call the server. */
  readonly publicUrl?: string | undefined;
  /** The channel prefixes that new organisations get. */
  readonly peerPrefixes?: readonly string[] | undefined;
  /** The beginning of a command that reaches the server from a shell of its machine. */
  readonly program?: string | undefined;
}

/** The routes by which admins, managers and the operator manage an organisation or the installation. */
@Module({
  controllers: [
    AgentsController,
    AuditController,
    ClosedChannelsController,
    DeadLettersController,
    HealthController,
    InvitationsController,
    KeysController,
    OrganisationsController,
    PrincipalsController,
    QueuesController,
    RetentionController,
    SettingsController,
    TeamsController,
    WebhooksController,
  ],
  providers: [AuditSealer, OutboxMeasures, RetentionTimer],
})
export class AdminModule {
  static forRoot({ webhookNetworks, dataDir, publicUrl, peerPrefixes = [], program }: AdminOptions): DynamicModule {
    const providers = [
      { provide: WebhookNetworks, useValue: webhookNetworks },
      { provide: DataFolder, useValue: new DataFolder(dataDir) },
      { provide: PublicAddress, useValue: new PublicAddress(publicUrl) },
      { provide: OwnProgram, useValue: new OwnProgram(program) },
      { provide: PeerPrefixes, useValue: { names: peerPrefixes } },
    ];
    return { module: AdminModule, providers };
  }
}
