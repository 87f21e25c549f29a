import { Grid } from '@mantine/core';
import { useRoute } from '../api/queries.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { AskBox } from './home/ask-box.tsx';
import { Feed } from './home/feed.tsx';
import { FirstSteps } from './home/first-steps.tsx';
import { SampleBanner } from './home/sample-banner.tsx';
import { Aside } from './home/aside.tsx';

/** Start screen: what changed since the last visit, and what needs the person. */
export function Home() {
  const [{ sample }] = useFilters('/');
  const visit = useRoute('recordVisit', { body: {} });
  const isSample = sample !== undefined;
  return (
    <Page title="Home">
      <AskBox isSample={isSample} />
      {isSample ? <SampleBanner /> : <FirstSteps />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Loaded of={visit}>{({ seenUntil }) => <Feed seenUntil={seenUntil} isSample={isSample} />}</Loaded>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Aside />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
