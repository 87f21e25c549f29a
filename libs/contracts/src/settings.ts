import { z } from 'zod';

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
