import type { StepBuyer } from '../../web/buyer/order-form/step-buyer.ts'

export const documents: StepBuyer = { completes: { files: (values) => (values.documents ?? []).length > 0 } }
