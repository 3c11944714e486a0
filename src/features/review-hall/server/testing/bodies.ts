import { newId } from '#contract/id.ts'
import { DEMO_PASSWORD } from '#server/testing/test-system.ts'
import * as a from '../../contract/asks.ts'
import * as e from '../../contract/expert.ts'
import * as l from '../../contract/low-price.ts'
import * as o from '../../contract/offers.ts'
import * as p from '../../contract/purchaser.ts'
import * as r from '../../contract/reports.ts'
import { PDF } from './review-world.ts'

/** Records that bodies name; one that does not exist where left out. */
export interface Named {
  reviewerId?: string
  expertId?: string
  itemId?: string
  bidderId?: string
  roundId?: string
  askId?: string
  catalogId?: string
  sha256?: string
}

/** A body that its contract accepts for every changing call of the review, by method and path; the others take a reason. */
export function bodiesOf(named: Named): Record<string, unknown> {
  const id = (name: Exclude<keyof Named, 'sha256'>) => named[name] ?? newId()
  const { sha256 = '0'.repeat(64) } = named
  const password = DEMO_PASSWORD
  const own = { roundId: id('roundId'), bidderId: id('bidderId') }
  return {
    [`PUT ${p.setCommittee.path}`]: { expertIds: [], employeeIds: [] },
    [`POST ${p.stateDirectChoice.path}`]: { ground: 'complex', reason: '关键设备国内仅个别专家熟悉' },
    [`POST ${p.replaceReviewer.path}`]: {
      reviewerId: id('reviewerId'),
      expertId: id('expertId'),
      reason: '因故不能',
    },
    [`POST ${e.voteLeader.path}`]: { reviewerId: id('reviewerId') },
    [`POST ${e.declareAvoidance.path}`]: { hasConflict: false },
    [`PUT ${e.saveScores.path}`]: { scores: [{ itemId: id('itemId'), score: '1' }] },
    [`POST ${e.reReview.path}`]: { reason: '重新评审' },
    [`POST ${e.proposeWaste.path}`]: { reason: '低于成本', rule: '第五十一条' },
    [`POST ${e.voteMotion.path}`]: { agree: true },
    [`POST ${e.signReport.path}`]: { password, sha256 },
    [`POST ${r.createProcess.path}`]: { processType: 4 },
    [`POST ${r.updateContent.path}`]: { catalogId: id('catalogId'), content: null },
    [`POST ${a.createAsks.path}`]: { bidderIds: [id('bidderId')], kind: 1, title: '询问', content: '请说明' },
    [`POST ${l.waiveLowPrice.path}`]: { reason: '量大从优，成本可信' },
    [`POST ${a.extendAsk.path}`]: { minutes: 30, reason: '延长' },
    [`POST ${a.replyAsk.path}`]: { askId: id('askId'), content: '答复' },
    [`POST ${a.proposeCorrection.path}`]: { bidderId: id('bidderId'), kind: 1, basis: '合计有误', total: '1.00' },
    [`POST ${a.decideCorrection.path}`]: { confirm: true, sha256, password },
    [`POST ${o.createRound.path}`]: { mode: 1 },
    [`POST ${o.extendRound.path}`]: { minutes: 30, reason: '延长' },
    [`POST ${o.submitOffer.path}`]: { total: '1.00' },
    [`POST ${o.saveRoundOffer.path}`]: { ...own, total: '1.00' },
    [`POST ${o.saveSubOffer.path}`]: { ...own, subId: 1, lines: [{ itemId: id('itemId'), unitPrice: '1' }] },
    [`POST ${o.submitSignFile.path}`]: { ...own, sha256, password },
  }
}

/** What calls that take a file are sent. */
export function uploadForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob([PDF], { type: 'application/pdf' }), '报告.pdf')
  return form
}
