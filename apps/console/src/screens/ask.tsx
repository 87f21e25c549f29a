import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useRoute } from '../api/queries.ts';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Answer } from './ask/answer.tsx';
import { RecallForm } from './ask/recall-form.tsx';
import { asCurl, asToolCall, fieldsNotInToolCall, requestOf, type RecallFields } from './ask/request.ts';

/** Screen on which a person asks as an agent would, and sees why each hit has its rank. */
export function Ask() {
  const asked = useSearch({ strict: false }) as RecallFields;
  const navigate = useNavigate();
  return (
    <Page title="Ask" says="Ask as an agent does, and see the reasons for each rank">
      <RecallForm key={JSON.stringify(asked)} asked={asked} onAsk={(search) => void navigate({ to: '/ask', search })} />
      {asked.q ? <Answers asked={asked} q={asked.q} /> : <HowTo />}
    </Page>
  );
}

const HowTo = () => (
  <Empty title="Ask something">
    <p>
      Such as “why did we choose that queue”, or “what did we decide about invoices in March”. Press / anywhere to ask.
    </p>
  </Empty>
);

function Answers({ asked, q }: { asked: RecallFields; q: string }) {
  const request = useMemo(() => requestOf(asked, q), [asked, q]);
  const leftOut = fieldsNotInToolCall(request);
  const { compare } = asked;
  return (
    <Stack>
      <Group gap="xs">
        <Copy label="Copy as tool call" text={asToolCall(request)} />
        <Copy label="Copy as curl" text={asCurl(request, location.origin)} />
        {leftOut.length > 0 && (
          <Text size="sm" c="dimmed">
            The tool takes no {leftOut.join(', ')}: its call goes without.
          </Text>
        )}
      </Group>
      {compare ? (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <OneAnswer request={request} title={request.recipe ?? 'fused'} />
          <OneAnswer request={{ ...request, recipe: compare as 'words' }} title={compare} />
        </SimpleGrid>
      ) : (
        <OneAnswer request={request} />
      )}
    </Stack>
  );
}

function OneAnswer({ request, title }: { request: ReturnType<typeof requestOf>; title?: string }) {
  const answer = useRoute('recall', { body: { ...request, explain: true } });
  return (
    <Stack gap="sm">
      {title && <Text fw={600}>Recipe: {title}</Text>}
      <Loaded of={answer}>{(found) => <Answer answer={found} />}</Loaded>
    </Stack>
  );
}
