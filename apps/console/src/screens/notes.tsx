import { List } from '@mantine/core';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';

/** Screen of the notes of the default workspace, by path. */
export function Notes() {
  const found = useRoute('listNotes', undefined);
  return (
    <Page title="Notes" says="Markdown notes of the team">
      <Loaded of={found}>
        {({ notes }) =>
          notes.length === 0 ? (
            <Empty title="No note is stored yet">
              <p>Write notes with an agent, or keep a folder in step: npm run -s cairn -- sync FOLDER</p>
            </Empty>
          ) : (
            <List listStyleType="none">
              {notes.map(({ noteId, path }) => (
                <List.Item key={noteId}>
                  <StoredName>{path}</StoredName>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
    </Page>
  );
}
