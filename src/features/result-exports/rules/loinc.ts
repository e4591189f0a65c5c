/** LOINC codes that were checked against published tables. What is not here is exported without a code. */
const ITEMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'phq-9': {
    1: '44250-9',
    2: '44255-8',
    3: '44259-0',
    4: '44254-1',
    5: '44251-7',
    6: '44258-2',
    7: '44252-5',
    8: '44253-3',
    // The item on self-harm; public code misuses it as the total.
    9: '44260-8',
  },
};
const TOTALS: Readonly<Record<string, string>> = { 'phq-9': '44261-6', 'gad-7': '70274-6' };

export const LOINC = 'http://loinc.org';
export const itemCode = (scaleId: string, itemId: string): string | undefined => ITEMS[scaleId]?.[itemId];
export const totalCode = (scaleId: string): string | undefined => TOTALS[scaleId];
