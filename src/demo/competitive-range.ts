import { Exact } from '#contract/money.ts'
import { DAY } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { competitiveNegotiation } from '#features/procurement/methods/competitive-negotiation.ts'
import { consultation } from '#features/procurement/methods/consultation.ts'
import { USUAL_PARTS } from '#features/procurement/rules/score-parts.ts'
import type { CompetitiveScene } from './competitive-scene.ts'
import { inquiryPlan } from './play/inquiry.ts'

type Fate = Pick<CompetitiveScene, 'published' | 'deadline' | 'upTo' | 'isAbandoned'> & { responses: number }

/** How such an order may stand before its review, and behind it. */
const FATES = {
  draft: { published: -DAY, deadline: 13 * DAY, upTo: 'draft', responses: 0 },
  running: { published: -2 * DAY, deadline: 12 * DAY, upTo: 'responding', responses: 1 },
  short: { published: -16 * DAY, deadline: -2 * DAY, upTo: 'responding', responses: 1 },
  abandoned: { published: -20 * DAY, deadline: -6 * DAY, upTo: 'responding', responses: 1, isAbandoned: true },
  reported: { published: -18 * DAY, deadline: -4 * DAY, upTo: 'reported', responses: 3 },
  publicised: { published: -17 * DAY, deadline: -3 * DAY, upTo: 'publicised', responses: 3 },
  awarded: { published: -26 * DAY, deadline: -12 * DAY, upTo: 'awarded', responses: 3 },
  archived: { published: -30 * DAY, deadline: -16 * DAY, upTo: 'archived', responses: 3 },
} as const satisfies Record<string, Fate>

type Line = readonly [
  fate: keyof typeof FATES,
  what: string,
  spec: string,
  unit: string,
  quantity: string,
  ceiling: string,
]

/** States in which no other order stands, with what is bought. */
const LINES: readonly (readonly [method: number, category: 'goods' | 'services', lines: readonly Line[]])[] = [
  [
    competitiveNegotiation.code,
    'goods',
    [
      ['draft', '病理切片机', '半自动，含刀架', '台', '2', '98000'],
      ['running', '超声清洗机', '三槽，含漂洗', '台', '3', '86000'],
      ['short', '低温等离子灭菌器', '100 升', '台', '1', '280000'],
      ['abandoned', '骨科牵引床', '电动，带透视窗', '张', '2', '120000'],
      ['reported', '雾化吸入机', '压缩式，可消毒面罩', '台', '80', '1600'],
      ['awarded', '医用冷藏箱', '2～8℃，双温区', '台', '12', '18500'],
      ['archived', '手术无影灯', 'LED，双头', '套', '3', '76000'],
    ],
  ],
  [
    consultation.code,
    'services',
    [
      ['draft', '院感培训服务', '线上线下结合，全年', '期', '12', '8600'],
      ['short', '病案数字化服务', '扫描、编目、质控', '页', '200000', '1.2'],
      ['abandoned', '学科评估咨询服务', '两个重点学科', '项', '2', '90000'],
      ['reported', '能源托管服务', '含节能改造建议', '月', '12', '26000'],
      ['publicised', '健康科普制作服务', '短视频与图文', '期', '48', '4200'],
      ['awarded', '医疗设备维保服务', '影像设备外的通用设备', '月', '12', '31000'],
      ['archived', '职工心理关爱服务', '咨询与讲座', '月', '12', '15000'],
    ],
  ],
]

const BIDDERS = ['supplier1', 'supplier2', 'supplier3'] as const
const PARTS = [['0.97'], ['0.95'], ['0.98']]

export const COMPETITIVE_RANGE: readonly CompetitiveScene[] = LINES.flatMap(([code, category, lines]) =>
  lines.map(([fate, what, ...line]): CompetitiveScene => {
    const { responses, ...dates } = FATES[fate]
    const [, , quantity, ceiling] = line
    const { name, group } = methodOf(code)
    return {
      plan: inquiryPlan({
        projectName: `江州市第一人民医院${what}项目`,
        title: `${what}${name}采购`,
        description: `采购${what}，按采购人通知分批执行。`,
        price: new Exact(quantity).times(ceiling).toFixed(0),
        method: code,
        category,
        files: { 响应文件: true },
        lines: [[what, ...line]],
        ...(group?.decides === 'score' && { ways: [...USUAL_PARTS] }),
      }),
      bidders: BIDDERS,
      parts: PARTS.slice(0, responses),
      ...dates,
    }
  }),
)
