import { Button, CopyButton } from '@mantine/core';

export const Copy = ({ label, text }: { label: string; text: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button size="xs" variant="default" onClick={copy}>
        {copied ? 'Copied' : label}
      </Button>
    )}
  </CopyButton>
);
