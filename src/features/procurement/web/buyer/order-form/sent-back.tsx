import { RefusedPanel, useStepApproval } from '../approval/step-gate.tsx'

/** Why the announcement came back from approval, where it is mended. */
export function SentBack({ orderId }: { orderId: string }) {
  const { state } = useStepApproval('announcement', { subjectId: orderId, orderId })
  return <RefusedPanel step="announcement" refused={state.data?.refused ?? null} />
}
