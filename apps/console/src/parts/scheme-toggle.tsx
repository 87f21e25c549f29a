import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Dark or light; until it is pressed, as the system has it. */
export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon variant="default" onClick={() => setColorScheme(other)} aria-label={`Use ${other} colours`}>
      <span aria-hidden="true">{other === 'dark' ? '☾' : '☀'}</span>
    </ActionIcon>
  );
}
