/** Form in which the consent was given (`consent_how` of `schemas/enums.json`). */
export const CONSENT_HOW = { paper: 1, staff: 2 } as const;

/** A version of the consent text. A new text gets a new version; earlier consents keep theirs. */
export interface ConsentText {
  version: string;
  title: string;
  paragraphs: readonly string[];
}

/** Latest last. */
export const CONSENT_TEXTS: readonly [ConsentText, ...ConsentText[]] = [
  {
    version: '2026-11',
    title: '未成年人心理健康信息处理监护人同意书',
    paragraphs: [
      '为了开展心理健康教育、测评和必要的帮助，学校需要收集和保存孩子的姓名、性别、出生日期、班级、联系方式，孩子在心理测评中的作答和结果，以及老师在谈话、咨询和帮助过程中形成的记录。',
      '这些信息只由承担心理健康教育工作的教职工按职责查看，查看会留下记录；信息加密保存，不用于商业目的，不向无关的单位和个人提供。孩子面临危险时，学校会依法告知监护人和有关部门。',
      '信息保存到孩子离校后学校设定的年限为止，到期后删除。监护人可以查阅、复制孩子的全部记录，可以要求更正，也可以随时撤回同意；撤回以后不再收集新的测评作答，撤回之前的处理不受影响。',
      '不同意不影响孩子正常上课和参加学校的其他活动。',
    ],
  },
];

export const currentConsentText = (): ConsentText => CONSENT_TEXTS.at(-1) ?? CONSENT_TEXTS[0];
