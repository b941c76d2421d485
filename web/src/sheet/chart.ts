/** The chart of points as a separate file: a sheet needs no other part that tables share. */
export { default } from '../result/PointsChart.svelte';
