import { Stack } from '@mantine/core';
import type { ListedRule } from '@cairn/contracts';
import { useRules } from '../api/pages.ts';
import { Empty } from '../parts/empty.tsx';
import { Facets } from '../parts/facets.tsx';
import { KeyList } from '../parts/key-list.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { RuleSummary } from '../parts/rule-summary.tsx';
import { ShowMore } from '../parts/show-more.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { ROW_TARGET } from '../parts/use-row-keys.ts';
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

const RuleRow = ({ rule }: { rule: ListedRule }) => (
  <article className="decision" aria-label={rule.title}>
    <MemoryLink id={rule.memoryId} channel={rule.channel} fw={600} c="inherit" {...ROW_TARGET}>
      <StoredName>{rule.title}</StoredName>
    </MemoryLink>
    <RuleSummary rule={rule} />
  </article>
);
