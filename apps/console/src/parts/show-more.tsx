import { Button } from '@mantine/core';

interface ShowMoreProps {
  readonly pages: { readonly hasMore: boolean; readonly more: () => void };
}

/** Button that loads the next page of a list; absent where the list has no further page. */
export const ShowMore = ({ pages: { hasMore, more } }: ShowMoreProps) =>
  hasMore && (
    <Button variant="default" onClick={more}>
      Show more
    </Button>
  );
