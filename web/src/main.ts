import { mount } from 'svelte';
import App from './App.svelte';
import { keepTexts } from './i18n/translator';
import { load } from './pages';
import { startGoing } from './lib/router.svelte';
import './styles/base.css';
import './styles/tokens.css';
import { startOffline, takeWaitingVersion } from './offline/updates';
import { startSettings } from './lib/settings/store.svelte';

/** The module doesn't await it: English imports from this module, and both would wait for each other. */
async function start(): Promise<void> {
  await Promise.all([startSettings(), takeWaitingVersion()]);
  startGoing(load);
  keepTexts();
  mount(App, { target: document.getElementById('app')! });
  void startOffline();
}

void start();
