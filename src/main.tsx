/** Composition root. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { App, Broken } from './app/app.tsx';
import { compose } from './app/compose.ts';
import './app/tokens.css';
import './views/kit/base.css';
import './views/kit/kit.css';
import './views/kit/blocks.css';
import './views/panels/story.css';
import './views/panels/panels.css';
import './views/panels/answers.css';
import './views/panels/landing.css';
import './views/panels/narrow.css';
import './app/shell.css';
import './app/notices.css';
import './app/shell-narrow.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const page = compose();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary fallbackRender={() => <Broken />}>
      <App page={page} />
    </ErrorBoundary>
  </StrictMode>,
);
