import { createTheme, MantineProvider, type CSSVariablesResolver } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/queries.ts';
import { styleNonce } from './nonce.ts';
import { router } from './router.tsx';

const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  respectReducedMotion: true,
});

/** Buttons darken on hover, since white text on a lighter colour could not be read. */
const hoverColours = { '--mantine-color-teal-filled-hover': '#066649', '--mantine-color-red-filled-hover': '#a82222' };
const variables: CSSVariablesResolver = () => ({ variables: {}, light: hoverColours, dark: hoverColours });

export const App = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce} cssVariablesResolver={variables}>
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
);
