/**
 * The parts of a running table that appear later, when they are opened or at an end, in one file. The first view loads
 * without it.
 */
export { default as Absence } from '../table/seats/Absence.svelte';
export { default as Beside } from '../table/drawers/Beside.svelte';
export { default as DealEnd } from '../table/end/DealEnd.svelte';
export { default as Drawers } from '../table/drawers/Drawers.svelte';
export { default as FinalHands } from '../table/end/FinalHands.svelte';
export { default as MatchEnd } from '../table/end/MatchEnd.svelte';
export { default as Offers } from '../table/drawers/Offers.svelte';
export { default as ReturnToSeat } from '../table/drawers/ReturnToSeat.svelte';
export { default as SeatCard } from '../table/seats/SeatCard.svelte';
export { default as HintSheet } from '../table/play/sheets/HintSheet.svelte';
export { default as KeysSheet } from '../table/play/sheets/KeysSheet.svelte';
export { default as LegalMoves } from '../table/play/sheets/LegalMoves.svelte';
export { default as More } from '../table/play/sheets/More.svelte';
export { default as PlayOptions } from '../table/play/sheets/PlayOptions.svelte';
export { RobotVoice } from '../table/talk/robotVoice.svelte';
export { prepare, ring } from '../table/sound/synth';
