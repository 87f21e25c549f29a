import { Link } from '@tanstack/react-router';
import { Card, Text, Title } from '@mantine/core';
import { useRoute } from '../api/queries.ts';
import { Page } from '../parts/page.tsx';
import { ClosedChannels } from './settings/closed-channels.tsx';
import { Limits } from './settings/limits.tsx';
import { Policy } from './settings/policy.tsx';
import { Retention } from './settings/retention.tsx';

/** Screen of the organisation's settings. */
export const Settings = () => (
  <Page title="Settings" says="Privacy, review, closed channels, retention, limits and languages of your organisation">
    <Policy />
    <ClosedChannels />
    <Retention />
    <Limits />
    <Languages />
  </Page>
);

/** Language by whose words texts are searched; it is a setting of the server. */
function Languages() {
  const found = useRoute('listGenerations', undefined);
  const live = found.data?.generations.find(({ target, status }) => target === 'words' && status === 'live');
  return (
    <Card withBorder component="section" aria-label="Languages">
      <Title order={2} size="h5">
        Languages
      </Title>
      <Text size="sm">
        Words are searched by {live ? live.builtBy : 'the analyser of the server'}. To change the language, set
        CAIRN_LANGUAGE, start again, and run cairn reindex --target words; <Link to="/health">Health</Link> shows how
        far it is.
      </Text>
    </Card>
  );
}
