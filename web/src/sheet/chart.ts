/** The chart of tables, as a file that is fetched by itself: of all else that tables share a sheet needs nothing at first. */
export { default } from '../result/PointsChart.svelte';
