import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { RoutedAnchor } from '../parts/routed-anchor.ts';
import { useMemories } from '../api/pages.ts';
import { Empty } from '../parts/empty.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { openNewMemory } from '../parts/memory-form/new-memory.ts';
import { Page } from '../parts/page.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { useMay } from '../session/session.ts';
import { Chain } from './decisions/chain.tsx';
import { DecisionTable } from './decisions/decision-table.tsx';
import { WhyDecided } from './decisions/why-decided.tsx';

const PAGE_ITEMS = 50;
/** Screen of decisions: the table of all, one as a chain, and the reasons, quoted from stored texts. */
export function Decisions() {
  const [{ q, id, channel }, set] = useFilters('/decisions');
  return (
    <Page title="Decisions">
      <Question key={q} q={q ?? ''} onAsk={(question) => set({ q: question || undefined, id: undefined })} />
      {(q !== undefined || id !== undefined) && (
        <RoutedAnchor to="/decisions" search={{}} size="sm">
          All decisions
        </RoutedAnchor>
      )}
      {id !== undefined ? <Chain id={id} channel={channel} /> : q ? <WhyDecided decision={q} /> : <All />}
    </Page>
  );
}

function Question({ q, onAsk }: { q: string; onAsk: (question: string) => void }) {
  const [draft, setDraft] = useState(q);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    onAsk(draft.trim());
  };
  return (
    <form onSubmit={ask}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Why was it decided?"
          placeholder="such as: RabbitMQ for billing"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Explain
        </Button>
      </Group>
    </form>
  );
}

function All() {
  const [{ project, holding }, set] = useFilters('/decisions');
  const pages = useMemories({
    categories: ['decision'],
    limit: PAGE_ITEMS,
    includeArchived: holding !== 'yes',
    ...(project && { project }),
  });
  return (
    <>
      <Group align="flex-end">
        <FilterField
          key={project}
          label="Project"
          value={project}
          known={[...new Set(pages.data?.flatMap((decision) => decision.project ?? []))]}
          onChange={(value) => set({ project: value?.toLowerCase() })}
        />
        <Switch
          mb={8}
          label="Only those that hold"
          checked={holding === 'yes'}
          onChange={({ currentTarget }) => set({ holding: currentTarget.checked ? 'yes' : undefined })}
        />
      </Group>
      <Loaded of={pages}>
        {(decisions) =>
          decisions.length === 0 ? (
            <None />
          ) : (
            <DecisionTable decisions={decisions} onMore={pages.hasMore ? pages.more : undefined} />
          )
        }
      </Loaded>
    </>
  );
}

function None() {
  const mayWrite = useMay('writer');
  return (
    <Empty title="No decision is stored here yet">
      <p>Agents store them while you work, and files of decisions (ADR) can be imported.</p>
      {mayWrite && (
        <Button variant="default" onClick={() => openNewMemory({ category: 'decision' })}>
          Write down a decision
        </Button>
      )}
    </Empty>
  );
}
