import type { BILL_FIELDS, COLUMN_TYPES, PARAMETER_TYPES, REPORT_SECTIONS } from '../contract/content.ts'

/* Words for the values of contents. */

export const BILL_LABELS: Readonly<Record<(typeof BILL_FIELDS)[number], string>> = {
  lotNo: '标段号',
  section: '分部',
  code: '项目编码',
  name: '名称',
  spec: '规格',
  unit: '单位',
  quantity: '数量',
  controlPrice: '单价限价',
  remark: '备注',
}

export const COLUMN_TYPE_LABELS: Readonly<Record<(typeof COLUMN_TYPES)[number], string>> = {
  text: '文字',
  quantity: '数量（六位小数）',
  amount: '金额（两位小数）',
  integer: '整数',
  date: '日期',
}

export const PARAMETER_TYPE_LABELS: Readonly<Record<(typeof PARAMETER_TYPES)[number], string>> = {
  text: '文字',
  number: '数值',
  range: '数值范围',
  choice: '选项',
  'yes-no': '是否',
  file: '附件',
}

export const SECTION_LABELS: Readonly<Record<(typeof REPORT_SECTIONS)[number], string>> = {
  facts: '基本情况',
  committee: '评标委员会',
  bidders: '投标人',
  ways: '各项评审结果',
  rejections: '否决投标与表决',
  ranking: '排序与推荐',
  signing: '签署',
  text: '文字说明',
}

export const LOOKS = { woman: '女主持人', man: '男主持人', seal: '平台标识' } as const

export const PRICE_WORDS = {
  baseKind: '评标基准价',
  formula: '计分方式',
  percentage: '基准价百分比 P（%）',
  floatRate: '下浮率 R（%）',
  above: '每高 1% 扣分',
  below: '每低 1% 扣分',
  dropEndsFrom: '去高低价的最少报价数',
  roundDeviation: '偏差率先取两位小数',
} as const

export const FORMULAS = { ratio: '比例法（基准价 / 报价 × 满分）', deviation: '偏差率法（按偏差扣分）' } as const
