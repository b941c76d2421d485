/** A match to analyse: a match of this server, or the record in a file. */
import { analyseRecord, analyseTable } from '../../net/api';
import type { AnalysisCard } from '../../net/types';

export type Source = { table: string; invitation: string } | { text: Blob };

export async function beginAnalysis(source: Source): Promise<AnalysisCard> {
  return 'text' in source ? analyseRecord(await source.text.text()) : analyseTable(source.table, source.invitation);
}
