/** The parts of the analysis, loaded when it is opened. */
export { default as Marks } from './Marks.svelte';
export { default as Panel } from './Panel.svelte';
export { default as Verdict } from './Verdict.svelte';
export { AnalysisProgress } from './progress.svelte';
export { placeOf } from './curve';
export { ready, say } from '../../i18n/words/analysis';
