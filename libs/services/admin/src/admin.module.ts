import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.ts';
import { AuditSealer } from './audit-sealer.ts';
import { ClosedChannelsController } from './closed-channels.controller.ts';
import { DeadLettersController } from './dead-letters.controller.ts';
import { KeysController } from './keys.controller.ts';
import { OrganisationsController } from './organisations.controller.ts';
import { OutboxMeasures } from './outbox-measures.ts';
import { PrincipalsController } from './principals.controller.ts';
import { QueuesController } from './queues.controller.ts';
import { RetentionController } from './retention.controller.ts';
import { RetentionTimer } from './retention-timer.ts';
import { SettingsController } from './settings.controller.ts';
import { TeamsController } from './teams.controller.ts';

/** The routes by which admins, managers and the operator manage an organisation or the installation. */
@Module({
  controllers: [
    AuditController,
    ClosedChannelsController,
    DeadLettersController,
    KeysController,
    OrganisationsController,
    PrincipalsController,
    QueuesController,
    RetentionController,
    SettingsController,
    TeamsController,
  ],
  providers: [AuditSealer, OutboxMeasures, RetentionTimer],
})
export class AdminModule {}
