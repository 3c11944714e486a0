import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { comparison } from '#features/procurement/methods/comparison.ts'
import { freightInquiry } from '#features/procurement/methods/freight-inquiry.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import { negotiation } from '#features/procurement/methods/negotiation.ts'
import type { InquiryScene } from './inquiry-scene.ts'
import { inquiryPlan } from './play/inquiry.ts'

type Fate = Partial<InquiryScene> & Pick<InquiryScene, 'published' | 'deadline'>

const BIDDERS = ['supplier2', 'supplier3', 'supplier5'] as const
const QUOTES = [['0.95'], ['0.92'], ['0.97']]

/** How an inquiry may stand. */
const FATES = {
  draft: { published: -DAY, deadline: 9 * DAY, isDraft: true, bidders: [], quotes: [] },
  running: { published: -DAY, deadline: 4 * DAY, quotes: QUOTES.slice(0, 1) },
  compared: { published: -7 * DAY, deadline: -2 * DAY },
  short: { published: -6 * DAY, deadline: -DAY, quotes: QUOTES.slice(0, 1) },
  publicised: { published: -8 * DAY, deadline: -2 * DAY, publicised: -DAY },
  awarded: { published: -9 * DAY, deadline: -4 * DAY, awarded: -3 * DAY },
  archived: { published: -16 * DAY, deadline: -10 * DAY, awarded: -8 * DAY, archived: -6 * DAY },
  abandoned: { published: -11 * DAY, deadline: -5 * DAY, quotes: QUOTES.slice(0, 1), abandoned: -4 * DAY },
} as const satisfies Record<string, Fate>

type Line = readonly [
  fate: keyof typeof FATES,
  what: string,
  spec: string,
  unit: string,
  quantity: string,
  ceiling: string,
]

/** States in which no other inquiry stands, with what is bought. */
const LINES: readonly (readonly [
  method: number,
  act: string,
  category: 'goods' | 'services',
  lines: readonly Line[],
  by?: InquiryScene['by'],
])[] = [
  [
    inquiry.code,
    '询价',
    'goods',
    [
      ['draft', '诊室隔帘', '阻燃，含轨道', '幅', '160', '240'],
      ['running', '电子血压计', '上臂式，含充电座', '台', '60', '480'],
      ['short', '输液架', '不锈钢，五爪', '个', '240', '160'],
      ['archived', '轮椅', '铝合金，可折叠', '辆', '40', '980'],
      ['abandoned', '陪护床', '折叠，带储物', '张', '80', '620'],
    ],
  ],
  [
    comparison.code,
    '询比采购',
    'goods',
    [
      ['draft', '试管架', 'PP，96 孔', '个', '600', '38'],
      ['awarded', '护理服务包', '含口腔、皮肤护理用品', '包', '2400', '26'],
      ['archived', '病历夹', 'ABS，A4', '个', '1500', '18'],
      ['abandoned', '雨伞架', '自动套袋', '台', '12', '2600'],
    ],
  ],
  // What an agency runs: one method in all its states.
  [
    comparison.code,
    '询比采购',
    'goods',
    [
      ['draft', '医用橡胶围裙', '0.5 mmPb', '件', '20', '1200'],
      ['running', '血气针', '1 ml，肝素锂', '支', '8000', '6.5'],
      ['short', '高频电刀笔', '一次性，带电缆', '支', '600', '48'],
      ['compared', '医用冰袋', '可重复使用', '个', '900', '12'],
      ['publicised', '导尿包', '16Fr，双腔', '套', '3000', '22'],
      ['awarded', '压力绷带', '自粘，7.5 cm', '卷', '5000', '9'],
      ['archived', '氧气湿化瓶', '一次性', '个', '6000', '7.5'],
      ['abandoned', '转运保温箱', '新生儿，含电源', '台', '2', '46000'],
    ],
    'agent',
  ],
  [
    freightInquiry.code,
    '询比采购',
    'services',
    [
      ['draft', '血液标本转运', '2～8℃，含温度记录', '车次', '120', '380'],
      ['running', '院区被服配送', '每日两趟', '车次', '700', '160'],
      ['short', '放射性药品运输', '专用车辆，双人押运', '车次', '24', '2800'],
      ['publicised', '检验标本冷链运输', '2～8℃，含温度记录', '车次', '360', '320'],
      ['awarded', '营养食材配送', '4℃，每日五时前到', '车次', '360', '280'],
      ['archived', '分院设备搬迁运输', '木箱包装，含装卸', '车次', '18', '5200'],
      ['abandoned', '大型设备吊装运输', '含吊装方案', '车次', '2', '46000'],
    ],
  ],
  [
    negotiation.code,
    '谈判采购',
    'services',
    [
      ['draft', '院区安保服务', '含夜间巡逻', '月', '12', '68000'],
      ['short', '绿植租摆服务', '含养护更换', '盆', '400', '120'],
      ['publicised', '病媒消杀服务', '每月两次', '月', '12', '9000'],
      ['archived', '废弃物清运服务', '含分拣', '月', '12', '16000'],
      ['abandoned', '空调清洗服务', '含滤网更换', '台', '600', '60'],
    ],
  ],
]

const ROUTE = {
  from: '江州市老院区',
  to: '江州市东湖分院',
  vehicle: '4.2 米厢式车',
  loading: '每日 7:00',
  within: '当日',
}

export const INQUIRY_RANGE: readonly InquiryScene[] = LINES.flatMap(([method, act, category, lines, by = 'buyer']) =>
  lines.map(([fate, what, ...line]): InquiryScene => {
    const [, , quantity, ceiling] = line
    const isFreight = method === freightInquiry.code
    return {
      by,
      bidders: BIDDERS,
      quotes: QUOTES,
      plan: inquiryPlan({
        projectName: `江州市第一人民医院${what}项目`,
        title: `${what}${act}`,
        description: `${isFreight ? '委托承运' : '采购'}${what}，按采购人通知分批执行。`,
        price: new Exact(quantity).times(ceiling).toFixed(0),
        method,
        category,
        lines: [[what, ...line]],
        // Five days: still public when its beginning had to be moved before a weekend.
        ...(method !== inquiry.code && { terms: { candidateDays: fate === 'publicised' ? 5 : 0 } }),
        ...(isFreight && { facts: [ROUTE] }),
      }),
      ...FATES[fate],
    }
  }),
)
