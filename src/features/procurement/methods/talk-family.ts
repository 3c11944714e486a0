import type { Dates } from './method.ts'
import { PURCHASE_WORDS } from './words.ts'

/** What methods have in common whose one supplier responds, and then agrees price and terms in minutes. */
export const TALK_WORDS = {
  ...PURCHASE_WORDS,
  act: '采购',
  order: '采购单',
  title: '采购单',
  documents: '采购文件',
  bidder: '供应商',
  offer: '响应文件',
  bid: '响应',
  offerPrice: '协商价格',
  bond: '响应保证金',
  won: '成交',
  winner: '成交供应商',
  decided: '经协商',
  concluded: '的协商',
  ranking: '协商结果',
  contender: '供应商',
  publicity: '候选人公示',
  candidateNotice: '成交候选人公示',
  deadline: '响应截止',
  closed: '响应已截止',
  opening: '响应截止',
  ceiling: '最高限价',
  running: '响应中',
  weighed: '协商',
} as const

export const TALK_DATES: Dates = {
  labels: { signUpEnd: '报名截止时间', questionEnd: '提问截止时间', bidEnd: '响应截止时间' },
  typed: ['signUpEnd', 'questionEnd', 'bidEnd'],
  follows: { saleEnd: 'signUpEnd', openAt: 'bidEnd' },
  none: ['saleStart'],
}

export const TALK_TABS = {
  draft: '草稿',
  opening: '协商',
  review: '待定标',
  done: '已完成',
  abortive: '已流标',
} as const

export const TALK_FAILURES = [
  '协商未能达成一致，或者商定价格超过预算、最高限价',
  '公示期内的异议成立，改用其他采购方式',
  '采购任务取消，采购终止',
] as const
