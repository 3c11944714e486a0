import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const roundTalk: StepBuyer = {
  lead: { key: 'round-talk', title: '{act}', from: 'ranked', page: 'round-talk.hold', label: '{act}与记录' },
}
