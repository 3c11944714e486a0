import { NoticeKind } from './enums.ts'
import type { BuiltInTemplate } from './notice-templates.ts'
import { doc, heading, paragraph } from './rich-text.ts'

const SELLER = paragraph('出让方：{{采购人}}')

/** Notices of orders by which something is sold. Ids are those of the same kinds of notices, as of every method. */
export const SALE_TEMPLATES: readonly BuiltInTemplate[] = [
  {
    id: '01900000-0000-7000-8000-000000000001',
    kind: NoticeKind.values.announcement,
    name: '竞价销售公告（通用）',
    content: doc(
      paragraph('{{采购人}}就{{标段名称}}（编号：{{标段编号}}）公开竞价销售，欢迎符合条件的单位竞买。'),
      heading('一、标的'),
      paragraph('{{项目概况}}'),
      paragraph('起始价：{{最高限价}}；保留价：{{保留价}}。'),
      heading('二、报名'),
      paragraph('报名截止时间：{{报名截止时间}}（北京时间，下同）。报名时须提交：{{报名资料}}。'),
      paragraph('竞买保证金：{{投标保证金}}。'),
      heading('三、竞价'),
      paragraph('竞价开始时间：{{竞价开始时间}}；时长：{{竞价时长}}；最小加价幅度：{{最小加价幅度}}。'),
      paragraph('延时规则：{{延时规则}}。'),
      paragraph('竞价按总价由低到高进行，报价不得低于起始价，最终报价最高且不低于保留价者成交。'),
      heading('四、看样、付款与提货'),
      paragraph('{{付款提货要求}}'),
      heading('五、联系方式'),
      SELLER,
    ),
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    kind: NoticeKind.values.change,
    name: '变更公告（通用）',
    content: doc(
      paragraph('{{标段名称}}（编号：{{标段编号}}）的{announcement}变更如下：'),
      paragraph('{{变更内容}}'),
      paragraph('其余内容不变，请各{bidder}在本平台确认。'),
      SELLER,
    ),
  },
  {
    id: '01900000-0000-7000-8000-000000000005',
    kind: NoticeKind.values.result,
    name: '{won}结果公告（通用）',
    content: doc(
      paragraph('{{标段名称}}（编号：{{标段编号}}）{decided}，现将{won}结果公告如下：'),
      paragraph('{winner}：{{中标人}}'),
      paragraph('{won}金额：{{中标金额}}（大写：{{中标金额大写}}）'),
      SELLER,
    ),
  },
  {
    id: '01900000-0000-7000-8000-000000000006',
    kind: NoticeKind.values.abortive,
    name: '流标公告（通用）',
    content: doc(paragraph('{{标段名称}}（编号：{{标段编号}}）因以下原因流标：{{流标原因}}'), SELLER),
  },
]
