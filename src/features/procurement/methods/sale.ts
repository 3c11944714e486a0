import { SALE_TEMPLATES } from '../rules/sale-templates.ts'
import { abortive } from '../steps/abortive/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { archive } from '../steps/archive/step.ts'
import { auction } from '../steps/auction/step.ts'
import { bond } from '../steps/bond/step.ts'
import { change } from '../steps/change/step.ts'
import { changeNotice } from '../steps/change-notice/step.ts'
import { publish } from '../steps/publish/step.ts'
import { settlement } from '../steps/settlement/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { winner } from '../steps/winner/step.ts'
import { method } from './method.ts'

const ORDER = '/compete-sale/order/:orderId'

/**
 * 竞价销售: scrap, surplus and assets are sold to whoever offers most. The specification has no code for it; it goes by its
 * addresses, `compete-sale`. The owner of its orders is the seller, its suppliers are those who buy.
 */
export const sale = method({
  code: 12,
  name: '竞价销售',
  family: {
    name: 'compete-sale',
    list: '竞价销售',
    slug: 'compete-sale',
    own: { title: '我的竞买', bidding: '待竞价', opening: '竞价中', empty: '在公告中找到竞价销售项目并报名' },
  },
  regimes: ['enterprise'],
  calendar: 'sale',
  admission: ['open'],
  offers: 'live',
  sells: true,
  direction: 'rising',
  reveal: 'clock',
  review: 'none',
  keyModes: [],
  isSingleQuote: false,
  documents: 'welcome',
  candidates: 'never',
  award: ['whole'],
  hears: 'nothing',
  minSuppliers: 2,
  maxSuppliers: Infinity,
  codePrefix: 'XS',
  steps: [publish, signUp, auction, winner, settlement, archive, change, changeNotice, bond, abortive, abortiveNotice],
  words: {
    act: '销售',
    order: '销售单',
    title: '销售单',
    list: '竞价销售',
    documents: '销售文件',
    announcement: '竞价销售公告',
    notice: '公告',
    invitation: '竞买邀请书',
    bidder: '竞买人',
    offer: '报价',
    bid: '报价',
    offerPrice: '最终报价',
    bond: '竞买保证金',
    won: '成交',
    winner: '成交人',
    duty: '按公告付清成交价款并提货',
    decided: '经竞价',
    concluded: '竞价',
    ranking: '竞价排名',
    contender: '竞买人',
    publicity: '拟成交公示',
    candidateNotice: '拟成交公示',
    deadline: '竞价开始',
    closed: '竞价时间已到',
    opening: '竞价开始',
    ceiling: '起始价',
    running: '报名中',
    weighed: '竞价',
    bill: '标的清单',
    client: '出让方',
    project: '销售项目',
    estimate: '评估价',
  },
  // As of an auction by which one buys, but nobody asks questions in writing: goods are looked at.
  dates: {
    labels: { signUpEnd: '报名截止时间', openAt: '竞价开始时间' },
    typed: ['signUpEnd', 'openAt'],
    follows: { saleEnd: 'signUpEnd', bidEnd: 'openAt' },
    none: ['saleStart', 'questionEnd'],
  },
  tabs: { draft: '草稿', running: '待竞价', opening: '竞价中', review: '待处理', done: '已成交', abortive: '未成交' },
  notices: SALE_TEMPLATES,
  takesCommonTemplates: false,
  failures: [
    '报名通过的竞买人不足公告载明的家数，竞价未能开始',
    '竞价时间内没有有效报价',
    '最高报价未达到保留价',
    '成交人逾期未付款',
    '标的状况变化，销售终止',
  ],
  at: {
    'publish.list': '/compete-sale/list',
    'publish.form': '/compete-sale/order/:orderId?/form/:copyId?',
    'publish.preview': `${ORDER}/preview`,
    'publish.detail': `${ORDER}/detail`,
    'publish.tender': ORDER,
    'publish.audit': `${ORDER}/preview/audit`,
    'sign-up.list': `${ORDER}/apply`,
    'sign-up.decide': `${ORDER}/apply/:tradeId`,
    'sign-up.read': `${ORDER}/apply/:tradeId`,
    'sign-up.audit': `${ORDER}/apply/:tradeId/audit`,
    'sign-up.join': `${ORDER}/trade`,
    'change.list': `${ORDER}/change/:changeId=all`,
    'change-notice.read': `${ORDER}/change/:changeId=all`,
    'change.edit': `${ORDER}/change`,
    'change.audit': `${ORDER}/change/audit`,
    'change.confirm': `${ORDER}/change`,
    'auction.door': `${ORDER}/hall-door`,
    'auction.hall': `${ORDER}/hall/:token`,
    'auction.supplierDoor': '/invite/compete-sale/:orderId/hall-door',
    'auction.supplierHall': `${ORDER}/hall/:token`,
    'winner.edit': `${ORDER}/result`,
    'winner.change': `${ORDER}/result/change`,
    'winner.detail': `${ORDER}/result`,
    'winner.audit': `${ORDER}/result/audit`,
    'winner.changeAudit': `${ORDER}/result/change/audit`,
    'bond.refund': `${ORDER}/bonds`,
    'abortive.edit': `${ORDER}/close`,
    'abortive.audit': `${ORDER}/close/audit`,
    'abortive.addSupplier': `${ORDER}/invitees`,
    'abortive.addSupplierAudit': `${ORDER}/invitees/audit`,
    'abortive.detail': `${ORDER}/close/detail`,
    'abortive-notice.newest': `${ORDER}/close/detail`,
  },
})
