import { List } from '@mantine/core';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';

/** Screen of the patterns that hold for the whole organisation. */
export function Patterns() {
  const found = useRoute('listPatterns', { query: { scope: 'global' } });
  return (
    <Page title="Patterns" says="Lessons that agents learned for the whole organisation">
      <Loaded of={found}>
        {({ patterns }) =>
          patterns.length === 0 ? (
            <Empty title="No pattern is stored yet">
              <p>An agent saves a pattern with memory_save and the scope global.</p>
            </Empty>
          ) : (
            <List listStyleType="none">
              {patterns.map(({ id, pattern }) => (
                <List.Item key={id}>
                  <StoredName>{pattern}</StoredName>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
    </Page>
  );
}
