import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import type { Workbench } from '#contract/workbench.ts'
import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'
import { talkTopic } from './talk/access.ts'
import { standing } from './access.ts'

/** `auction:<orderId>`: whoever has a part in it, in any of the workbenches the person may enter. It carries no content. */
export const topics: readonly LiveTopic[] = [
  talkTopic,
  {
    prefix: 'auction',
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor || !Id.safeParse(id).success) return false
      const sides: (Workbench | null)[] = ['purchaser', 'agency', 'supplier', null]
      return inContext(kernel, { tenantId, actor, readOnly: true }, async (ctx) => {
        for (const workbench of sides) {
          if (workbench !== null && !actor.workbenches.has(workbench)) continue
          try {
            await standing({ ...ctx, actor: { ...actor, workbench } }, id)
            return true
          } catch (error) {
            if (!(error instanceof AppError)) throw error
          }
        }
        return false
      })
    },
  },
]
