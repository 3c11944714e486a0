import { AUCTION_TEMPLATES } from '../rules/notice-templates.ts'
import { abortive } from '../steps/abortive/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { archive } from '../steps/archive/step.ts'
import { auction } from '../steps/auction/step.ts'
import { bond } from '../steps/bond/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { invite } from '../steps/invite/step.ts'
import { priceTalk } from '../steps/price-talk/step.ts'
import { publish } from '../steps/publish/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { winner } from '../steps/winner/step.ts'
import { method } from './method.ts'

/** 竞价采购: bidders lower the price in turn, at a time set beforehand (GB/T 43711-2024). */
export const compete = method({
  code: 8,
  name: '竞价采购',
  family: 'compete',
  regimes: ['enterprise'],
  calendar: 'auction',
  admission: ['open', 'invited'],
  offers: 'live',
  reveal: 'clock',
  review: 'none',
  keyModes: [],
  isSingleQuote: false,
  documents: 'welcome',
  candidates: 'never',
  award: ['whole'],
  hears: 'nothing',
  minSuppliers: 3,
  maxSuppliers: Infinity,
  codePrefix: 'JJ',
  steps: [
    publish,
    signUp,
    auction,
    priceTalk,
    winner,
    archive,
    invite,
    change,
    clarify,
    bond,
    abortive,
    abortiveNotice,
  ],
  words: {
    act: '竞价',
    order: '采购单',
    title: '采购单',
    list: '竞价采购',
    documents: '采购文件',
    announcement: '竞价公告',
    notice: '公告',
    invitation: '竞价邀请书',
    bidder: '竞价人',
    offer: '报价',
    bid: '报价',
    offerPrice: '最终报价',
    bond: '竞价保证金',
    won: '成交',
    winner: '成交人',
    decided: '经竞价',
    concluded: '竞价',
    ranking: '竞价排名',
    contender: '竞价人',
    deadline: '竞价开始',
    closed: '竞价时间已到',
    opening: '竞价开始',
    ceiling: '起始价',
    running: '报名中',
  },
  // Documents are there as long as one may sign up; from the start on nothing changes.
  dates: {
    labels: { signUpEnd: '报名截止时间', questionEnd: '提问截止时间', openAt: '竞价开始时间' },
    typed: ['signUpEnd', 'questionEnd', 'openAt'],
    follows: { saleEnd: 'signUpEnd', bidEnd: 'openAt' },
    none: ['saleStart'],
  },
  tabs: { draft: '草稿', running: '待竞价', opening: '竞价中', review: '待处理', done: '已完成', abortive: '已流标' },
  notices: AUCTION_TEMPLATES,
  takesCommonTemplates: false,
  failures: [
    '报名通过的供应商不足三家，竞价未能开始',
    '竞价时间内没有有效报价',
    '竞价过程因故终止',
    '采购任务取消，采购终止',
  ],
  at: {
    'publish.list': '/compete/list',
    'publish.form': '/compete/order/:orderId?/projects/:projectId?/create-compete/:copyId?',
    'publish.preview': '/compete/order/:orderId/preview',
    'publish.detail': '/compete/order/:orderId/detail',
    'publish.tender': '/compete/orders/:orderId/detail',
    'sign-up.list': '/compete/order/:orderId/sign-up-situation',
    'sign-up.decide': '/compete/sign-up-situation/order/:orderId/trade/:tradeId/:method=review',
    'sign-up.read': '/compete/sign-up-situation/order/:orderId/trade/:tradeId/:method=detail',
    'sign-up.join': '/compete/orders/:orderId/sign-up',
    'invite.letter': '/compete/order/:orderId/invites/:inviteId',
    'change.list': '/compete/order/:orderId/info-change/detail',
    'change.edit': '/compete/order/:orderId/info-change',
    'change.confirm': '/compete/orders/:orderId/change-ann',
    'clarify.edit': '/compete/order/:orderId/clarification',
    'auction.door': '/compete/order/:orderId/hall-door',
    'auction.hall': '/compete/order/:orderId/hall/:token',
    'auction.supplierDoor': '/invite/compete/:orderId/hall-door',
    'auction.supplierHall': '/compete/orders/:orderId/compete-hall/:token',
    'price-talk.edit': '/compete/order/:orderId/price-negotiation',
    'price-talk.answer': '/compete/orders/:orderId/price-negotiation',
    'winner.edit': '/compete/order/:orderId/public-notice',
    'winner.change': '/compete/order/:orderId/:abnormal=abnormal/winner',
    'winner.detail': '/compete/order/:orderId/public-notice',
    'bond.refund': '/compete/order/:orderId/guarantee/refund',
    'abortive.edit': '/compete/order/:orderId/abnormal/aborted',
    'abortive.addSupplier': '/compete/order/:orderId/abnormal/add-supplier',
    'abortive.detail': '/compete/order/:orderId/discarded/detail',
    'abortive-notice.newest': '/compete/order/:orderId/abnormal/aborted-detail',
    // Approvals are read where those of tenders are: they know an order by its id alone.
    'publish.audit': '/bidding/orders/:orderId/preview/audit',
    'sign-up.audit': '/bidding/orders/:orderId/apply/signups/:tradeId/suppliers/:supplierId/audit',
    'change.audit': '/bidding/orders/:orderId/audit/changes/content',
    'clarify.audit': '/bidding/orders/:orderId/clarification/audit',
    'winner.audit': '/bidding/orders/:orderId/winner/audit/detail',
    'abortive.audit': '/bidding/orders/:orderId/abnormal/auction/audit',
  },
})
