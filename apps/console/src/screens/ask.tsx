import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useRoute } from '../api/queries.ts';
import { Disclosure } from '../parts/disclosure.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { AskForm } from './ask/ask-form.tsx';
import { DeveloperPanel } from './ask/developer-panel.tsx';
import { facetFields } from './ask/facets.ts';
import { FoundHits } from './ask/found-hits.tsx';
import { idOf } from './ask/found-hit.ts';
import { HitRow } from './ask/hit-row.tsx';
import { hasFilters, requestOf, type RecallBody, type RecallFields } from './ask/request.ts';
import './ask/ask.css';

/** Facets and the open hit, which belong to one question. */
const noFacets = Object.fromEntries([...facetFields, 'open'].map((field) => [field, undefined]));

/** Screen on which a person asks over memories, messages, notes and documents. */
export function Ask() {
  const [filters, set] = useFilters('/ask');
  const asked: RecallFields = filters;
  const { q = '' } = asked;
  return (
    <Page title="Ask">
      <AskForm key={q} question={q} onAsk={(question) => set({ ...noFacets, q: question.trim() || undefined })} />
      {q === '' ? <Examples onAsk={(question) => set({ q: question })} /> : <Answered asked={asked} q={q} set={set} />}
    </Page>
  );
}

const examples = ['Who owns billing?', 'Why did we choose this queue?', 'What was decided last week?'];

const Examples = ({ onAsk }: { onAsk: (question: string) => void }) => (
  <Empty title="Ask over memories, messages, notes and documents">
    <p>The sentence that answers is marked, with who said it and when. Such as:</p>
    <Stack gap="xs" align="center">
      {examples.map((question) => (
        <Button key={question} variant="default" size="xs" onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </Stack>
  </Empty>
);

interface AnsweredProps {
  readonly asked: RecallFields;
  readonly q: string;
  readonly set: (some: Record<string, string | undefined>) => void;
}

function Answered({ asked, q, set }: AnsweredProps) {
  const request = useMemo(() => requestOf(asked, q), [asked, q]);
  const answer = useRoute('recall', { body: { ...request, explain: true } });
  return (
    <Stack>
      {asked.compare ? (
        <Comparison request={request} recipe={asked.compare} />
      ) : (
        <Loaded of={answer}>
          {(found) => <FoundHits answer={found} question={q} chosen={asked} open={asked.open} onChange={set} />}
        </Loaded>
      )}
      <Disclosure label="For developers" isOpen={hasFilters(asked)}>
        <DeveloperPanel
          asked={asked}
          request={request}
          answer={answer.data}
          onChange={(fields) => set({ ...fields, ...noFacets })}
        />
      </Disclosure>
    </Stack>
  );
}

/** The hits of two recipes side by side. */
const Comparison = ({ request, recipe }: { request: RecallBody; recipe: string }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }}>
    <OfRecipe request={request} title={request.recipe ?? 'fused'} />
    <OfRecipe request={{ ...request, recipe: recipe as 'words' }} title={recipe} />
  </SimpleGrid>
);

function OfRecipe({ request, title }: { request: RecallBody; title: string }) {
  const answer = useRoute('recall', { body: { ...request, explain: true } });
  return (
    <Stack gap="sm">
      <Text fw={600}>Recipe: {title}</Text>
      <Loaded of={answer}>
        {({ hits }) => (
          <ul className="key-list" aria-label={`Hits of ${title}`}>
            {hits.map((hit, place) => (
              <li key={idOf(hit)}>
                <HitRow hit={hit} place={place + 1} question={request.query} isOpen={false} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Stack>
  );
}
