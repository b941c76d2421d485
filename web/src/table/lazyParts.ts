/** What a running table shows only when it is opened or over, in one file: the first view needs none of it. */
export { default as Absence } from './Absence.svelte';
export { default as Chat } from './Chat.svelte';
export { default as DealEnd } from './DealEnd.svelte';
export { default as Drawers } from './Drawers.svelte';
export { default as FinalHands } from './FinalHands.svelte';
export { default as Log } from './Log.svelte';
export { default as MatchEnd } from './MatchEnd.svelte';
export { default as Offers } from './Offers.svelte';
export { default as ReturnToSeat } from './ReturnToSeat.svelte';
export { default as SeatCard } from './SeatCard.svelte';
export { default as HintSheet } from './play/HintSheet.svelte';
export { default as KeysSheet } from './play/KeysSheet.svelte';
export { default as LegalMoves } from './play/LegalMoves.svelte';
export { default as More } from './play/More.svelte';
export { default as PlayOptions } from './play/PlayOptions.svelte';
export { RobotVoice } from './robotVoice.svelte';
export { prepare, ring } from './sound/synth';
