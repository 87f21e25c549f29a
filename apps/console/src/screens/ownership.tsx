import { Anchor, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link } from '@tanstack/react-router';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { useMay } from '../session/session.ts';
import { Connection } from './ownership/connection.tsx';
import { Dependents } from './ownership/dependents.tsx';
import { Duplicates } from './ownership/duplicates.tsx';
import { Owners } from './ownership/owners.tsx';
import { Picture } from './ownership/picture.tsx';
import { QuestionForm } from './ownership/question-form.tsx';

const questions = [
  { value: 'owners', label: 'Owners' },
  { value: 'impact', label: 'Impact of a change' },
  { value: 'connection', label: 'Connection of two' },
];

/** Screen of three questions about things of the team: who owns one, what breaks if it changes, how two are connected. */
export function Ownership() {
  const [{ ask = 'owners', entity, other }, set] = useFilters('/ownership');
  const mayMerge = useMay('manager');
  const explore = (key: string) => set({ entity: key, other: undefined, ask: 'owners' });
  return (
    <Page title="Ownership" says="Owners of things, what breaks if a thing changes, and how two are connected">
      <SegmentedControl
        aria-label="Question"
        value={ask}
        onChange={(value) => set({ ask: value })}
        data={questions}
        orientation={window.innerWidth < 600 ? 'vertical' : 'horizontal'}
      />
      <QuestionForm
        key={`${ask} ${entity} ${other}`}
        isOfTwo={ask === 'connection'}
        entity={entity ?? ''}
        other={other ?? ''}
        onAsk={set}
      />
      {entity && ask === 'owners' && <Owners entity={entity} />}
      {entity && ask === 'impact' && <Dependents entity={entity} />}
      {entity && other && ask === 'connection' && <Connection entity={entity} other={other} />}
      {mayMerge && <Duplicates about={entity} />}
      {entity ? <Picture entity={entity} onNode={explore} /> : <AllNames />}
    </Page>
  );
}

type Listed = RouteOutput<'graphEntities'>['entities'][number];

/** Names of the graph by type, to begin with. */
function AllNames() {
  const found = useRoute('graphEntities', { query: { limit: 100 } });
  return (
    <Loaded of={found}>
      {({ entities }) =>
        entities.length === 0 ? (
          <Empty title="Nobody and nothing is named yet">
            <p>
              It is read from memories that say who owns or needs what, and from the files of a repository, such as
              CODEOWNERS: import one under Imports.
            </p>
          </Empty>
        ) : (
          [...Map.groupBy(entities.filter(isShown), ({ nodeType }) => nodeType)].map(([type, some]) => (
            <NamesOfType key={type} type={type} names={some} />
          ))
        )
      }
    </Loaded>
  );
}

/** Paths and the rule for everything are answers, and no things to begin with. */
const isShown = ({ nodeType, label }: Listed): boolean => nodeType !== 'path' && label !== '*';

const NamesOfType = ({ type, names }: { type: string; names: readonly Listed[] }) => (
  <Stack gap={4}>
    <Title order={2} size="h5">
      {type === 'unknown' ? 'other' : type}
    </Title>
    <Text component="div" className="facts">
      {names.map(({ key, label }) => (
        <span key={key}>
          <Anchor component={Link} to={`/ownership?entity=${encodeURIComponent(key)}`}>
            <StoredName>{label}</StoredName>
          </Anchor>
        </span>
      ))}
    </Text>
  </Stack>
);
