import { isJoint } from '../../rules/key-mode.ts'
import { jointKey } from '../../server/key-checks.ts'
import { jointKeys } from '../../server/key-port.ts'
import type { StepServer } from '../../server/step-server.ts'

export const bid: StepServer = {
  publishChecks: [jointKey],
  async noticeData(ctx, order) {
    const key = isJoint(order.settings) ? await jointKeys().keyOf(ctx, order) : null
    return { suite: order.suite, ...(key && { jointKey: key.fingerprint }) }
  },
}
