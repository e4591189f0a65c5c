import { FEATURES } from '../software-features.ts';

/** Help of `npm run org`, with a complete file to start from. */
export const ORG_USAGE = `用法：
  npm run org -- create <文件>    按文件创建一个单位和它的第一位管理员；编号已经存在时什么都不改
  npm run org -- list             所有单位和它们的服务

使用内嵌数据库时要先停止服务；使用 PostgreSQL 时服务可以继续运行，新单位立即可用。

文件是 JSON，例如：
{
  "org_id": "3001",
  "org_name": "清河区第二中学",
  "kind": "学校",
  "edu_level": "基础教育",
  "stages": [{ "period": "初中", "system": "六三制" }, { "period": "高中", "grades": ["高一", "高二"] }],
  "features": ["archives", "warning", "crisis"],
  "student_accounts": 1200,
  "site": { "site_name": "清河二中心育平台", "host": "xinli.example.cn" },
  "service": { "type": "正式服务", "until": "2030-08-31" },
  "administrator": { "login_name": "qh2z-admin", "real_name": "王老师" }
}

  org_id                           编号，4 至 12 位数字，以后不能修改；schemas/tenants/<编号>/ 是它自己的字段
  kind                             学校或机构；机构没有 parent、edu_level、stages 和 features
  parent                           上级机构的编号，可不写
  edu_level                        基础教育、中等职业教育或高等教育
  stages                           学段、学制（五四制或六三制，默认六三制）和年级（默认全部）
  features                         开通的软件功能：${FEATURES.join('、')}
  offline_consulting               开启线下咨询，默认 false
  student_accounts                 学生账号名额，默认 0
  student_accounts_by_themselves   自动开通学生账号，默认 false
  site                             site_name、slogan、own_brand、host，都可不写
  service                          type（试用或正式服务）、until、protection_days（7 至 30，默认 30）
  administrator                    login_name、real_name、mobile（可不写）；密码由系统生成，只显示一次

当前学年按日期自动建立（9 月 1 日至次年 8 月 31 日），管理员可以在“学年设置”里修改。`;
