import { Badge, Stack } from '@mantine/core';
import type { ListedRule } from '@cairn/contracts';
import { useRules } from '../api/pages.ts';
import { Empty } from '../parts/empty.tsx';
import { Facets } from '../parts/facets.tsx';
import { firstLineOf } from '../parts/first-line.ts';
import { KeyList } from '../parts/key-list.tsx';
import { ListRow } from '../parts/list-row.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Stops } from '../parts/rule-summary.tsx';
import { wordsOfRule } from '../parts/rule-words.ts';
import { ShowMore } from '../parts/show-more.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { TryAction } from './rules/try-action.tsx';

/** Screen of the rules that agents follow: how each was understood, what it stopped, and a box to try an action. */
export function Rules() {
  const [{ project }, setFilters] = useFilters('/rules');
  const pages = useRules({ project });
  const projects = [...new Set([...(pages.data ?? []).map((rule) => rule.project), project])];
  return (
    <Page
      title="Rules"
      says="Actions that agents must not take, as Cairn understood them, and how often each was stopped"
    >
      <TryAction project={project} />
      <Facets
        label="Project"
        facets={projects.flatMap((value) => (value ? [{ value }] : []))}
        value={project}
        onChange={(value) => setFilters({ project: value })}
      />
      <Loaded of={pages}>
        {(rules) =>
          rules.length === 0 ? (
            <Empty title="No rule yet">
              <p>
                Press c to write one: say what must not be done, and give it triggers as they would be typed. Agents
                also propose rules from conversations; they wait in the review.
              </p>
            </Empty>
          ) : (
            <Stack>
              <KeyList label="Rules" rows={rules} keyOf={({ memoryId }) => memoryId}>
                {(rule) => <RuleRow rule={rule} />}
              </KeyList>
              <ShowMore pages={pages} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Rule in two lines: its title and whether it stops or only warns, then how it was understood and what it stopped. */
function RuleRow({ rule }: { rule: ListedRule }) {
  const { memoryId, channel, title, content, understood, isBinding, stops, writtenBy, confirmed, project, createdAt } =
    rule;
  const words = wordsOfRule(understood);
  const isStopping = isBinding && words.some((one) => one.isStopping);
  return (
    <article aria-label={title}>
      <ListRow
        title={title}
        to={`/memories/${memoryId}`}
        search={{ channel: channel ?? undefined }}
        chips={
          <Badge variant="light" color={isStopping ? 'red' : 'yellow'} tt="none" size="sm">
            {isStopping ? 'stops' : 'only warns'}
          </Badge>
        }
        facts={[
          content !== title && <StoredName key="content">{firstLineOf(content)}</StoredName>,
          stops ? <Stops key="stops" stops={stops} /> : 'stopped nothing yet',
          ...words.map(({ text }) => <StoredName key={text}>{text}</StoredName>),
          <span key="writer">
            by <StoredName>{writtenBy.name}</StoredName>
            {writtenBy.kind === 'agent' && ', an agent'}
          </span>,
          confirmed ? (
            <span key="confirmed">
              confirmed by <StoredName>{confirmed.by.name}</StoredName>
            </span>
          ) : (
            'confirmed by nobody'
          ),
          project && <StoredName key="project">{project}</StoredName>,
        ]}
        at={createdAt}
      />
    </article>
  );
}
