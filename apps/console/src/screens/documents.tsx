import { List } from '@mantine/core';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { formatCount } from '../parts/counted.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';

/** Screen of the knowledge bases, by name. */
export function Documents() {
  const found = useRoute('listKnowledgeBases', undefined);
  return (
    <Page title="Documents" says="Knowledge bases that agents search">
      <Loaded of={found}>
        {({ knowledgeBases }) =>
          knowledgeBases.length === 0 ? (
            <Empty title="No knowledge base exists yet">
              <p>A manager creates one: npm run -s cairn -- kb create NAME</p>
            </Empty>
          ) : (
            <List listStyleType="none">
              {knowledgeBases.map(({ knowledgeBaseId, name, memoryCount }) => (
                <List.Item key={knowledgeBaseId}>
                  <StoredName>{name}</StoredName>, {formatCount(memoryCount, 'section')}
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
    </Page>
  );
}
