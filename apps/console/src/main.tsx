import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './console.css';
// These imports must run before the router reads the address.
import './session/join-link.ts';
import './session/sign-in-link.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

createRoot(document.getElementById('root')!).render(<App />);
