import { z } from 'zod';
import type { Routes } from './route.ts';

/** What an organisation has decided for itself. */
export const OrganisationSettings = z
  .object({
    masking: z
      .enum(['on', 'off'])
      .describe('off stores keys and tokens in texts as they are; what <private> marks is masked all the same'),
  })
  .meta({ id: 'OrganisationSettings' });
export type OrganisationSettings = z.infer<typeof OrganisationSettings>;

export const SettingsRequest = z.strictObject(OrganisationSettings.shape);
export type SettingsRequest = z.infer<typeof SettingsRequest>;

/** What an organisation decides for itself. */
export const settingsRoutes = {
  settings: {
    method: 'GET',
    path: '/v1/settings',
    service: 'ingest',
    role: 'manager',
    summary: 'What the organisation has decided for itself',
    output: OrganisationSettings,
  },
  changeSettings: {
    method: 'PUT',
    path: '/v1/settings',
    service: 'ingest',
    role: 'admin',
    summary: 'Decide it; every service knows within seconds',
    body: SettingsRequest,
    output: OrganisationSettings,
  },
} as const satisfies Routes;
