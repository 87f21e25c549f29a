import type { RouteOutput } from '@cairn/contracts';
import { Button, Card, Code, Group, Text, Title } from '@mantine/core';
import { isForbidden, useAct, useRoute } from '../api/queries.ts';
import { Failure } from '../parts/failure.tsx';
import { Page } from '../parts/page.tsx';
import { toast } from '../parts/toast.tsx';
import { ClosedChannels } from './settings/closed-channels.tsx';
import { Limits } from './settings/limits.tsx';
import { Policy } from './settings/policy.tsx';
import { Retention } from './settings/retention.tsx';
import { languageOf } from './settings/word-language.ts';

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

const REFRESH_MS = 5_000;

/** Language by whose words texts are searched. A setting of the server says which; its words are built and switched here. */
function Languages() {
  const found = useRoute('listGenerations', undefined, { refetchMs: REFRESH_MS });
  // Only the first organisation looks after the indexes.
  if (isForbidden(found.error)) return null;
  const words = found.data?.generations.filter(({ target }) => target === 'words') ?? [];
  const live = words.find(({ status }) => status === 'live');
  const analyser = found.data?.analyser;
  return (
    <Card withBorder component="section" aria-label="Languages">
      <Title order={2} size="h5">
        Languages
      </Title>
      <Text size="sm">
        Words are searched in {live ? languageOf(live.builtBy) : 'the language of the server'}.{' '}
        {analyser === undefined || live?.builtBy === analyser ? (
          <>
            Another language is set where the server is started, such as <Code>CAIRN_LANGUAGE=german</Code>. After that
            start, its words are built here.
          </>
        ) : (
          <>
            The server {live && languageOf(live.builtBy) === languageOf(analyser) ? 'has newer rules for' : 'is set to'}{' '}
            {languageOf(analyser)}, whose words are not searched yet.
          </>
        )}
      </Text>
      {live && analyser !== undefined && live.builtBy !== analyser && (
        <NextWords next={words.find(({ builtBy, status }) => builtBy === analyser && status !== 'retired')} />
      )}
    </Card>
  );
}

type Generation = RouteOutput<'listGenerations'>['generations'][number];

/** Builds the words of the language that the server is set to, and has searches read them once all are built. */
function NextWords({ next }: { next: Generation | undefined }) {
  const begin = useAct('beginGeneration');
  const change = useAct('switchGeneration', () => toast('Texts are searched by the new words.'));
  const error = begin.error ?? change.error;
  if (next?.filledAt === null)
    return (
      <Text size="sm" role="status">
        They are being built: {next.filled.toLocaleString()} of {next.stored.toLocaleString()} items.
      </Text>
    );
  return (
    <Group mt="xs">
      {next ? (
        <Button
          size="xs"
          loading={change.isPending}
          // The server reads the id of a generation from the text that it shows.
          onClick={() => change.mutate({ params: { id: next.id as never }, body: {} })}
        >
          Search by the new words
        </Button>
      ) : (
        <Button size="xs" loading={begin.isPending} onClick={() => begin.mutate({ body: { target: 'words' } })}>
          Build the new words
        </Button>
      )}
      {error && <Failure error={error} />}
    </Group>
  );
}
