import { SOLE_TEMPLATES } from '../rules/notice-templates.ts'
import { abortive } from '../steps/abortive/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bond } from '../steps/bond/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { documents } from '../steps/documents/step.ts'
import { invite } from '../steps/invite/step.ts'
import { SOLE_GROUNDS } from '../steps/publicity/grounds.ts'
import { publicity } from '../steps/publicity/step.ts'
import { publish } from '../steps/publish/step.ts'
import { respond } from '../steps/respond/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { talk } from '../steps/talk/step.ts'
import { winner } from '../steps/winner/step.ts'
import { pagesOfBidding } from './bidding-family.ts'
import { method } from './method.ts'

const STEPS = [
  publish,
  publicity,
  invite,
  signUp,
  respond,
  talk,
  winner,
  archive,
  documents,
  change,
  clarify,
  bond,
  abortive,
] as const

/** 单一来源: one supplier, for a reason that is publicised, price and terms by agreement (政府采购法第三十一条，财政部令第74号). */
export const singleSource = method({
  code: 6,
  name: '单一来源',
  family: 'bidding',
  regimes: ['government', 'tender'],
  calendar: 'singleSource',
  admission: ['invited'],
  offers: 'plain',
  reveal: 'clock',
  review: 'none',
  keyModes: [],
  isSingleQuote: false,
  documents: 'demanded',
  candidates: 'never',
  award: ['whole'],
  hears: 'announcement',
  grounds: SOLE_GROUNDS,
  minSuppliers: 1,
  maxSuppliers: 1,
  codePrefix: 'DY',
  steps: STEPS,
  words: {
    act: '采购',
    order: '采购单',
    title: '采购单',
    list: '采购单列表',
    documents: '采购文件',
    announcement: '单一来源采购公示',
    notice: '公示',
    invitation: '协商邀请书',
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
  },
  dates: {
    labels: { signUpEnd: '报名截止时间', questionEnd: '提问截止时间', bidEnd: '响应截止时间' },
    typed: ['signUpEnd', 'questionEnd', 'bidEnd'],
    follows: { saleEnd: 'signUpEnd', openAt: 'bidEnd' },
    none: ['saleStart'],
  },
  tabs: { draft: '草稿', running: '响应中', opening: '协商', review: '待定标', done: '已完成', abortive: '已流标' },
  notices: SOLE_TEMPLATES,
  takesCommonTemplates: false,
  failures: [
    '供应商未在响应截止前提交响应文件',
    '协商未能达成一致，或者商定价格超过预算、最高限价',
    '公示期内的异议成立，改用其他采购方式',
    '采购任务取消，采购终止',
  ],
  at: {
    ...pagesOfBidding(STEPS),
    'publicity.object': '/bid/orders/:orderId/publicity',
    'respond.edit': '/bid/orders/:orderId/response',
    'talk.edit': '/bidding/orders/:orderId/talk',
    'talk.reply': '/bid/orders/:orderId/talk',
  },
})
