import { mount } from 'svelte';
import App from './App.svelte';
import { startGoing } from './going.svelte';
import './look/base.css';
import './look/tokens.css';
import { startOffline, takeWaitingVersion } from './offline/updating';
import { startSettings } from './settings/store.svelte';

/** Not awaited by the module: English imports from it, and would wait for it while it waits for English. */
async function start(): Promise<void> {
  await Promise.all([startSettings(), takeWaitingVersion()]);
  startGoing();
  mount(App, { target: document.getElementById('app')! });
  void startOffline();
}

void start();
