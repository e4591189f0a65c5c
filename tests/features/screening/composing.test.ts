import { describe, expect, it } from 'vitest';
import {
  draftOfPack,
  emptyDraft,
  packOfDraft,
} from '../../../src/features/screening/rules/questionnaires/draft-pack.ts';
import type { Draft } from '../../../src/features/screening/rules/questionnaires/draft-schema.ts';
import * as edit from '../../../src/features/screening/rules/questionnaires/edit-draft.ts';
import { lintDraft } from '../../../src/features/screening/rules/questionnaires/lint-draft.ts';
import { addSheet, answerText, countAnswers } from '../../../src/features/screening/rules/questionnaires/overview.ts';
import { lintQuestionnaire } from '../../../src/features/screening/rules/scales/lint/lint-questionnaire.ts';
import { lintSize } from '../../../src/features/screening/rules/scales/lint/lint-size.ts';

const draft: Draft = {
  title: '午餐',
  about: '了解午餐',
  instruction: '请作答',
  items: [
    {
      id: 'q1',
      kind: 'single',
      text: '在哪里',
      options: [
        { value: 1, label: '学校' },
        { value: 2, label: '家里' },
      ],
    },
    { id: 'q2', kind: 'scale', text: '打分', from: 1, to: 5, showIf: { all: [{ item: 'q1', in: [1] }] } },
    {
      id: 'q4',
      kind: 'text',
      text: '为什么',
      maxLength: 50,
      showIf: {
        any: [
          { item: 'q2', atMost: 2 },
          { item: 'q1', notIn: [1] },
        ],
      },
    },
  ],
};
const pointers = (one: Draft) => lintDraft(one).map(({ pointer }) => pointer);

describe('a draft', () => {
  it('is complete, or says at each place what is missing', () => {
    expect(pointers(draft)).toEqual([]);
    expect(pointers(emptyDraft(' '))).toEqual(['/title', '/about', '/items']);
    const [first] = draft.items;
    const items = [{ ...first!, text: ' ', options: [{ value: 1, label: '' }] }];
    expect(pointers({ ...draft, items })).toEqual(['/items/0/text', '/items/0/options', '/items/0/options/0/label']);
    const twice = [{ ...first!, options: first!.options!.map((each) => ({ ...each, label: '同样' })) }];
    expect(pointers({ ...draft, items: twice })).toEqual(['/items/0/options/1/label']);
  });

  it('becomes a pack that the lint accepts, and comes back as it was', () => {
    const pack = packOfDraft('q-1', '1.0.0', draft);
    expect(lintQuestionnaire(pack)).toEqual([]);
    expect(packOfDraft('q-1', '1.0.0', draftOfPack(pack))).toEqual(pack);
  });

  it('gives new items ids that no item has, and options values that none has', () => {
    const more = edit.addItem(draft, 'multiple');
    expect(more.items.at(-1)).toMatchObject({ id: 'q5', kind: 'multiple' });
    expect(edit.addOption([{ value: 7, label: '' }]).map(({ value }) => value)).toEqual([7, 8]);
    expect(edit.copyItem(draft, 0).items.map(({ id }) => id)).toEqual(['q1', 'q5', 'q2', 'q4']);
  });

  it('moves an item within its bounds only; a condition on a later item is found', () => {
    expect(edit.moveItem(draft, 0, -1)).toBe(draft);
    const moved = edit.moveItem(draft, 0, 1);
    expect(moved.items.map(({ id }) => id)).toEqual(['q2', 'q1', 'q4']);
    expect(pointers(moved)).toEqual(['/items/0/showIf/all/0/item']);
    expect(pointers(edit.moveItem(moved, 1, 0))).toEqual([]);
  });

  it('loses conditions with the item or the option that they are about', () => {
    const without = edit.removeItem(draft, 0);
    expect(without.items[0]).not.toHaveProperty('showIf');
    expect(without.items[1]?.showIf).toEqual({ any: [{ item: 'q2', atMost: 2 }] });
    const [first] = draft.items;
    const fewer = edit.changeItem(draft, 0, { ...first!, options: first!.options!.slice(1) });
    expect(fewer.items[1]).not.toHaveProperty('showIf');
    const text = edit.changeItem(draft, 1, edit.withKind(draft.items[1]!, 'text'));
    expect(text.items[2]?.showIf).toEqual({ any: [{ item: 'q1', notIn: [1] }] });
  });
});

describe('an overview', () => {
  it('counts what was visible with a sheet’s own answers', () => {
    const pack = packOfDraft('q-1', '1.0.0', draft);
    const counts = countAnswers(pack);
    const sheet = (values: Record<string, number | string>) =>
      addSheet(
        pack,
        counts,
        Object.entries(values).map(([item_id, value]) => ({ item_id, value })),
      );
    sheet({ q1: 1, q2: 2, q4: '太挤' });
    const visible = sheet({ q1: 2, q2: 5, q4: '近' });
    sheet({});
    expect([...visible.keys()]).toEqual(['q1', 'q4']);
    expect(counts.get('q2')).toMatchObject({ asked: 1, answered: 1, sum: 2, lowest: 2, highest: 2 });
    expect(counts.get('q1')).toMatchObject({ asked: 3, answered: 2 });
    expect(answerText(pack.items[0]!, 2)).toBe('家里');
    expect(answerText(pack.items[0]!, 9)).toBe('9');
  });
});

describe('an untrusted document', () => {
  it.each<[string, unknown, string]>([
    ['too deep', JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`), '嵌套得太深'],
    ['too long', { items: Array.from({ length: 100_000 }, () => 1) }, '100000 项'],
    ['too much', Array.from({ length: 1000 }, () => Array.from({ length: 100 }, () => 1)), '内容太多'],
    ['with a dangerous name', JSON.parse('{"bands":{"__proto__":{}}}'), '__proto__'],
    ['with invisible characters', { title: '标题\u202E' }, '看不见的控制字符'],
  ])('that is %s is refused in one step', (_, document, reason) => {
    expect(lintSize(document).map((finding) => finding.reason)).toEqual([expect.stringContaining(reason)]);
  });
});
