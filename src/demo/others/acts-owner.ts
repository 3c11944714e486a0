import { Exact } from '#contract/money.ts'
import * as talk from '#features/auction/contract-talk.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { disputeReply } from '#features/opening-hall/contract.ts'
import { closeRelease } from '#features/opening-hall/contract-joint.ts'
import {
  endOfferOpening,
  openOfferMarks,
  startBusinessOpening,
  startOfferOpening,
} from '#features/opening-hall/contract-offer.ts'
import { ConfirmState, DecryptState } from '#features/opening-hall/rules.ts'
import { agreeToOpen } from '#features/inquiry/contract.ts'
import { decideQuestion, quoteQuestions } from '#features/inquiry/contract-questions.ts'
import * as objections from '#features/procurement/contract/objection.ts'
import { declareAbortive } from '#features/procurement/contract/order.ts'
import * as opinions from '#features/light-review/contract.ts'
import * as committee from '#features/review-hall/contract/purchaser.ts'
import { purchaserReads } from '#features/review-hall/contract/reads.ts'
import { reviewTask } from '#features/workflow/contract/acts.ts'
import { done } from '#features/workflow/rules/held.ts'
import { PEOPLE } from '../people.ts'
import * as buyer from '../play/buyer.ts'
import { giveOpinion } from '../play/opinions.ts'
import { goOnWithPanel, workInPanel } from '../play/panels.ts'
import { goOnWithTalk } from '../play/round-talks.ts'
import { handOver, settleGoods } from '../play/sales.ts'
import * as talks from '../play/talks.ts'
import { startReview } from '../play/review.ts'
import type { Act, Acting } from './act.ts'

const SEATS = (['expert1', 'expert2', 'expert3', 'expert4', 'expert7'] as const).map((account) => PEOPLE[account].name)
const ANSWER = '以招标文件及澄清内容为准，所需配套服务均应包含在报价内。'

/** What whoever runs an order, or approves its steps, does. */
export const OWNER_ACTS: Readonly<Record<string, Act>> = {
  'workflow:approve': async ({ client, recordId }) => {
    await client.call(reviewTask, { params: { id: recordId }, body: { action: 1, remark: '同意。' } })
    return true
  },
  'procurement:sign-ups': async ({ client, orderId }) => (await buyer.approveAll(client, orderId)) > 0,
  'procurement:questions': async ({ client, orderId }) => {
    await buyer.clarify(client, orderId, ANSWER)
    return true
  },
  'procurement:objections': async ({ client, orderId }) => {
    const open = (await client.call(objections.orderObjections, { params: { orderId } })).filter(
      (one) => one.answer === null && one.withdrawnAt === null,
    )
    for (const { objectionId } of open) {
      const body = {
        outcome: 'rejected' as const,
        answer: '经核实，评审过程及结果符合招标文件和法律规定，维持原公示内容。',
      }
      await client.call(objections.answerObjection, { params: { objectionId }, body })
    }
    return open.length > 0
  },
  'procurement:candidates': async ({ client, orderId }) => {
    await buyer.publishCandidates(client, orderId)
    return true
  },
  'procurement:award': async ({ client, orderId }) => {
    await buyer.award(client, orderId)
    return true
  },
  'sales:sale-weigh': async ({ client, orderId, now }) => {
    await handOver(client, orderId, { at: now })
    return true
  },
  'sales:sale-settle': async ({ client, orderId }) => {
    await settleGoods(client, orderId)
    return true
  },
  'talks:talk': async ({ client, orderId, now }) => {
    await talks.record(client, orderId, now)
    return true
  },
  'talks:round-talk': ({ client, orderId, recordId }) => goOnWithTalk(client, orderId, recordId),
  'panels:panel': ({ client, orderId }) => workInPanel(client, orderId),
  'panels:panel-host': ({ client, orderId, now }) => goOnWithPanel(client, orderId, now),
  'talks:no-response': async ({ client, orderId }) => {
    const body = { reason: '供应商未在响应截止前提交响应文件' }
    done(await client.call(declareAbortive, { params: { orderId }, body }))
    return true
  },
  'procurement:abortive': async ({ client, orderId }) => {
    const body = { reason: '竞价未能形成有效结果，按流标办理' }
    done(await client.call(declareAbortive, { params: { orderId }, body }))
    return true
  },
  'auction:talk': talkOn,
  'inquiry:quote-opener': async ({ client, orderId, recordId: roundId }) => {
    await client.call(agreeToOpen, { params: { orderId, roundId } })
    return true
  },
  'inquiry:quote-answer': async ({ client, orderId, recordId: questionId }) => {
    const { rows } = await client.call(quoteQuestions, { params: { orderId } })
    const { answer, kind } = rows.find((one) => one.questionId === questionId)!
    const accepted = answer !== null && kind !== 'correct'
    const body = { accepted, opinion: accepted ? '说明合理，证明材料充分，予以认可。' : '逾期未作说明。' }
    await client.call(decideQuestion, { params: { orderId, questionId }, body })
    return true
  },
  'light-review:opinion': async ({ client, orderId }) => {
    await giveOpinion(client, orderId)
    return true
  },
  'light-review:overdue': async ({ client, orderId }) => {
    await client.call(opinions.closeOpinions, { params: { orderId } })
    return true
  },
  'light-review:conclude': async ({ client, orderId }) => {
    const body = { conclusion: '评审人员意见一致，同意按比价结果确定成交供应商。' }
    await client.call(opinions.concludeReview, { params: { orderId }, body })
    return true
  },
  'record-bonds': async ({ client, orderId, now }) => {
    await buyer.recordBonds(client, orderId, now)
    return true
  },
  'opening-hall:opening': hostOpening,
  'opening-hall:offers': async ({ client, orderId: projectId }) => {
    await client.call(startOfferOpening, { params: { projectId } })
    return true
  },
  'review-hall:review': review,
  'review-hall:first-stage': async (acting) => endReview(acting, 4),
}

/** Takes what the supplier has offered; asks once where nothing was asked; else leaves it at the price of the auction. */
async function talkOn({ client, orderId }: Acting): Promise<boolean> {
  const params = { orderId }
  const { talks } = await client.call(talk.priceTalks, { params })
  const open = talks.find((one) => one.state === 'open')
  if (!open) return false
  const of = { ...params, talkId: open.talkId }
  const isAgreed = new Exact(open.price).lt(open.startPrice)
  if (isAgreed || open.entries.some((one) => one.kind === 'ask')) {
    const minutes = isAgreed
      ? '双方就最终价格达成一致，其他条款按采购文件执行。'
      : '供应商表示无法再降价，按竞价报价定标。'
    await client.call(talk.concludeTalk, { params: of, body: { isAgreed, minutes } })
    return true
  }
  const price = new Exact(open.price).times('0.98').toDecimalPlaces(0).toFixed(2)
  await client.call(talk.askInTalk, { params: of, body: { price, minutes: 60 } })
  return true
}

/** The next step of an opening, as far as the bidders have come. */
async function hostOpening({ client, orderId }: Acting): Promise<boolean> {
  const params = { projectId: orderId }
  const { actions, bidders, reviewModel, stage } = await client.call(hall.hallDetail, { params: { id: orderId } })
  const may = (action: string) => actions.some((one) => one.action === action && one.reason === undefined)
  const isSecond = stage === 2
  if (may('start')) {
    await client.call(reviewModel === 2 ? startBusinessOpening : hall.startOpening, { params })
    return true
  }
  if (may('closeRelease') && bidders.every((one) => one.decryptState !== DecryptState.values.pending)) {
    await client.call(closeRelease, { params })
    return true
  }
  if (may('openMarks')) {
    await client.call(isSecond ? openOfferMarks : hall.openMarks, { params })
    return true
  }
  const opened = bidders.filter((one) => one.decryptState === DecryptState.values.success)
  if (may('readNext'))
    for (const { bidderId } of opened.filter((one) => one.readAt === null))
      await client.call(hall.readOut, { params: { ...params, bidderId } })
  const disputed = opened.filter((one) => one.confirmState === ConfirmState.values.disputed && !one.disputeReply)
  for (const { bidderId } of disputed) {
    const body = { reply: '已当场核对，开标记录与解密后的投标文件一致。' }
    await client.call(disputeReply, { params: { ...params, bidderId }, body })
  }
  const isReading = may('readNext') || disputed.length > 0
  // Who is in the room confirms first.
  const isConfirmed = opened.every((one) => one.confirmState !== ConfirmState.values.pending)
  if (!isReading && (!may('end') || !isConfirmed)) return false
  if (isConfirmed) await client.call(isSecond ? endOfferOpening : hall.endOpening, { params })
  return true
}

/** Begins the review with the committee that stands, else with the demonstration's; ends it when all have signed. */
async function review(acting: Acting): Promise<boolean> {
  const { client, orderId } = acting
  const params = { projectId: orderId }
  const { startedAt } = await client.call(committee.purchaserProject, { params })
  if (startedAt !== null) return endReview(acting, 3)
  const { members } = await client.call(committee.committee, { params })
  if (members.length > 0) await client.call(committee.startReview, { params })
  else await startReview(client, orderId, SEATS)
  return true
}

async function endReview({ client, orderId }: Acting, processType: 3 | 4): Promise<boolean> {
  const params = { projectId: orderId }
  const processes = await client.call(purchaserReads.processes, { params })
  const { processId } = processes.find((one) => one.processType === processType)!
  const report = await client.call(purchaserReads.lastReport, { params: { ...params, processId } })
  if (!report) return false
  await client.call(committee.signComplete, { params: { ...params, reportId: report.reportId } })
  return true
}
