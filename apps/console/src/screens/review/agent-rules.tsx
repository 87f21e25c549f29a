import { Button, Group, Stack } from '@mantine/core';
import type { ListedRule } from '@cairn/contracts';
import { useRules } from '../../api/pages.ts';
import { archiveAll } from '../../parts/archive.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { RuleSummary } from '../../parts/rule-summary.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { useMay } from '../../session/session.ts';
import { confirm } from './confirm.ts';
import { DecisionList } from './decision-list.tsx';

/** List of rules that agents wrote and no person confirmed. */
export function AgentRules() {
  const pages = useRules({ by: 'unconfirmed-agents' });
  const mayDecide = useMay('writer');
  const reject = (rule: ListedRule) => archiveAll([rule], 'Not true: the review showed it as a rule of an agent.');
  return (
    <Stack>
      <Loaded of={pages}>
        {(rules) =>
          rules.length === 0 ? (
            <Empty title="No agent wrote a rule on its own">
              <p>A rule that an agent stores stands here until a person confirms it. Until then it only warns.</p>
            </Empty>
          ) : (
            <DecisionList
              label="Rules by agents"
              rows={rules}
              keyOf={({ memoryId }) => memoryId}
              decisions={{ y: confirm, n: reject }}
            >
              {(rule) => (
                <article aria-label={rule.title}>
                  <MemoryLink id={rule.memoryId} channel={rule.channel} fw={600} c="inherit" {...ROW_TARGET}>
                    <StoredName>{rule.title}</StoredName>
                  </MemoryLink>
                  <RuleSummary rule={rule} />
                  {mayDecide && (
                    <Group gap="xs" mt="xs">
                      <Button size="compact-sm" onClick={() => confirm(rule)} aria-keyshortcuts="y">
                        Confirm
                      </Button>
                      <Button size="compact-sm" variant="default" onClick={() => reject(rule)} aria-keyshortcuts="n">
                        Not true
                      </Button>
                    </Group>
                  )}
                </article>
              )}
            </DecisionList>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}
