import { describe, expect, test } from 'vitest';
import { en as accountEn } from './en/account';
import { en as flawsEn } from './en/findings';
import { en as houseEn } from './en/house';
import { en as matchEndEn } from './en/matchEnd';
import { en as nowEn } from './en/now';
import { en as installEn } from './en/install';
import { en as replayEn } from './en/replay';
import { en as rulesEn } from './en/rules';
import { en as seatEn } from './en/seat';
import { en as tablesEn } from './en/tables';
import { en as settingsEn } from './en/settings';
import { pt as accountPt } from './pt/account';
import { pt as flawsPt } from './pt/findings';
import { pt as housePt } from './pt/house';
import { pt as matchEndPt } from './pt/matchEnd';
import { pt as nowPt } from './pt/now';
import { pt as installPt } from './pt/install';
import { pt as replayPt } from './pt/replay';
import { pt as rulesPt } from './pt/rules';
import { pt as seatPt } from './pt/seat';
import { pt as tablesPt } from './pt/tables';
import { pt as settingsPt } from './pt/settings';

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
