import { describe, expect, test } from 'vitest';
import { en as accountEn } from './en/pages/account';
import { en as flawsEn } from './en/table/findings';
import { en as houseEn } from './en/pages/house';
import { en as matchEndEn } from './en/table/matchEnd';
import { en as nowEn } from './en/table/now';
import { en as installEn } from './en/pages/install';
import { en as replayEn } from './en/pages/replay';
import { en as rulesEn } from './en/pages/rules';
import { en as seatEn } from './en/table/seat';
import { en as tablesEn } from './en/pages/tables';
import { en as settingsEn } from './en/pages/settings';
import { pt as accountPt } from './pt/pages/account';
import { pt as flawsPt } from './pt/table/findings';
import { pt as housePt } from './pt/pages/house';
import { pt as matchEndPt } from './pt/table/matchEnd';
import { pt as nowPt } from './pt/table/now';
import { pt as installPt } from './pt/pages/install';
import { pt as replayPt } from './pt/pages/replay';
import { pt as rulesPt } from './pt/pages/rules';
import { pt as seatPt } from './pt/table/seat';
import { pt as tablesPt } from './pt/pages/tables';
import { pt as settingsPt } from './pt/pages/settings';

const en: Record<string, string> = {
  ...accountEn,
  ...flawsEn,
  ...houseEn,
  ...matchEndEn,
  ...nowEn,
  ...installEn,
  ...replayEn,
  ...rulesEn,
  ...seatEn,
  ...tablesEn,
  ...settingsEn,
};
const pt: Record<string, string> = {
  ...accountPt,
  ...flawsPt,
  ...housePt,
  ...matchEndPt,
  ...nowPt,
  ...installPt,
  ...replayPt,
  ...rulesPt,
  ...seatPt,
  ...tablesPt,
  ...settingsPt,
};

const figures = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the two catalogues that are fetched with their pages', () => {
  test('have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(pt).sort());
  });

  test.each(Object.keys(pt))('%s has the same figures', (key) => {
    expect(en[key]!.trim()).not.toBe('');
    expect(figures(en[key]!)).toEqual(figures(pt[key]!));
  });
});
