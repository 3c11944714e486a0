import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { GB, MOF_87 } from '#features/procurement/rules/legal-calendar-rule.ts'
import { type CalendarMethod, TENDERS } from '#features/procurement/rules/legal-calendar-schedule.ts'
import type { Regime } from '#features/procurement/rules/regimes.ts'

/** What whoever did not win is told of the own bid, beside what the notice of the result says to everybody. */
export interface Disclosure {
  rule: string
  source: string
  /** For the supplier. */
  meaning: string
  /** Why the own bid was rejected. */
  rejection: boolean
  /** Own marks and rank. */
  marks: boolean
}

interface DisclosureRule extends Disclosure {
  regime: Regime
  /** Left out: every method. */
  methods?: readonly CalendarMethod[]
  /** Of the review; left out: every one. */
  reviewMethods?: readonly number[]
}

const NOTICE_ALONE = { rejection: false, marks: false } as const

/** The first that fits holds. */
const DISCLOSURES: readonly DisclosureRule[] = [
  {
    rule: 'debrief-own-marks',
    regime: 'government',
    methods: TENDERS,
    reviewMethods: [ReviewMethod.values.comprehensive],
    source: `${MOF_87}第六十九条`,
    meaning: '政府采购采用综合评分法的，应当告知未中标人本人的评审得分与排序；未通过审查的，应当告知其原因。',
    rejection: true,
    marks: true,
  },
  {
    rule: 'debrief-rejection',
    regime: 'government',
    methods: TENDERS,
    source: `${MOF_87}第六十九条`,
    meaning: '未通过审查的，应当告知其原因；本项目未采用综合评分法，不告知得分与排序。',
    rejection: true,
    marks: false,
  },
  {
    rule: 'debrief-government-notice',
    regime: 'government',
    source: '《政府采购法》第五十一条、第五十二条',
    meaning: '该采购方式没有告知得分与排序的规定，以结果公告为准；有疑问可以询问，认为权益受损可以依法质疑。',
    ...NOTICE_ALONE,
  },
  {
    rule: 'debrief-tender-notice',
    regime: 'tender',
    source: '《招标投标法》第四十四条、第四十五条，《招标投标法实施条例》第五十四条',
    meaning: '中标结果通知所有未中标人；评审和比较情况不得透露，以候选人公示和结果公告为准。',
    ...NOTICE_ALONE,
  },
  {
    rule: 'debrief-enterprise-tender-notice',
    regime: 'enterprise',
    methods: TENDERS,
    source: '《招标投标法》第四十四条、第四十五条',
    meaning: '自愿招标同样适用：中标结果通知所有未中标人，评审和比较情况不得透露，以公示和公告为准。',
    ...NOTICE_ALONE,
  },
  {
    rule: 'debrief-enterprise-notice',
    regime: 'enterprise',
    source: GB,
    meaning: '以采购文件的约定和结果公告为准；需要进一步了解的，可以向采购人提出。',
    ...NOTICE_ALONE,
  },
]

/** What this order's law lets a supplier know of its own bid. */
export function disclosureOf({
  regime,
  method,
  reviewMethod,
}: {
  regime: Regime
  method: CalendarMethod
  reviewMethod: number
}): Disclosure {
  const found = DISCLOSURES.find(
    (one) =>
      one.regime === regime &&
      (one.methods?.includes(method) ?? true) &&
      (one.reviewMethods?.includes(reviewMethod) ?? true),
  )!
  const { rule, source, meaning, rejection, marks } = found
  return { rule, source, meaning, rejection, marks }
}
