import { describe, expect, it } from 'vitest';
import { isDanger } from '../../../src/features/ai-chat/rules/danger.ts';

describe('words of acute danger', () => {
  it.each([
    '她说她想自杀',
    '他昨晚在群里说不想活了',
    '学生写了遗书',
    '自 杀',
    '自－殺'.replace('殺', '杀'),
    '孩子站在窗边要跳楼',
    '手腕上有割腕的痕迹',
    '他吞药之后被送去医院',
    '她说紫砂就解脱了',
    '他说要杀了他同桌',
    '书包里带刀来学校',
    '她说被继父猥亵',
    // A denial of something else, of another person, in another sentence, or turned around.
    '没有人知道她想自杀',
    '不能排除自杀的可能',
    '不排除自杀',
    '他否认抽烟。他说想死',
    '不知道她有没有自杀的想法',
    '他不是没有自杀的想法',
    '从未停止过想自杀的念头',
    '学生看了那部电影之后说想自杀',
    '读了《少年维特之烦恼》后他说不想活了',
  ])('are found in: %s', (text) => {
    expect(isDanger(text)).toBe(true);
  });

  it.each([
    '怎样开展自杀预防教育',
    '学校的自杀干预流程是什么',
    '世界预防自杀日的主题班会怎么设计',
    '近年的自杀率是多少',
    '访谈后，学生否认自杀想法',
    '目前没有自杀想法，也没有自伤行为',
    '未发现自残行为',
    '无自杀史',
    '《自杀论》讲了什么',
    '小说里的主人公最后跳楼，课上怎么讲',
    '电影中的人物割腕，怎样向家长说明',
    '火锅店跳楼价促销',
    '游乐园的跳楼机',
    '想死你了',
    '办公室的紫砂壶丢了',
    '非自杀性自伤的定义',
    '怕学生怕累，怎么提高积极性',
    '',
  ])('are not found in: %s', (text) => {
    expect(isDanger(text)).toBe(false);
  });

  it('are decided in a time that does not depend on the length of the text', () => {
    expect(isDanger('没有发现'.repeat(1000))).toBe(false);
    expect(isDanger('《'.repeat(4000))).toBe(false);
  });
});
