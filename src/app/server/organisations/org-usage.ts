import { FEATURES } from '../../../platform/access/software-features.ts';

/** Help of `npm run org`, with a complete file to start from. */
export const ORG_USAGE = `用法：
  npm run org -- create <文件>              按文件创建一个单位和它的第一位管理员；编号已经存在时什么都不改
  npm run org -- template <文件.xlsx>       生成一张可以写多个单位的表
  npm run org -- create-many <表>           预览表（XLSX 或 CSV）里的单位，逐行说明能不能创建；什么都不改
      --apply --passwords <新文件>          创建它们，每个单位一个事务，可以重复运行；初始密码写进新文件
  npm run org -- operator create <姓名> --login <登录名>      平台运营账号：在网页上管理单位，看不到任何人的信息
  npm run org -- list                       所有单位、它们的服务和上级
  npm run org -- suspend <编号> --reason <原因>      暂停：所有人退出并不能登录，后台任务暂停，内容保留
      --confirm-open-cases                  有未处理的预警或个案时，确认已落实由谁跟进
  npm run org -- resume <编号>              恢复服务
  npm run org -- set <编号>                 修改，以下至少写一个
      --features 心理档案、预警管理         开通的软件功能（全部列出；none 为没有）
      --parent <机构编号>                   上级机构；none 为没有
      --until 2027-12-31 [--trial] [--protection 7 至 30]      服务到期日
  npm run org -- export <编号> <新目录>     导出一个单位的全部内容，用一把新的传输密钥加密
      --key-file <新文件>                   传输密钥写进这个文件，不写则只显示一次
  npm run org -- key <任务编号>             取出网页上导出的数据包的传输密钥，编号在网页的任务里；记入平台的操作记录
      --key-file <新文件>                   传输密钥写进这个文件，不写则显示
  npm run org -- import <目录> --key-file <文件>     导入另一处导出的单位；导入后处于暂停状态
      --rename-taken <新文件>               登录名或手机号已属于别人的账号改名，名单写进新文件
  npm run org -- erase <编号>               说明将要清除什么；什么都不改
      --reason <原因> --confirm <单位名称>  清除已暂停的单位，逐表核对，在平台的操作记录里留下证明
      --while-running <原因>                import 和 erase：服务运行时也做（所有的表会锁住）

使用内嵌数据库时要先停止服务。使用 PostgreSQL 时服务可以继续运行，修改立即或在一分钟内生效；import 和 erase 除外。
在 PostgreSQL 上，export 用 DATABASE_BACKUP_URL（能绕过行级安全的登录），import 和 erase 用 DATABASE_ADMIN_URL（所有者）。
每次操作都记入平台自己的操作记录：npm run audit verify platform

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
