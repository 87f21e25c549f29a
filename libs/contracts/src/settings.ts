import { z } from 'zod';
import { toolLimits } from './limits.ts';
import type { Routes } from './route.ts';

/** Settings of an organisation. */
export const OrganisationSettings = z
  .object({
    masking: z
      .enum(['on', 'off'])
      .describe('off stores keys and tokens in texts as they are; what <private> marks is masked all the same'),
    recallLimit: z
      .number()
      .int()
      .min(toolLimits.recallLimit.min)
      .max(toolLimits.recallLimit.max)
      .default(toolLimits.recallLimit.default)
      .describe('Hits of a recall that names no number, at most'),
  })
  .meta({ id: 'OrganisationSettings' });
export type OrganisationSettings = z.infer<typeof OrganisationSettings>;

/** Changes settings; absent fields stay unchanged. */
export const SettingsRequest = z.strictObject({
  masking: OrganisationSettings.shape.masking.optional(),
  recallLimit: OrganisationSettings.shape.recallLimit.unwrap().optional(),
});
export type SettingsRequest = z.infer<typeof SettingsRequest>;

/** Routes of an organisation's settings. */
export const settingsRoutes = {
  settings: {
    method: 'GET',
    path: '/v1/settings',
    service: 'ingest',
    role: 'manager',
    summary: 'Show the settings of the organisation',
    output: OrganisationSettings,
  },
  changeSettings: {
    method: 'PUT',
    path: '/v1/settings',
    service: 'ingest',
    role: 'admin',
    summary: 'Change the settings; every service applies them within seconds',
    body: SettingsRequest,
    output: OrganisationSettings,
  },
} as const satisfies Routes;
