import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const documents: StepBuyer = {
  completes: { files: ({ documents: files }, { documents: need }) => need !== 'demanded' || (files ?? []).length > 0 },
}
