import { enumeration } from '#contract/enumeration.ts'

/*
 * Enumerations of the review hall. Values: specification part 2 §4.1 (states) and §9 (constants).
 */

export const ReviewModel = enumeration({
  normal: { value: 1, label: '单信封' },
  doubleEnvelope: { value: 2, label: '双信封' },
})

export const ReviewMethod = enumeration({
  comprehensive: { value: 1, label: '综合评分法' },
  highestPrice: { value: 2, label: '最高价法' },
  lowestPrice: { value: 3, label: '最低价法' },
  lowestEvaluatedPrice: { value: 4, label: '经评审的最低投标价法' },
  reasonableLowPrice: { value: 5, label: '合理低价法' },
  priceCommitment: { value: 6, label: '价格承诺法' },
  dualRandom: { value: 7, label: '双随机综合评分法' },
})

export const ProcessType = enumeration({
  leaderRecommend: { value: 1, label: '推选组长' },
  review: { value: 2, label: '评审' },
  report: { value: 3, label: '评审报告' },
  firstStageReport: { value: 4, label: '第一阶段评审报告' },
})

export const ProcessStatus = enumeration({
  notStarted: { value: 0, label: '未开始' },
  inProgress: { value: 1, label: '进行中' },
  completed: { value: 2, label: '已完成' },
})

export const WayType = enumeration({
  qualification: { value: 1, label: '资格评审' },
  compliance: { value: 2, label: '符合性评审' },
  priceScore: { value: 3, label: '价格评分' },
  technicalScore: { value: 4, label: '技术评分' },
  businessScore: { value: 5, label: '商务评分' },
  response: { value: 6, label: '响应性评审' },
  technicalPass: { value: 7, label: '技术合格性评审' },
  businessPass: { value: 8, label: '商务合格性评审' },
  pricePass: { value: 9, label: '价格合格性评审' },
})

export const WaySummaryStatus = enumeration({
  notStarted: { value: 0, label: '未开始' },
  reviewing: { value: 1, label: '评审中' },
  summarised: { value: 2, label: '已汇总' },
  reReviewed: { value: 3, label: '重新评审' },
})

export const ReviewerTaskStatus = enumeration({
  pending: { value: 0, label: '待评审' },
  completed: { value: 1, label: '已完成' },
  submitted: { value: 2, label: '已提交' },
})

export const ReviewerSignStatus = enumeration({
  unsigned: { value: 0, label: '未签署' },
  signing: { value: 1, label: '签署中' },
  signed: { value: 2, label: '已签署' },
})

export const ReportStatus = enumeration({
  init: { value: 0, label: '待生成' },
  pending: { value: 1, label: '排队中' },
  generating: { value: 2, label: '生成中' },
  success: { value: 3, label: '已生成' },
  fail: { value: 4, label: '生成失败，请重试' },
  regenerated: { value: 5, label: '已重新生成' },
})

/** How an item is judged. */
export const ItemKind = enumeration({
  pass: { value: 1, label: '通过性' },
  scoring: { value: 2, label: '评分' },
})

/** Whether an item leaves room for judgement: objective scores must agree among reviewers. */
export const ItemNature = enumeration({
  subjective: { value: 1, label: '主观' },
  objective: { value: 2, label: '客观' },
})

export const Calculation = enumeration({
  manual: { value: 0, label: '人工计算' },
  automatic: { value: 1, label: '自动计算' },
})

/** How the reviewers' scores of one bidder become one score. */
export const Aggregation = enumeration({
  trimmedMean: { value: 2, label: '去掉最高分和最低分后取平均' },
  mean: { value: 3, label: '算术平均' },
})

/** How the price base (评标基准价) is found. */
export const PriceBase = enumeration({
  highest: { value: 1, label: '最高有效报价' },
  lowest: { value: 2, label: '最低有效报价' },
  average: { value: 3, label: '有效报价平均值 × 百分比' },
  trimmedAverage: { value: 4, label: '去掉最高价和最低价的平均值 × 百分比' },
  floated: { value: 5, label: '有效报价 × (1 − 下浮率)' },
})

/** What a bidder is asked for (招标投标法实施条例第五十二条). */
export const AskKind = enumeration({
  clarification: { value: 1, label: '澄清' },
  explanation: { value: 2, label: '说明' },
  supplement: { value: 3, label: '补正' },
  lowPrice: { value: 4, label: '异常低价说明' },
})

/** How an abnormally low price stands. */
export const LowPriceStatus = enumeration({
  open: { value: 0, label: '待处理' },
  drafted: { value: 1, label: '待组长发出' },
  waiting: { value: 2, label: '待投标人说明' },
  voting: { value: 3, label: '待表决' },
  accepted: { value: 4, label: '接受说明' },
  rejected: { value: 5, label: '否决投标' },
  waived: { value: 6, label: '无需说明' },
})

export const AskStatus = enumeration({
  draft: { value: 0, label: '待组长发出' },
  waiting: { value: 1, label: '待答复' },
  replied: { value: 2, label: '已答复' },
  overdue: { value: 3, label: '逾期未答复' },
  withdrawn: { value: 4, label: '已撤回' },
})

export const CorrectionStatus = enumeration({
  draft: { value: 0, label: '待组长发出' },
  waiting: { value: 1, label: '待投标人确认' },
  confirmed: { value: 2, label: '已确认' },
  refused: { value: 3, label: '不接受' },
  overdue: { value: 4, label: '逾期未确认' },
  withdrawn: { value: 5, label: '已撤回' },
})

/** How an arithmetic error shows, and what counts then. */
export const CorrectionKind = enumeration({
  capitals: { value: 1, label: '大写金额与小写金额不一致，以大写金额为准' },
  total: { value: 2, label: '总价金额与按单价汇总金额不一致，以单价金额计算结果为准' },
  decimal: { value: 3, label: '单价金额小数点有明显错位，以总价为准并修改单价' },
  sheet: { value: 4, label: '开标一览表内容与投标文件明细不一致，以开标一览表为准' },
})

/** Parts of a report, each a document of its own. */
export const CatalogType = enumeration({
  report: { value: 1, label: '评标报告' },
  openingSheet: { value: 2, label: '开标一览表' },
  committee: { value: 3, label: '评标委员会成员名单' },
  avoidance: { value: 4, label: '回避声明与廉洁承诺' },
  standards: { value: 5, label: '评审办法与评审标准' },
  qualification: { value: 6, label: '资格评审表' },
  compliance: { value: 7, label: '符合性评审表' },
  pass: { value: 8, label: '响应性与合格性评审表' },
  technical: { value: 9, label: '技术评分表' },
  business: { value: 10, label: '商务评分表' },
  price: { value: 11, label: '价格评分表' },
  reviewerScores: { value: 12, label: '评委评审明细表' },
  totalScores: { value: 13, label: '总得分表' },
  rejections: { value: 14, label: '否决投标情况表' },
  asks: { value: 15, label: '澄清、说明与补正记录' },
  offers: { value: 16, label: '评审报价与价格修正记录' },
  candidates: { value: 17, label: '推荐中标候选人名单' },
  firstStage: { value: 41, label: '第一阶段评审报告' },
})

/** How much of the record a report holds. */
export const ReportScope = enumeration({
  all: { value: 0, label: '完整报告' },
  limited: { value: 1, label: '限定报告（不含评委个人评分）' },
  specialSteel: { value: 2, label: '特钢报告' },
})

/** Offer opening of a double-envelope project, as screens know it. */
export const OfferBidOpenStatus = enumeration({
  none: { value: 0, label: '未开启' },
  opened: { value: 1, label: '已开启' },
  announcing: { value: 2, label: '唱标中' },
  ended: { value: 3, label: '已结束' },
})
