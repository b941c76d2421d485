import { mount } from 'svelte';
import App from './App.svelte';
import { startGoing } from './going.svelte';
import './look/base.css';
import './look/tokens.css';
import { startOffline, takeWaitingVersion } from './offline/updating';
import { startSettings } from './settings/store.svelte';

await Promise.all([startSettings(), takeWaitingVersion()]);
startGoing();
mount(App, { target: document.getElementById('app')! });
void startOffline();
