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
