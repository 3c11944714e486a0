import { DIRECT_TEMPLATES } from '../rules/notice-templates.ts'
import { abortive } from '../steps/abortive/step.ts'
import { abortiveNotice } from '../steps/abortive-notice/step.ts'
import { archive } from '../steps/archive/step.ts'
import { bond } from '../steps/bond/step.ts'
import { change } from '../steps/change/step.ts'
import { clarify } from '../steps/clarify/step.ts'
import { documents } from '../steps/documents/step.ts'
import { invite } from '../steps/invite/step.ts'
import { DIRECT_GROUNDS } from '../steps/publicity/grounds.ts'
import { publicity } from '../steps/publicity/step.ts'
import { publish } from '../steps/publish/step.ts'
import { respond } from '../steps/respond/step.ts'
import { signUp } from '../steps/sign-up/step.ts'
import { talk } from '../steps/talk/step.ts'
import { winner } from '../steps/winner/step.ts'
import { method } from './method.ts'
import { TALK_DATES, TALK_FAILURES, TALK_TABS, TALK_WORDS } from './talk-family.ts'

const ORDER = '/direct-purchase/:orderId'

/**
 * 直接采购: a company asks one supplier for a reason that its rules know; price and terms by agreement (GB/T 43711-2024). The
 * specification gives the method no number; 10 is the next that is free.
 */
export const directPurchase = method({
  code: 10,
  name: '直接采购',
  family: {
    name: 'direct-purchase',
    list: '直接采购',
    slug: 'direct-purchase',
    own: { title: '我的直接采购', bidding: '响应中', opening: '协商中', empty: '收到邀请后报名，在此查看' },
  },
  regimes: ['enterprise'],
  calendar: 'direct',
  admission: ['invited'],
  offers: 'plain',
  isPricedByLine: true,
  reveal: 'clock',
  review: 'none',
  keyModes: [],
  isSingleQuote: false,
  documents: 'welcome',
  candidates: 'never',
  award: ['whole'],
  hears: 'announcement',
  grounds: DIRECT_GROUNDS,
  minSuppliers: 1,
  maxSuppliers: 1,
  codePrefix: 'ZC',
  steps: [
    publish,
    publicity,
    signUp,
    respond,
    talk,
    winner,
    archive,
    invite,
    documents,
    change,
    clarify,
    bond,
    abortive,
    abortiveNotice,
  ],
  words: {
    ...TALK_WORDS,
    list: '直接采购',
    announcement: '直接采购公告',
    notice: '公告',
    invitation: '直接采购邀请函',
  },
  dates: TALK_DATES,
  tabs: { ...TALK_TABS, running: '公示与响应' },
  notices: DIRECT_TEMPLATES,
  takesCommonTemplates: false,
  failures: ['供应商未在响应截止前提交响应文件，或者谢绝参加', ...TALK_FAILURES],
  at: {
    'publish.list': '/direct-purchase/list',
    'publish.form': '/direct-purchase/orders/:orderId?/projects/:projectId?/copy/:copyId?/publish',
    'publish.preview': `${ORDER}/preview`,
    'publish.detail': `${ORDER}/detail`,
    'publish.audit': `${ORDER}/preview/audit`,
    'publish.tender': `${ORDER}/info`,
    'publicity.object': `${ORDER}/publicity`,
    'sign-up.list': `${ORDER}/accepted`,
    'sign-up.decide': `${ORDER}/accepted/trades/:tradeId/approvals`,
    'sign-up.read': `${ORDER}/accepted/trades/:tradeId/approvals`,
    'sign-up.audit': `${ORDER}/accepted/trades/:tradeId/audit`,
    'sign-up.join': `${ORDER}/trades/:tradeId?`,
    'invite.letter': `${ORDER}/invites/:inviteId`,
    'invite.reply': '/invitation/direct-purchase/:orderId/invites/:inviteId',
    'documents.file': `${ORDER}/file/:biddingFileId`,
    'documents.change': `${ORDER}/change-file/:fileChangeGroupId?`,
    'documents.paper': `${ORDER}/file-info/:biddingFileId`,
    'respond.edit': `${ORDER}/response`,
    'talk.edit': `${ORDER}/talk`,
    'talk.reply': `${ORDER}/talk`,
    'change.list': `${ORDER}/changes/content/:edit?`,
    'change.edit': `${ORDER}/changes/content/:edit=edit?`,
    'change.audit': `${ORDER}/changes/audit`,
    'change.confirm': `${ORDER}/change/detail`,
    'clarify.edit': `${ORDER}/clarification`,
    'clarify.audit': `${ORDER}/clarification/audit`,
    'winner.edit': `${ORDER}/winner/edit/:edit?`,
    'winner.change': `${ORDER}/abnormal/re-winner`,
    'winner.detail': `${ORDER}/winner/edit/:edit?`,
    'winner.audit': `${ORDER}/winner/audit`,
    'winner.changeAudit': `${ORDER}/abnormal/re-winner/audit`,
    'bond.refund': `${ORDER}/guarantee/refund`,
    'abortive.edit': `${ORDER}/abnormal/abortive`,
    'abortive.audit': `${ORDER}/abnormal/abortive/audit`,
    'abortive.addSupplier': `${ORDER}/abnormal/add-supplier`,
    'abortive.addSupplierAudit': `${ORDER}/abnormal/add-supplier/audit`,
    'abortive.detail': `${ORDER}/discarded/detail`,
    'abortive-notice.newest': `${ORDER}/abnormal/abortive/newest`,
  },
})
