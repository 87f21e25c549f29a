import { Page } from '../parts/page.tsx';
import { DeadLetters, Details } from './health/details.tsx';
import { Overview } from './health/overview.tsx';

/** Screen of the server's health: one sentence, four charts, and the details behind a fold. */
export const Health = () => (
  <Page title="Health" says="Is the server well, and is anything for you to do?">
    <Overview />
    <DeadLetters />
    <Details />
  </Page>
);
