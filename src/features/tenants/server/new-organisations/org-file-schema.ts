import * as Type from 'typebox/type';
import enums from '../../../../../schemas/enums.json' with { type: 'json' };
import { PROTECTION_DAYS } from '../../../../platform/access/service-stage.ts';
import { FEATURES } from '../../../../platform/access/software-features.ts';

/** Kinds of organisations that an operator creates. */
export const ORG_KINDS = [enums.org_type[1], enums.org_type[2]] as const;

const strict = { additionalProperties: false } as const;
/** A code by its Chinese name (`schemas/enums.json`). */
const named = (list: Readonly<Record<string, string>>, title: string) =>
  Type.Unsafe<string>({ type: 'string', enum: Object.values(list), title });
const text = (title: string, maxLength: number) =>
  Type.String({
    title,
    minLength: 1,
    maxLength,
    pattern: '^\\S(.*\\S)?$',
    description: `1 至 ${maxLength} 个字，首尾没有空格`,
  });
const Day = Type.String({
  title: '服务到期日',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: '写成 2027-08-31 这样的日期',
});

/** The file that describes a new organisation (`npm run org -- create`). Titles and descriptions are shown in errors. */
export const orgFileSchema = Type.Object(
  {
    org_id: Type.String({
      title: '单位编号',
      pattern: '^[1-9][0-9]{3,11}$',
      description: '4 至 12 位数字，不以 0 开头；以后不能修改',
    }),
    org_name: text('单位名称', 60),
    kind: Type.Unsafe<string>({ type: 'string', enum: [...ORG_KINDS], title: '单位类型' }),
    parent: Type.Optional(
      Type.String({ title: '上级机构的编号', pattern: '^[1-9][0-9]{3,11}$', description: '已有机构的编号' }),
    ),
    edu_level: Type.Optional(named(enums.edu_level, '教育阶段')),
    stages: Type.Optional(
      Type.Array(
        Type.Object(
          {
            period: named(enums.class_period, '学段'),
            system: Type.Optional(named(enums.edu_type, '学制')),
            grades: Type.Optional(
              Type.Array(named(enums.grade, '年级'), {
                title: '年级',
                minItems: 1,
                uniqueItems: true,
                description: '至少一个年级；不写 grades 则为这个学段的全部年级',
              }),
            ),
          },
          { ...strict, title: '学段' },
        ),
        { title: '学段和年级', minItems: 1, maxItems: 7, description: '至少一个学段' },
      ),
    ),
    features: Type.Optional(
      Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...FEATURES], title: '软件功能' }), {
        title: '开通的软件功能',
        uniqueItems: true,
      }),
    ),
    offline_consulting: Type.Optional(Type.Boolean({ title: '线下咨询' })),
    student_accounts: Type.Optional(
      Type.Integer({ title: '学生账号名额', minimum: 0, maximum: 1_000_000, description: '0 至 1000000 的整数' }),
    ),
    student_accounts_by_themselves: Type.Optional(Type.Boolean({ title: '自动开通学生账号' })),
    site: Type.Optional(
      Type.Object(
        {
          site_name: Type.Optional(text('站点名称', 40)),
          slogan: Type.Optional(text('标语', 60)),
          own_brand: Type.Optional(Type.Boolean({ title: '使用自己的品牌' })),
          host: Type.Optional(text('访问域名', 253)),
        },
        { ...strict, title: '站点' },
      ),
    ),
    service: Type.Object(
      {
        type: named(enums.service_type, '服务类型'),
        until: Day,
        protection_days: Type.Optional(
          Type.Integer({
            title: '保护期天数',
            minimum: PROTECTION_DAYS.least,
            maximum: PROTECTION_DAYS.most,
            description: `${PROTECTION_DAYS.least} 至 ${PROTECTION_DAYS.most} 的整数`,
          }),
        ),
      },
      { ...strict, title: '服务' },
    ),
    administrator: Type.Object(
      {
        login_name: Type.String({
          title: '登录名',
          minLength: 4,
          maxLength: 32,
          pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
          description: '4 至 32 个字符，以字母开头，只能用字母、数字、点、横线和下划线',
        }),
        real_name: text('姓名', 40),
        mobile: Type.Optional(
          Type.String({ title: '手机号', pattern: '^1\\d{10}$', description: '11 位数字，以 1 开头' }),
        ),
      },
      { ...strict, title: '第一位管理员' },
    ),
  },
  { ...strict, title: '单位' },
);
export type OrgFile = Type.Static<typeof orgFileSchema>;
