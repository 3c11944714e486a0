import { Id } from '#contract/id.ts'
import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'
import { seatAt } from './access.ts'

/** Events tell that something changed, never what. */
export const topics: readonly LiveTopic[] = [
  {
    prefix: 'verification',
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor || !Id.safeParse(id).success) return false
      return inContext(kernel, { tenantId, actor, readOnly: true }, (ctx) =>
        seatAt(ctx, id).then(
          () => true,
          () => false,
        ),
      )
    },
  },
]
