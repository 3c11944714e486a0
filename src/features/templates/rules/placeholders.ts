import { codesWith, METHODS } from '#features/procurement/methods/all.ts'
import { NoticeKind } from '#features/procurement/rules/enums.ts'
import { noticeScope } from './kinds.ts'

/** What a placeholder stands for: decides how its example and its value look. */
export type PlaceholderType = 'text' | 'amount' | 'time' | 'number' | 'table'

/** Where a text stands: `notice/4` a candidate notice, `avatar/reading` a spoken line, `report`, `commitment/supplier`. */
export type Place = string

export interface Placeholder {
  /** Stands in the text as `{{key}}`; Chinese, so that a text can be read before it is filled. */
  key: string
  type: PlaceholderType
  group: '项目' | '采购单' | '时间' | '结果' | '开标' | '评审' | '承诺'
  example: string
  /** Places, or the beginning of places, where it can be filled. */
  where: readonly Place[]
}

/** Notices of orders whose offers are made live, which have rules of their own. */
const LIVE: readonly Place[] = codesWith(({ offers }) => offers === 'live').flatMap((code) =>
  Object.values(NoticeKind.values).map((kind) => `notice/${noticeScope(kind, code)}`),
)
/** Notices of orders by which something is sold. */
const SOLD: readonly Place[] = codesWith(({ sells }) => sells === true).flatMap((code) =>
  Object.values(NoticeKind.values).map((kind) => `notice/${noticeScope(kind, code)}`),
)
/** Notices of orders whose quotes are opened by the clock. */
const QUOTED: readonly Place[] = codesWith(({ offers, reveal }) => offers === 'sealed' && reveal === 'clock').flatMap(
  (code) => Object.values(NoticeKind.values).map((kind) => `notice/${noticeScope(kind, code)}`),
)
/** Notices of orders that one supplier alone is asked for. */
const SOLE = METHODS.filter(({ grounds }) => grounds !== undefined).map(({ code, name }) => ({
  name,
  at: [`notice/${noticeScope(NoticeKind.values.announcement, code)}`],
}))
const ORDER: readonly Place[] = ['notice', 'avatar', 'report', 'commitment']
/** Spoken when bidders are known to all. */
const READ: readonly Place[] = [
  'avatar/opening',
  'avatar/discipline',
  'avatar/decrypt',
  'avatar/jointOpening',
  'avatar/beforeReading',
  'avatar/reading',
  'avatar/afterReading',
  'avatar/confirm',
  'avatar/end',
]

/** Every placeholder there is. Those of an order are filled by procurement (`orderFilling`), the others by their users. */
export const PLACEHOLDERS: readonly Placeholder[] = [
  ...of('项目', ORDER, [
    ['项目名称', 'text', '门诊综合楼医疗设备采购项目'],
    ['项目编号', 'text', 'XM202611210001'],
    ['项目概况', 'text', '采购门诊综合楼所需医疗设备，含运输、安装与培训。'],
    ['项目地区', 'text', '江州市'],
    ['资金来源', 'text', '财政资金'],
    ['采购人', 'text', '江州市第一人民医院'],
    ['代理机构', 'text', '江州衡正招标代理有限公司'],
  ]),
  ...of('采购单', ORDER, [
    ['标段名称', 'text', '门诊综合楼医疗设备采购（第一标段）'],
    ['标段编号', 'text', 'CG202611210001-01'],
    ['采购方式', 'text', '公开招标'],
    ['最高限价', 'amount', '9,800,000.00 元'],
    ['投标保证金', 'amount', '100,000.00 元'],
    ['招标文件售价', 'amount', '免费'],
    ['报名资料', 'text', '营业执照、医疗器械经营许可证'],
    ['计分舍入', 'text', '各项得分不舍入；总分四舍五入，保留两位小数'],
    ['开标地点', 'text', '网上开标大厅'],
    ['异常低价', 'text', '报价比其他有效报价的平均值低 40% 以上（含）的，为异常低价，投标人应当说明。'],
  ]),
  ...of('时间', ORDER, [
    ['招标文件获取开始时间', 'time', '2026-11-23 09:00'],
    ['招标文件获取截止时间', 'time', '2026-11-30 17:00'],
    ['报名截止时间', 'time', '2026-12-01 17:00'],
    ['提问截止时间', 'time', '2026-12-04 17:00'],
    ['投标截止时间', 'time', '2026-12-16 09:30'],
    ['开标时间', 'time', '2026-12-16 09:30'],
  ]),
  ...of('采购单', QUOTED, [
    ['报价要求', 'text', '按采购清单逐行报含税单价，并注明税率；须报全部行；最多 2 轮报价；整单成交一家'],
  ]),
  ...of('采购单', LIVE, [
    ['竞价开始时间', 'time', '2026-12-16 09:30'],
    ['竞价时长', 'text', '30 分钟'],
    ['最小降幅', 'text', '起始价的 0.5%，即 49,000.00 元'],
    ['延时规则', 'text', '结束前 3 分钟内有新的最低报价，自动延时 3 分钟'],
    ['议价规则', 'text', '不议价'],
  ]),
  ...of('采购单', SOLD, [
    ['最小加价幅度', 'text', '1,000.00 元'],
    ['保留价', 'text', '不设'],
    ['付款提货要求', 'text', '成交人应当在成交结果公告之日起 5 日内付清成交价款，在付款之日起 10 日内提货'],
  ]),
  ...of(
    '采购单',
    SOLE.flatMap(({ at }) => at),
    [
      ['拟定供应商', 'text', '江州康达医疗器械有限公司'],
      ['论证意见', 'text', '何清源（江州大学，教授）：该接口受专利保护，具有唯一性。'],
    ],
  ),
  ...SOLE.flatMap(({ name, at }) =>
    of('采购单', at, [
      [`${name}理由`, 'text', '只能从唯一供应商处采购。现有设备的维护接口仅由其提供。'],
      [`${name}公示期限`, 'text', '5 个工作日，至 2026-11-30 24:00'],
    ]),
  ),
  // Written by whoever changes or answers: no record says it.
  ...of('采购单', ['notice/2'], [['变更内容', 'text', '投标截止时间延至 2026-12-20 09:30，其余时间相应顺延。']]),
  ...of('采购单', ['notice/7'], [['澄清内容', 'text', '第 12 项设备的供电要求为三相 380 V。']]),
  ...of('结果', ['notice/4'], [['公示截止时间', 'time', '2026-12-21 24:00']]),
  ...of('结果', ['notice/4', 'notice/5'], [['候选人表', 'table', '排序、中标候选人、投标报价、评审得分']]),
  ...of(
    '结果',
    ['notice/5'],
    [
      ['中标人', 'text', '江州康达医疗器械有限公司'],
      ['中标金额', 'amount', '9,500,000.00 元'],
      ['中标金额大写', 'text', '玖佰伍拾万元整'],
    ],
  ),
  ...of('结果', ['notice/6', 'avatar/abortive'], [['流标原因', 'text', '递交投标文件的投标人不足三家']]),
  ...of('开标', READ, [['投标人数量', 'number', '4']]),
  ...of('开标', ['avatar/decrypt', 'avatar/decryptEnding'], [['解密截止时间', 'time', '2026-12-16 10:30']]),
  ...of(
    '开标',
    ['avatar/reading'],
    [
      ['唱标序号', 'number', '1'],
      ['投标人', 'text', '江州康达医疗器械有限公司'],
      ['投标报价', 'amount', '9,500,000.00 元'],
      ['投标报价大写', 'text', '玖佰伍拾万元整'],
    ],
  ),
  ...of(
    '评审',
    ['report'],
    [
      ['评审办法', 'text', '综合评分法'],
      ['评审开始时间', 'time', '2026-12-16 13:30'],
      ['评审汇总时间', 'time', '2026-12-16 16:40'],
      ['评委人数', 'number', '5'],
      ['评标委员会组长', 'text', '何清源'],
      ['投标人数量', 'number', '4'],
      ['有效投标数量', 'number', '4'],
      ['第一中标候选人', 'text', '江州康达医疗器械有限公司'],
    ],
  ),
  ...of(
    '承诺',
    ['commitment/supplier'],
    [
      ['承诺单位', 'text', '江州康达医疗器械有限公司'],
      ['统一社会信用代码', 'text', '91320100MA1XXXXX1X'],
      ['法定代表人', 'text', '沈瑶'],
    ],
  ),
  ...of(
    '承诺',
    ['commitment/expert'],
    [
      ['专家姓名', 'text', '何清源'],
      ['工作单位', 'text', '江州大学附属医院'],
    ],
  ),
  ...of('承诺', ['commitment'], [['承诺日期', 'time', '2026-11-24']]),
]

/** Placeholders that can be filled at a place, in the order of the catalogue. */
export function placeholdersAt(place: Place): Placeholder[] {
  return PLACEHOLDERS.filter(({ where }) => where.some((one) => place === one || place.startsWith(`${one}/`)))
}

/** Examples by key, for a look at a text without any order. */
export function examplesAt(place: Place): Record<string, string> {
  return Object.fromEntries(placeholdersAt(place).map(({ key, example }) => [key, example]))
}

type Row = readonly [key: string, type: PlaceholderType, example: string]

function of(group: Placeholder['group'], where: readonly Place[], rows: readonly Row[]): Placeholder[] {
  return rows.map(([key, type, example]) => ({ key, type, example, group, where }))
}
