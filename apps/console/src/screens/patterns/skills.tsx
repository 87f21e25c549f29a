import { Stack, Text } from '@mantine/core';
import { useMemories } from '../../api/pages.ts';
import { Empty } from '../../parts/empty.tsx';
import { KeyList } from '../../parts/key-list.tsx';
import { ListRow } from '../../parts/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { describeReaders } from '../../parts/readers.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { useSession } from '../../session/session.ts';

const PAGE_SKILLS = 30;

/** List of the memories that tell how something is done, which agents get as skills. */
export function Skills() {
  const { holder } = useSession();
  const pages = useMemories({ stores: ['procedural'], limit: PAGE_SKILLS });
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Agents read them as skills over MCP. Those that everybody may read can be written as SKILL.md files by cairn
        skills export.
      </Text>
      <Loaded of={pages}>
        {(skills) =>
          skills.length === 0 ? (
            <Empty title="No skill yet">
              Press c and write one of the kind workflow or skill. Patterns of agents are skills, too.
            </Empty>
          ) : (
            <KeyList label="Skills" rows={skills} keyOf={({ id }) => id}>
              {({ id, title, category, channel, author, visibility, createdAt }) => (
                <ListRow
                  title={title}
                  to={`/memories/${id}`}
                  search={{ channel: channel ?? undefined }}
                  facts={[
                    category,
                    author && <StoredName key="author">{author}</StoredName>,
                    describeReaders({ visibility, channel, author }, holder?.teams),
                  ]}
                  at={createdAt}
                />
              )}
            </KeyList>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}
