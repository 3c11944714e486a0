import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const roundTalk: StepBuyer = {
  lead: { key: 'round-talk', title: '谈判', from: 'ranked', page: 'round-talk.hold', label: '谈判与记录' },
}
