import { describe, expect, it } from 'vitest';
import { gradeCode, gradeOfCode } from '../../../src/features/roster/rules/grades.ts';
import { joinName, splitName } from '../../../src/features/roster/rules/person-name.ts';

describe('names in two parts', () => {
  it.each([
    ['王小明', '王', '小明'],
    ['欧阳娜', '欧阳', '娜'],
    ['欧阳', '欧', '阳'],
    ['丁', '丁', '.'],
    ['Anna Maria', '.', 'Anna Maria'],
    ['阿卜杜拉·买买提', '.', '阿卜杜拉·买买提'],
  ])('%s is %s and %s, and again one name', (name, familyName, givenName) => {
    expect(splitName(name)).toEqual({ familyName, givenName });
    expect(joinName({ familyName, givenName })).toBe(name);
  });

  it('of other systems are joined as they are called', () => {
    expect(joinName({ familyName: 'Smith', givenName: 'Anna' })).toBe('Anna Smith');
  });
});

describe('codes of grades', () => {
  it.each([1, 7, 12, 101, 102, 103, 501, 703])('%i has one code', (grade) => {
    expect(gradeOfCode(gradeCode(grade))).toBe(grade);
  });

  it('of other systems are read as well', () => {
    expect(gradeOfCode('7')).toBe(7);
    expect(gradeOfCode('kg')).toBe(103);
    expect(gradeOfCode('UG')).toBeUndefined();
  });
});
