import { Page } from '../parts/page.tsx';
import { Limits } from './settings/limits.tsx';
import { Retention } from './settings/retention.tsx';

/** Screen of the organisation's settings. */
export const Settings = () => (
  <Page title="Settings" says="Limits and retention of your organisation">
    <Retention />
    <Limits />
  </Page>
);
