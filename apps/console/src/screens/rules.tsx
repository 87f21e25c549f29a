import { useMemories } from '../api/pages.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';

const PAGE_ITEMS = 100;

/** Screen of the rules that agents follow, newest first. */
export function Rules() {
  const pages = useMemories({ limit: PAGE_ITEMS, categories: ['rule'] });
  return (
    <Page title="Rules" says="Rules that agents follow">
      <Loaded of={pages}>
        {(rules) =>
          rules.length === 0 ? (
            <Empty title="No rule is stored yet">
              <p>An agent stores a rule with crystal_remember and the category rule.</p>
            </Empty>
          ) : (
            <VirtualList label="Rules" rows={rules} estimatePx={44} keyOf={({ id }) => id} onEnd={pages.more}>
              {({ id, title, channel }) => (
                <div className="row">
                  <MemoryLink id={id} channel={channel}>
                    <StoredName>{title}</StoredName>
                  </MemoryLink>
                </div>
              )}
            </VirtualList>
          )
        }
      </Loaded>
    </Page>
  );
}
