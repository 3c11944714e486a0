import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const talk: StepBuyer = {
  lead: { key: 'talk', title: '协商', from: 'opened', page: 'talk.edit', label: '{offer}与协商情况' },
}
