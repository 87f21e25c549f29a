import { Grid } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../parts/page.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { useSession } from '../session/session.ts';
import { AskBox } from './home/ask-box.tsx';
import { Feed } from './home/feed.tsx';
import { FirstSteps } from './home/first-steps.tsx';
import { SampleBanner } from './home/sample-banner.tsx';
import { Aside } from './home/aside.tsx';
import { recordVisit } from './home/visits.ts';

/** Start screen: what changed since the last visit, and what needs the person. */
export function Home() {
  const { holder } = useSession();
  const [{ sample }] = useFilters('/');
  const [seenUntil] = useState(() => (holder ? recordVisit(holder.principalId) : 0));
  const isSample = sample !== undefined;
  return (
    <Page title="Home">
      <AskBox isSample={isSample} />
      {isSample ? <SampleBanner /> : <FirstSteps />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Feed seenUntil={seenUntil} isSample={isSample} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Aside />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
